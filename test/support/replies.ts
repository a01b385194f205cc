import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** One request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Milliseconds since the server started. */
  readonly at: number;
}

export interface Exchange {
  readonly request: Received;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** 0 for the first request. */
  readonly index: number;
}

/** How one request is answered. */
export type Reply = (exchange: Exchange) => void | Promise<void>;

export interface Loopback {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Received[];
  /** Connections that are open now. */
  readonly openSockets: number;
  /** Requests that have neither been answered in full nor lost their connection. */
  readonly busy: number;
  /** Connections that the other side ended in the middle of an exchange. */
  readonly abandoned: number;
  /** Resolves when no exchange is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  port?: number;
}

/** Waits for something that happens on the other side of a socket. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 3_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited 3 s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

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

/** Never answers. */
export const stall: Reply = () => {};

/** Sends the headers and half of a JSON body, then nothing more. */
export function stallInBody(status = 200): Reply {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"half":');
  };
}

/** Ends the connection with a reset before anything is answered. */
export const reset: Reply = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Sends the headers and half of a JSON body, then ends the connection. */
export function cutInBody(status = 200): Reply {
  return ({ response, socket }) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"half":');
    setTimeout(() => socket.destroy(), 5);
  };
}

export function after(milliseconds: number, reply: Reply): Reply {
  return async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await reply(exchange);
  };
}
