import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { BridgeCommand, BridgeEvent, Chunk } from "../browser/bridge.js";
import {
  type Loopback,
  type LoopbackOptions,
  type Received,
  type Reply,
  until,
} from "./replies.js";

export * from "./replies.js";

// Tests replace `fetch`. The bridge keeps the original.
const send = globalThis.fetch.bind(globalThis);
const bridge = new URL(`/bridge?page=${crypto.randomUUID()}`, location.origin).href;

const listeners = new Map<number, (news: BridgeEvent) => void>();
const events = new EventSource(bridge);
events.onmessage = ({ data }) => {
  const news: BridgeEvent = JSON.parse(data);
  listeners.get(news.server)?.(news);
};
await new Promise((resolve, reject) => {
  events.onopen = resolve;
  events.onerror = () => reject(new Error("the bridge to the test's servers did not open"));
});

interface PendingOrder {
  readonly order: BridgeCommand;
  readonly done: (result: unknown) => void;
}

let waiting: PendingOrder[] = [];
let sending = false;

/** Sends one batch at a time, so that the orders arrive in sequence. */
async function sendAll(): Promise<void> {
  sending = true;
  await null;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const response = await send(bridge, {
      method: "POST",
      body: JSON.stringify(batch.map(({ order }) => order)),
    });
    const results: unknown[] = await response.json();
    for (const [i, { done }] of batch.entries()) done(results[i]);
  }
  sending = false;
}

function sendOrder(order: BridgeCommand): Promise<unknown> {
  return new Promise((done) => {
    waiting.push({ order, done });
    if (!sending) void sendAll();
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
      void sendOrder({ do: "head", exchange, status, headers }),
    write: (data: string | Uint8Array, written = () => {}) =>
      void sendOrder({ do: "write", exchange, chunk: toChunk(data) }).then(written),
    end: (data?: string | Uint8Array) =>
      void sendOrder({ do: "end", exchange, chunk: toChunk(data) }),
  };
}

function socketOf(exchange: number) {
  return {
    destroy: () => void sendOrder({ do: "destroy", exchange }),
    resetAndDestroy: () => void sendOrder({ do: "reset", exchange }),
    end: (data?: string | Uint8Array) =>
      void sendOrder({ do: "socketEnd", exchange, chunk: toChunk(data) }),
  };
}

/** A local port without a listener. */
export const closedPort = () => sendOrder({ do: "closedPort" }) as Promise<number>;

let servers = 0;

/** `serve` for a browser. A real server runs outside the page, and the page makes the replies. */
export async function serve(
  replies: Reply | readonly Reply[],
  { port: wanted }: LoopbackOptions = {},
): Promise<Loopback> {
  const list: readonly Reply[] = typeof replies === "function" ? [replies] : replies;
  const requests: Received[] = [];
  const start = performance.now();
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
      at: performance.now() - start,
    };
    const index = requests.push(request) - 1;
    const reply = list[Math.min(index, list.length - 1)];
    const response = responseOf(exchange) as unknown as ServerResponse;
    const socket = socketOf(exchange) as unknown as Socket;
    void reply?.({ request, response, socket, index });
  });
  const port = (await sendOrder({ do: "serve", server: id, port: wanted })) as number;

  const close = async () => {
    await sendOrder({ do: "close", server: id });
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
    idle: () => until(() => state.busy === 0, "the server to be idle"),
    close,
  };
}
