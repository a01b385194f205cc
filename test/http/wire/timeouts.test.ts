import { afterEach, describe, expect, test, vi } from "vitest";
import { TimeoutError } from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import { after, json, serve, stall, stallInBody } from "../../support/loopback.js";
import { clientFor, failure, limits, noQuotes, swapRequest } from "../test-client.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the timeout of an attempt covers", () => {
  test.each([
    ["the headers", stall],
    ["the body of a 200", stallInBody(200)],
    ["the body of a 500", stallInBody(500)],
    ["the body of a 403", stallInBody(403)],
  ])("%s", async (_, reply) => {
    const server = await serve(reply);
    const begun = performance.now();
    const error = await failure(clientFor(server, { timeout: 50 }).kyc.financialLimits("a"));
    const elapsed = performance.now() - begun;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      kind: "timeout",
      timeout: 50,
      scope: "attempt",
      operation: "kyc.financialLimits",
    });
    expect(elapsed).toBeGreaterThanOrEqual(45);
    expect(elapsed).toBeLessThan(2_000);
    await server.idle();
    expect(server.abandoned).toBe(1);
  });

  test("a key function that never returns", async () => {
    const server = await serve(json(limits));
    const client = clientFor(server, { apiKey: () => new Promise<string>(() => {}), timeout: 20 });
    expect(await failure(client.kyc.financialLimits("a"))).toBeInstanceOf(TimeoutError);
    expect(server.requests).toHaveLength(0);
  });
});

test("the call's timeout overrides the client's, and the error names the limit", async () => {
  const server = await serve(stall);
  const client = clientFor(server, { timeout: 5_000, totalTimeout: 5_000 });
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

test("returns a response within the timeout", async () => {
  const server = await serve(after(40, json(limits)));
  expect(await clientFor(server, { timeout: 2_000 }).kyc.financialLimits("a")).toEqual(limits);
});

describe("the default timeout is", () => {
  async function longestTimer(
    call: (client: ReturnType<typeof clientFor>) => Promise<unknown>,
    body: unknown,
    timeout?: number,
  ) {
    const server = await serve(json(body));
    const client = clientFor(server, timeout === undefined ? {} : { timeout });
    const timers = vi.spyOn(globalThis, "setTimeout");
    await call(client);
    // 120 s is the limit of all attempts together, and 300 s are undici's own.
    const times = timers.mock.calls.map(([, milliseconds]) => milliseconds ?? 0);
    expect(times.some((time) => time > 119_000 && time <= 120_000)).toBe(true);
    return Math.max(...times.filter((time) => time >= 7_000 && time <= 119_000));
  }

  test("30 seconds", async () => {
    expect(await longestTimer((client) => client.kyc.financialLimits("a"), limits)).toBe(30_000);
    expect(await longestTimer((client) => client.swap.quote(swapRequest), noQuotes)).toBe(30_000);
  });

  test.each(["FASTEST_BRIDGE", "BEST_OUTPUT"] as const)(
    "90 seconds for the route profile %s",
    async (routeProfile) => {
      expect(
        await longestTimer(
          (client) => client.swap.quote({ ...swapRequest, routeProfile }),
          noQuotes,
        ),
      ).toBe(90_000);
    },
  );

  test("the client's, even for a slow profile", async () => {
    const slow = { ...swapRequest, routeProfile: "BEST_OUTPUT" } as const;
    expect(await longestTimer((client) => client.swap.quote(slow), noQuotes, 7_777)).toBe(7_777);
  });
});

test.each([0, -1, Number.NaN, "5" as never])("rejects the timeout %s", async (timeout) => {
  const server = await serve(json(limits));
  expect(() => clientFor(server, { timeout })).toThrow(ConfigurationError);
  expect(() => clientFor(server, { totalTimeout: timeout })).toThrow(ConfigurationError);
  for (const name of ["timeout", "totalTimeout"]) {
    const error = await failure(clientFor(server).kyc.financialLimits("a", { [name]: timeout }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message: expect.stringContaining(`${name} `) });
  }
  expect(server.requests).toHaveLength(0);
});

test("a timeout longer than timers support does not fire immediately", async () => {
  const server = await serve(after(20, json(limits)));
  const client = clientFor(server, { timeout: Number.POSITIVE_INFINITY, totalTimeout: 2 ** 40 });
  expect(await client.kyc.financialLimits("a")).toEqual(limits);
});
