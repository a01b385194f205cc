import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** One request that the server received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Exchange {
  readonly request: Received;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** 0 for the first request. */
  readonly index: number;
}

/** Sends the response of one request. */
export type Reply = (exchange: Exchange) => void | Promise<void>;

export interface Loopback {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Received[];
  /** Open connections. */
  readonly openSockets: number;
  /** Requests without a complete response whose connection is open. */
  readonly busy: number;
  /** Connections that the client closed before the response was complete. */
  readonly abandoned: number;
  /** Resolves when `busy` is 0. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  port?: number;
}

/** The real timer, because a test may replace it. */
const startTimer = globalThis.setTimeout;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return raw(JSON.stringify(body), status, { "content-type": "application/json", ...headers });
}

export function raw(
  body: string | Uint8Array,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  return ({ response }) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

export function html(status: number): Reply {
  return raw("<!doctype html><title>gateway</title><h1>Something is in the way</h1>", status, {
    "content-type": "text/html",
  });
}

export function empty(status = 204): Reply {
  return ({ response }) => {
    response.writeHead(status);
    response.end();
  };
}

export function redirect(status: number, location: string): Reply {
  return ({ response }) => {
    response.writeHead(status, { location });
    response.end();
  };
}

/** Sends no response. */
export const stall: Reply = () => {};

/** Sends the headers and half of a JSON body, then nothing. */
export function stallInBody(status = 200): Reply {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"half":');
  };
}

/** Resets the connection before the response. */
export const reset: Reply = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Sends the headers and half of a JSON body, then closes the connection. */
export function cutInBody(status = 200): Reply {
  return ({ response, socket }) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"half":');
    startTimer(() => socket.destroy(), 5);
  };
}

export function after(milliseconds: number, reply: Reply): Reply {
  return async (exchange) => {
    await new Promise((resolve) => startTimer(resolve, milliseconds));
    await reply(exchange);
  };
}

/** Sends the reply once `release` was called. */
export function holdReply(reply: Reply): { readonly reply: Reply; readonly release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: Reply = async (exchange) => {
    await released;
    await reply(exchange);
  };
  return { reply: held, release };
}
