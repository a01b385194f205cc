import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { BridgeCommand, BridgeEvent, BridgeResult, Chunk } from "../browser/bridge.js";
import { probePath } from "../browser/probe-path.js";
import type { Loopback, LoopbackOptions, Received, Reply } from "./replies.js";
import { until } from "./waiting.js";

export * from "./replies.js";
export * from "./waiting.js";

/** A test may replace it. */
const { fetch } = globalThis;

const listeners = new Map<number, (news: BridgeEvent) => void>();
/** The commands without a result, by their number: the bridge counts them as they arrive. */
const pending = new Map<number, PendingCommand>();
let commands = 0;
let closedError: Error | undefined;

interface PendingCommand {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Closed with the page, which several suites share. */
const channel = new WebSocket(`ws://${location.host}/bridge`);
channel.onmessage = ({ data }) => {
  const message: BridgeResult | BridgeEvent = JSON.parse(data);
  if ("server" in message) {
    listeners.get(message.server)?.(message);
    return;
  }
  const waiting = pending.get(message.command);
  pending.delete(message.command);
  if ("error" in message) waiting?.reject(new Error(message.error));
  else waiting?.resolve(message.result);
};
await new Promise<void>((resolve, reject) => {
  channel.onopen = () => resolve();
  channel.onclose = ({ code }) => {
    closedError = new Error(`the connection to the test's servers closed with code ${code}`);
    reject(closedError);
    for (const command of pending.values()) command.reject(closedError);
  };
});

function sendCommand(command: BridgeCommand): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (closedError) {
      reject(closedError);
      return;
    }
    pending.set(++commands, { resolve, reject });
    channel.send(JSON.stringify(command));
  });
}

/** The part of `Buffer` that the tests use. */
class Bytes extends Uint8Array<ArrayBuffer> {
  override toString(): string {
    return new TextDecoder().decode(this);
  }
}

const fromBase64 = (text: string) =>
  Bytes.from(atob(text), (character) => character.charCodeAt(0)) as Bytes;

function toChunk(data: string | Uint8Array | undefined): Chunk | undefined {
  if (data === undefined || typeof data === "string") return data;
  return { base64: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")) };
}

function responseOf(exchange: number) {
  return {
    writeHead: (status: number, headers: Record<string, string> = {}) =>
      void sendCommand({ do: "head", exchange, status, headers }),
    write: (data: string | Uint8Array, written = () => {}) =>
      void sendCommand({ do: "write", exchange, chunk: toChunk(data) }).then(written),
    end: (data?: string | Uint8Array) =>
      void sendCommand({ do: "end", exchange, chunk: toChunk(data) }),
  };
}

function socketOf(exchange: number) {
  return {
    destroy: () => void sendCommand({ do: "destroy", exchange }),
    resetAndDestroy: () => void sendCommand({ do: "reset", exchange }),
    end: (data?: string | Uint8Array) =>
      void sendCommand({ do: "socketEnd", exchange, chunk: toChunk(data) }),
  };
}

/** A local port without a listener. */
export const closedPort = () => sendCommand({ do: "closedPort" }) as Promise<number>;

let servers = 0;

/** `serve` for a browser. A real server runs outside the page, and the page makes the replies. */
export async function serve(
  replies: Reply | readonly Reply[],
  { port: wanted }: LoopbackOptions = {},
): Promise<Loopback> {
  const list: readonly Reply[] = typeof replies === "function" ? [replies] : replies;
  const requests: Received[] = [];
  const id = ++servers;
  let state = { openSockets: 0, busy: 0, abandoned: 0 };

  listeners.set(id, (news) => {
    if ("state" in news) {
      state = news.state;
      return;
    }
    const { exchange, method, url, headers, rawHeaders } = news;
    const { pathname: path, searchParams: query } = new URL(url, "http://loopback");
    const body = fromBase64(news.body) as Uint8Array as Buffer;
    const request: Received = {
      method,
      url,
      path,
      query,
      headers,
      rawHeaders,
      body,
    };
    const index = requests.push(request) - 1;
    const reply = list[Math.min(index, list.length - 1)];
    const response = responseOf(exchange) as unknown as ServerResponse;
    const socket = socketOf(exchange) as unknown as Socket;
    void reply?.({ request, response, socket, index });
  });
  const port = (await sendCommand({ do: "serve", server: id, port: wanted })) as number;

  const close = async () => {
    await sendCommand({ do: "close", server: id });
    listeners.delete(id);
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get openSockets() {
      return state.openSockets;
    },
    get busy() {
      return state.busy;
    },
    get abandoned() {
      return state.abandoned;
    },
    idle: async () => {
      // Requests that the page has sent before arrive before this one. A test may have closed it.
      await fetch(`http://127.0.0.1:${port}${probePath}`).catch(() => {});
      await until(() => state.busy === 0, "the server to be idle");
    },
    close,
  };
}
