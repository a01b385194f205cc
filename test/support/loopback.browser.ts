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

// Tests stub what a page has: the bridge keeps what was there before.
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

interface Waiting {
  readonly order: BridgeCommand;
  readonly done: (result: unknown) => void;
}

let waiting: Waiting[] = [];
let sending = false;

/** Orders go out one batch after the other, so that they arrive in order. */
async function sendAll(): Promise<void> {
  sending = true;
  await null;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const answer = await send(bridge, {
      method: "POST",
      body: JSON.stringify(batch.map(({ order }) => order)),
    });
    const results: unknown[] = await answer.json();
    for (const [i, { done }] of batch.entries()) done(results[i]);
  }
  sending = false;
}

function ask(order: BridgeCommand): Promise<unknown> {
  return new Promise((done) => {
    waiting.push({ order, done });
    if (!sending) void sendAll();
  });
}

/** As much of a Buffer as the tests read. */
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
      void ask({ do: "head", exchange, status, headers }),
    write: (data: string | Uint8Array, written = () => {}) =>
      void ask({ do: "write", exchange, chunk: toChunk(data) }).then(written),
    end: (data?: string | Uint8Array) => void ask({ do: "end", exchange, chunk: toChunk(data) }),
  };
}

function socketOf(exchange: number) {
  return {
    destroy: () => void ask({ do: "destroy", exchange }),
    resetAndDestroy: () => void ask({ do: "reset", exchange }),
    end: (data?: string | Uint8Array) =>
      void ask({ do: "socketEnd", exchange, chunk: toChunk(data) }),
  };
}

/** A port of this machine on which nobody listens. */
export const closedPort = () => ask({ do: "closedPort" }) as Promise<number>;

let servers = 0;

/** The twin of `serve` in a page: the server is a real one, next to the browser, and the replies are made here. */
export async function serve(
  replies: Reply | readonly Reply[],
  { port: wanted }: LoopbackOptions = {},
): Promise<Loopback> {
  const list: readonly Reply[] = typeof replies === "function" ? [replies] : replies;
  const requests: Received[] = [];
  const begun = performance.now();
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
      at: performance.now() - begun,
    };
    const index = requests.push(request) - 1;
    const reply = list[Math.min(index, list.length - 1)];
    const response = responseOf(exchange) as unknown as ServerResponse;
    const socket = socketOf(exchange) as unknown as Socket;
    void reply?.({ request, response, socket, index });
  });
  const port = (await ask({ do: "serve", server: id, port: wanted })) as number;

  const close = async () => {
    await ask({ do: "close", server: id });
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
