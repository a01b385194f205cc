import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
} from "../../../src/errors/connection.js";
import { drained } from "../../support/drained.js";
import { inBrowser } from "../../support/in-browser.js";
import {
  closedPort,
  holdReply,
  html,
  json,
  serve,
  stall,
  stallInBody,
  takeTurn,
  until,
} from "../../support/loopback.js";
import { clientFor, failure, hash, limits, signature } from "../test-client.js";
import { countResponses, fetchInMemory, never } from "../time-control.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an abort", () => {
  test("before the call sends nothing", async () => {
    const server = await serve(json(limits));
    const reason = new Error("left");
    const error = await failure(
      clientFor(server).kyc.financialLimits("a", { signal: AbortSignal.abort(reason) }),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ kind: "aborted", sent: false, operation: "kyc.financialLimits" });
    expect((error as AbortedError).reason).toBe(reason);
    expect(await drained(server)).toHaveLength(0);
  });

  test("right after the call sends nothing", async () => {
    const server = await serve(json(limits));
    const controller = new AbortController();
    const call = clientFor(server).kyc.financialLimits("a", { signal: controller.signal });
    controller.abort();
    expect(await failure(call)).toMatchObject({ name: "AbortedError", sent: false });
    expect(await drained(server)).toHaveLength(0);
  });

  test("during the key function sends nothing, even if the key arrives later", async () => {
    const { url, fetch, requests } = fetchInMemory(() => Response.json(limits));
    const controller = new AbortController();
    let resolveKey: ((key: string) => void) | undefined;
    const apiKey = () =>
      new Promise<string>((resolve) => {
        resolveKey = resolve;
      });
    const call = failure(
      clientFor({ url }, { fetch, apiKey }).operations.execute(
        { userOperationHash: hash, signature },
        { signal: controller.signal },
      ),
    );
    await until(() => resolveKey !== undefined, "the key function");
    controller.abort("changed my mind");
    expect(await call).toMatchObject({
      name: "AbortedError",
      sent: false,
      reason: "changed my mind",
    });
    resolveKey?.("late-key");
    await takeTurn();
    expect(await drained({ requests })).toHaveLength(0);
  });

  test.each([
    ["while waiting for headers", stall, 0],
    ["in the body", stallInBody(), 1],
    ["in the body of an error", stallInBody(500), 1],
  ])("%s rejects with sent: true", async (_, reply, headers) => {
    const responses = countResponses();
    const server = await serve(reply);
    const controller = new AbortController();
    const call = failure(clientFor(server).kyc.financialLimits("a", { signal: controller.signal }));
    await until(
      () => server.requests.length === 1 && responses.count === headers,
      "the request and the headers of its response",
    );
    controller.abort();
    const error = await call;
    expect(error).toMatchObject({ name: "AbortedError", sent: true });
    await server.idle();
    expect(server.abandoned).toBe(1);
    expect(await drained(server)).toHaveLength(1);
  });

  test("of a sent write rejects with AbortedError and sent: true", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const call = failure(
      clientFor(server).operations.execute(
        { userOperationHash: hash, signature },
        { signal: controller.signal },
      ),
    );
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    const error = await call;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).not.toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ sent: true });
  });

  test("during a retry delay ends the delay", async () => {
    const server = await serve(html(503));
    const controller = new AbortController();
    vi.spyOn(Math, "random").mockReturnValue(1);
    const client = clientFor(server, {
      // The delay is longer than the limit of this test.
      retry: { limit: 2, baseDelay: 600_000, maxDelay: 600_000 },
      totalTimeout: 6_000_000,
      hooks: { onRetry: () => setTimeout(() => controller.abort(), 10) },
    });
    expect(
      await failure(client.kyc.financialLimits("a", { signal: controller.signal })),
    ).toMatchObject({
      name: "AbortedError",
      sent: true,
    });
    expect(await drained(server)).toHaveLength(1);
  });

  // In a browser the outcome of the write is unknown, so it is not retried.
  test.skipIf(inBrowser)(
    "during the retry delay of an unsent write rejects with sent: false",
    async () => {
      const controller = new AbortController();
      const client = clientFor(
        { url: `http://127.0.0.1:${await closedPort()}` },
        {
          retry: { limit: 2, baseDelay: 60_000 },
          totalTimeout: 600_000,
          hooks: { onRetry: () => controller.abort() },
        },
      );
      const error = await failure(
        client.operations.execute(
          { userOperationHash: hash, signature },
          { signal: controller.signal },
        ),
      );
      expect(error).toMatchObject({ name: "AbortedError", sent: false });
    },
  );

  test("after the response has no effect", async () => {
    const server = await serve(json(limits));
    const controller = new AbortController();
    const data = await clientFor(server).kyc.financialLimits("a", { signal: controller.signal });
    controller.abort();
    expect(data).toEqual(limits);
  });

  test("by a signal's own timeout is an abort with its reason", async () => {
    const { url, fetch } = fetchInMemory(never);
    const signal = AbortSignal.timeout(20);
    const error = await failure(clientFor({ url }, { fetch }).kyc.financialLimits("a", { signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as AbortedError).reason).toMatchObject({ name: "TimeoutError" });
  });

  test("does not affect the next call", async () => {
    const server = await serve([stall, json(limits)]);
    const controller = new AbortController();
    const client = clientFor(server);
    const first = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    const second = client.kyc.financialLimits("a");
    controller.abort();
    expect(await first).toBeInstanceOf(AbortedError);
    expect(await second).toEqual(limits);
  });
});

test("a shared signal has listeners only during its calls", async () => {
  const { reply, release } = holdReply(json(limits));
  const server = await serve(reply);
  const { signal } = new AbortController();
  const client = clientFor(server);
  // A browser opens no more than six connections to one server, and one at a time for one address.
  const count = inBrowser ? 6 : 20;
  const calls = Array.from({ length: count }, (_, i) =>
    client.kyc.financialLimits(`a${i}`, { signal }),
  );
  await until(() => server.requests.length === count, "the requests");
  expect(getEventListeners(signal, "abort").length).toBeGreaterThan(0);
  release();
  await Promise.all(calls);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("a closed port is a connection error, not an abort", async () => {
  const client = clientFor({ url: `http://127.0.0.1:${await closedPort()}` });
  const { signal } = new AbortController();
  expect(await failure(client.kyc.financialLimits("a", { signal }))).toBeInstanceOf(
    ConnectionError,
  );
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
