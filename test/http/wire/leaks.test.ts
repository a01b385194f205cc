import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../src/client.js";
import { TimeoutError } from "../../../src/errors/index.js";
import { drained } from "../../support/drained.js";
import {
  closedPort,
  cutInBody,
  empty,
  html,
  json,
  type Reply,
  redirect,
  reset,
  serve,
  stall,
  stallInBody,
  until,
} from "../../support/loopback.js";
import { clientFor, failure, limits, transaction, wallet } from "../test-client.js";
import { countResponses, fetchInMemory } from "../time-control.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** No other code starts timers of this length. */
const timeout = 54_321;

/**
 * Collects the open timers of this package, recognised by their stack or length. `end` ends
 * one early.
 */
function watchTimers() {
  const open = new Map<unknown, { readonly time: number; readonly end: () => void }>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: (...args: unknown[]) => void,
    time = 0,
    ...args: unknown[]
  ) => {
    const end = () => {
      stop(timer);
      open.delete(timer);
      run(...args);
    };
    const timer = start(end, time);
    if (time === timeout || /src[\\/]http/.test(new Error().stack ?? ""))
      open.set(timer, { time, end });
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    open.delete(timer);
    stop(timer);
  });
  return open;
}

/** For a timeout, how many responses have headers before it. */
const outcomes: [string, Reply[], headers?: number][] = [
  ["a success", [json(limits)]],
  ["an HTTP error", [json({ id: "BAD_REQUEST" }, 400)]],
  ["a page", [html(200)]],
  ["an empty response", [empty(200)]],
  ["a redirect", [redirect(307, "https://elsewhere.example/")]],
  ["a network error", [reset]],
  ["a cut body", [cutInBody()]],
  ["retries that succeed", [html(503), reset, json(limits)]],
  ["retries that fail", [html(503)]],
  ["a Retry-After too long", [json({}, 429, { "retry-after": "3600" })]],
  ["a timeout before the headers", [stall], 0],
  ["a timeout in the body", [stallInBody()], 1],
];

