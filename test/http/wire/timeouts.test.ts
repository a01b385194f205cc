import { afterEach, describe, expect, test, vi } from "vitest";
import { TimeoutError } from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import { withDeadline } from "../../../src/http/wire/deadline.js";
import { drained } from "../../support/drained.js";
import { json, serve, stall, stallInBody, until } from "../../support/loopback.js";
import { clientFor, failure, limits, noQuotes, swapRequest } from "../test-client.js";
import {
  countResponses,
  endlessBody,
  fakeTime,
  fetchInMemory,
  heldLength,
  holdTimers,
  never,
  passTime,
  passTimeUntil,
  watchEnd,
} from "../time-control.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const url = "https://service.test";

describe("the timeout of an attempt covers", () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ["the headers", never],
    ["the body of a 200", endlessBody(200)],
    ["the body of a 500", endlessBody(500)],
    ["the body of a 403", endlessBody(403)],
  ])("%s", async (_, reply) => {
    fakeTime();
    const { fetch, requests } = fetchInMemory(reply);
    const call = failure(clientFor({ url }, { fetch, timeout: 50 }).kyc.financialLimits("a"));
    const state = watchEnd(call);
    await until(() => requests.length === 1, "the request");
    await passTime(49);
    expect([state.hasEnded, requests[0]?.signal.aborted]).toEqual([false, false]);
    await passTime(1);
    expect(state.hasEnded).toBe(true);
    const error = await call;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      kind: "timeout",
      timeout: 50,
      scope: "attempt",
      operation: "kyc.financialLimits",
    });
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await drained({ requests })).toHaveLength(1);
  });

  test.each([
    ["the headers", stall, 0],
    ["the body of a 200", stallInBody(200), 1],
    ["the body of a 500", stallInBody(500), 1],
  ])("%s, and closes the connection", async (_, reply, headers) => {
    const timers = holdTimers();
    const responses = countResponses();
    const server = await serve(reply);
    const options = { timeout: heldLength, totalTimeout: 2 * heldLength };
    const call = failure(clientFor(server, options).kyc.financialLimits("a"));
    await until(
      () => server.requests.length === 1 && responses.count === headers,
      "the request and the headers of its response",
    );
    timers.fire();
    expect(await call).toMatchObject({ name: "TimeoutError", timeout: heldLength });
    await server.idle();
    expect(server.abandoned).toBe(1);
  });
});

test("the call's timeout overrides the client's, and the error names the limit", async () => {
  const { fetch } = fetchInMemory(never);
  const client = clientFor({ url }, { fetch, timeout: 5_000, totalTimeout: 5_000 });
  expect(await failure(client.kyc.financialLimits("a", { timeout: 20 }))).toMatchObject({
    timeout: 20,
    scope: "attempt",
    message: expect.stringContaining("the limit of one attempt"),
  });
  expect(await failure(client.kyc.financialLimits("a", { totalTimeout: 20 }))).toMatchObject({
    timeout: 20,
    scope: "total",
    message: expect.stringContaining("the limit of all attempts together"),
  });
});

test("a task that throws before it returns a promise rejects at once, and leaves no timer", async () => {
  fakeTime();
  const thrown = new Error("the store is closed");
  const call = failure(
    withDeadline("proxy", { timeout: 1_000, scope: "attempt" }, () => {
      throw thrown;
    }),
  );
  expect(vi.getTimerCount()).toBe(0);
  expect(await call).toBe(thrown);
});

test("returns a response within the timeout", async () => {
  fakeTime();
  const { fetch, requests } = fetchInMemory(
    () => new Promise((resolve) => setTimeout(resolve, 1_999, Response.json(limits))),
  );
  const call = clientFor({ url }, { fetch, timeout: 2_000 }).kyc.financialLimits("a");
  await until(() => requests.length === 1, "the request");
  await passTime(1_999);
  expect(await call).toEqual(limits);
});

describe("the default timeout is", () => {
  /** The timeout of an attempt, from the timers that a call starts. */
  async function findTimeout(
    call: (client: ReturnType<typeof clientFor>) => Promise<unknown>,
    body: unknown,
    timeout?: number,
  ) {
    fakeTime();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const { fetch } = fetchInMemory(() => Response.json(body));
    await call(clientFor({ url }, { fetch, ...(timeout && { timeout }) }));
    const times = new Set(timers.mock.calls.map(([, milliseconds]) => milliseconds));
    timers.mockRestore();
    // One timer per attempt: the limit of all attempts together is later.
    expect(times.size).toBe(1);
    return [...times][0];
  }

  test("30 seconds", async () => {
    expect(await findTimeout((client) => client.kyc.financialLimits("a"), limits)).toBe(30_000);
    expect(await findTimeout((client) => client.swap.quote(swapRequest), noQuotes)).toBe(30_000);
  });

  test.each(["FASTEST_BRIDGE", "BEST_OUTPUT"] as const)(
    "90 seconds for the route profile %s",
    async (routeProfile) => {
      expect(
        await findTimeout(
          (client) => client.swap.quote({ ...swapRequest, routeProfile }),
          noQuotes,
        ),
      ).toBe(90_000);
    },
  );

  test("the client's, even for a slow profile", async () => {
    const slow = { ...swapRequest, routeProfile: "BEST_OUTPUT" } as const;
    expect(await findTimeout((client) => client.swap.quote(slow), noQuotes, 7_777)).toBe(7_777);
  });
});

test.each([0, -1, Number.NaN, "5" as never])("rejects the timeout %s", async (timeout) => {
  const server = await serve(json(limits));
  expect(() => clientFor(server, { timeout })).toThrow(ConfigurationError);
  expect(() => clientFor(server, { totalTimeout: timeout })).toThrow(ConfigurationError);
  for (const name of ["timeout", "totalTimeout"]) {
    const error = await failure(clientFor(server).kyc.financialLimits("a", { [name]: timeout }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      message: expect.stringContaining(`call: ${name}: expected milliseconds > 0`),
    });
  }
  expect(await drained(server)).toHaveLength(0);
});

const tooLong = [{ timeout: Number.POSITIVE_INFINITY }, { totalTimeout: 2 ** 40 }];

test.each([
  ...tooLong.map((limit) => ["client", limit] as const),
  ...tooLong.map((limit) => ["call", limit] as const),
])("a limit of a %s longer than timers support does not fire at once: %o", async (of, limit) => {
  fakeTime();
  const { url, fetch, requests } = fetchInMemory(
    () => Response.json({}, { status: 503, headers: { "retry-after": "0" } }),
    () => new Promise((resolve) => setTimeout(resolve, 20, Response.json(limits))),
  );
  const client = clientFor({ url }, { fetch, ...(of === "client" && limit) });
  const call = client.kyc.financialLimits("a", of === "call" ? limit : {});
  await passTimeUntil(() => requests.length === 2, "the retry", 0);
  // A timer that is too long fires after 1 ms, also in fake time.
  await passTime(1);
  await passTime(19);
  expect(await call).toEqual(limits);
});
