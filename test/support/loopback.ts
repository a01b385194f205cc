import { onTestFinished } from "vitest";
import type { Loopback, LoopbackOptions, Received, Reply } from "./replies.js";
import { findClosedPort, openServer } from "./server.js";
import { until } from "./waiting.js";

export * from "./replies.js";
export * from "./waiting.js";

/** A local port without a listener. */
export const closedPort: () => Promise<number> = findClosedPort;

/** Starts a local server. Each request gets the next reply. The last reply repeats. */
export async function serve(
  replies: Reply | readonly Reply[],
  { port }: LoopbackOptions = {},
): Promise<Loopback> {
  const list: readonly Reply[] = typeof replies === "function" ? [replies] : replies;
  const requests: Received[] = [];
  const server = await openServer({
    port,
    arrived: async ({ incoming, response, socket, body }) => {
      const url = new URL(incoming.url ?? "/", "http://loopback");
      const request: Received = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        rawHeaders: incoming.rawHeaders,
        body,
      };
      const index = requests.push(request) - 1;
      const reply = list[Math.min(index, list.length - 1)];
      await reply?.({ request, response, socket, index });
    },
  });
  onTestFinished(server.close);
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    requests,
    get openSockets() {
      return server.openSockets;
    },
    get busy() {
      return server.busy;
    },
    get abandoned() {
      return server.abandoned;
    },
    idle: () => until(() => server.busy === 0, "the server to be idle"),
    close: server.close,
  };
}
