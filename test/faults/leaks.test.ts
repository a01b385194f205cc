import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { clientFor, limits, transaction } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { json, serve } from "../support/loopback.js";
import { createUnreliableClient, uses } from "./leaks.js";
import { startVirtualTime } from "./virtual-time.js";

test.each(Object.entries(uses))("%s leaves no timer and no listener", async (_, use) => {
  startVirtualTime();
  const client = createUnreliableClient();
  const { signal } = new AbortController();
  for (let i = 0; i < 12; i++) await use(client, i % 2 ? signal : undefined).catch(() => {});
  await expect.poll(() => getEventListeners(signal, "abort").length).toBe(0);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

test.each(Object.entries(uses))("%s leaves no request, and reuses connections", async (_, use) => {
  const server = await serve((exchange) => {
    const isListing = exchange.request.path.includes("history");
    const id = `t${exchange.index}`;
    const page = { transactions: [transaction(id)], nextLastId: id };
    // Every third response is not complete.
    if (exchange.index % 3 === 2) exchange.socket.destroy();
    else return json(isListing ? page : limits)(exchange);
  });
  const client = clientFor(server, { retry: { limit: 1, baseDelay: 0, maxDelay: 1 } });
  const { signal } = new AbortController();
  for (let i = 0; i < 12; i++) await use(client, signal).catch(() => {});
  await expect.poll(() => server.busy).toBe(0);
  expect((await drained(server)).length).toBeGreaterThanOrEqual(12);
  expect(server.openSockets).toBeLessThan(6);
});