describe("no timer or listener remains after", () => {
  test.each(outcomes)("%s", async (_, replies, headers) => {
    const timers = watchTimers();
    const responses = countResponses();
    const server = await serve(replies);
    const { signal } = new AbortController();
    const call = clientFor(server, { timeout, totalTimeout: 600_000 })
      .kyc.financialLimits("a", { signal })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    if (headers !== undefined) {
      await until(
        () => server.requests.length === 1 && responses.count === headers,
        "the request and the headers of its response",
      );
      const ends = [...timers.values()].filter(({ time }) => time === timeout);
      expect(ends).toHaveLength(1);
      for (const { end } of ends) end();
    }
    const error = await call;
    expect(error instanceof TimeoutError).toBe(headers !== undefined);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(timers.size).toBe(0);
    await server.idle();
  });

  test("a refused connection", async () => {
    const timers = watchTimers();
    const { signal } = new AbortController();
    await failure(
      clientFor({ url: `http://127.0.0.1:${await closedPort()}` }).kyc.financialLimits("a", {
        signal,
      }),
    );
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(timers.size).toBe(0);
  });

  test("a call that was rejected before it was sent", async () => {
    const timers = watchTimers();
    const { signal } = new AbortController();
    await failure(
      createClient({
        baseUrl: "https://api.example.com",
        apiKey: null,
      }).kyc.financialLimits("", { signal }),
    );
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(timers.size).toBe(0);
  });

  test.each([
    ["while waiting", stall, 0, 0],
    ["in the body", stallInBody(), 1, 0],
    ["between attempts", html(503), 1, 1],
  ])("an abort %s", async (_, reply, headers, retries) => {
    const onRetry = vi.fn();
    const timers = watchTimers();
    const responses = countResponses();
    const server = await serve(reply);
    const controller = new AbortController();
    const call = failure(
      clientFor(server, {
        retry: { limit: 1, baseDelay: 60_000, maxDelay: 60_000 },
        totalTimeout: 600_000,
        hooks: { onRetry },
      }).kyc.financialLimits("a", {
        signal: controller.signal,
      }),
    );
    await until(
      () =>
        server.requests.length === 1 &&
        responses.count === headers &&
        onRetry.mock.calls.length === retries,
      "the request, the headers of its response and the plan to retry",
    );
    controller.abort();
    await call;
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(timers.size).toBe(0);
    await server.idle();
  });

  test("an abort in the onRetry hook, or just before it", async () => {
    const timers = watchTimers();
    for (const name of ["onRetry", "onResponse"] as const) {
      const server = await serve(json({}, 503, { "retry-after": "60" }));
      const controller = new AbortController();
      const { signal } = controller;
      const hooks = { [name]: () => queueMicrotask(() => controller.abort()) };
      const client = clientFor(server, { hooks, totalTimeout: 600_000 });
      expect(await failure(client.kyc.financialLimits("a", { signal }))).toMatchObject({
        name: "AbortedError",
      });
      await until(() => timers.size === 0, "the timers to end");
      await server.idle();
    }
  });

  test.each([{ prefetch: false }, { prefetch: true }])(
    "an early end of a page loop, %o",
    async (options) => {
      const timers = watchTimers();
      const server = await serve(({ index, ...exchange }) =>
        json({ transactions: [transaction(`t${index}`)], nextLastId: `t${index}` })({
          index,
          ...exchange,
        }),
      );
      const { signal } = new AbortController();
      for await (const _ of clientFor(server).wallets.history(wallet, {}, { ...options, signal }))
        break;
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
      await server.idle();
      await until(() => timers.size === 0, "the timers to end");
    },
  );

  test("an iterator with prefetch that is abandoned without return", async () => {
    const timers = watchTimers();
    const server = await serve(({ index, ...exchange }) =>
      json({ transactions: [transaction(`t${index}`)], nextLastId: `t${index}` })({
        index,
        ...exchange,
      }),
    );
    const { signal } = new AbortController();
    for (let i = 0; i < 5; i++) {
      const listing = clientFor(server).wallets.history(wallet, {}, { prefetch: true, signal });
      await listing[Symbol.asyncIterator]().next();
    }
    await until(() => getEventListeners(signal, "abort").length === 0, "the listeners to go");
    await server.idle();
    await until(() => timers.size === 0, "the timers to end");
    expect(await drained(server)).toHaveLength(10);
  });

  test.each([true, false])("a shared read, dedupe %s", async (dedupe) => {
    const timers = watchTimers();
    const server = await serve(json(limits));
    const { signal } = new AbortController();
    await Promise.all(
      Array.from({ length: 5 }, () =>
        clientFor(server, { dedupe }).kyc.financialLimits("a", { signal }),
      ),
    );
    await until(() => getEventListeners(signal, "abort").length === 0, "the listeners to go");
    expect(timers.size).toBe(0);
  });

  test("a wait", async () => {
    const timers = watchTimers();
    const server = await serve([
      json({ session: { id: "s", status: "PENDING" } }),
      json({ session: { id: "s", status: "COMPLETED" } }),
    ]);
    const { signal } = new AbortController();
    await clientFor(server).kyc.waitForSession("s", { signal, interval: 2 });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(timers.size).toBe(0);
  });
});

test.each([
  ["an error", json({ id: "BAD_REQUEST" }, 400)],
  ["a redirect", redirect(302, "/x")],
  ["a page", html(200)],
  ["an empty response", empty(200)],
])("%s leaves a reusable connection", async (_, reply) => {
  const server = await serve(reply);
  const client = clientFor(server);
  for (let i = 0; i < 20; i++) await failure(client.kyc.financialLimits("a"));
  // The runtime may open a second connection for the next call.
  expect(server.openSockets).toBeLessThanOrEqual(2);
});

test("many calls on one signal leave no listener and no timer", async () => {
  const timers = watchTimers();
  const { url, fetch } = fetchInMemory(() => Response.json(limits));
  const client = clientFor({ url }, { fetch });
  const { signal } = new AbortController();
  for (let i = 0; i < 100; i++) await client.kyc.financialLimits("a", { signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(timers.size).toBe(0);
});
