import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../src/client.js";
import {
  AbortedError,
  type ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../../src/errors/connection.js";
import type { StandardSchemaV1 } from "../../../src/http/features/standard-schema.js";
import { inBrowser } from "../../support/in-browser.js";
import { json, serve } from "../../support/loopback.js";
import { clientFor, failure, limits } from "../test-client.js";

const never = () => new Promise<never>(() => {});

/** The longest that any of these calls may take. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const value = await promise;
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  return value;
}

describe("an API key function that never returns", () => {
  test.each([{ dedupe: false }, { dedupe: true }])("ends with the timeout, %o", async (options) => {
    const server = await serve(json(limits));
    const client = clientFor(server, { apiKey: never, timeout: 30, totalTimeout: 60, ...options });
    expect(await soon(failure(client.kyc.financialLimits("a")))).toBeInstanceOf(TimeoutError);
    expect(server.requests).toHaveLength(0);
  });

  test.each([{ dedupe: false }, { dedupe: true }])("ends with the signal, %o", async (options) => {
    const server = await serve(json(limits));
    const client = clientFor(server, { apiKey: never, ...options });
    const signal = AbortSignal.timeout(20);
    const error = await soon(failure(client.kyc.financialLimits("a", { signal })));
    expect(error).toMatchObject({ name: "AbortedError", sent: false });
    expect(server.requests).toHaveLength(0);
  });
});

describe("a response schema of the caller's that never answers", () => {
  const schema: StandardSchemaV1 = {
    "~standard": { version: 1, vendor: "test", validate: never },
  };
  const request = { path: "/things", response: schema } as const;

  test("ends a read with the total timeout", async () => {
    const server = await serve(json({}));
    const call = clientFor(server, { totalTimeout: 60 }).request({ ...request, method: "GET" });
    expect(await soon(failure(call))).toMatchObject({ name: "TimeoutError", scope: "total" });
  });

  test("leaves the outcome of a write unknown", async () => {
    const server = await serve(json({}));
    const call = clientFor(server, { totalTimeout: 60 }).request({ ...request, method: "POST" });
    expect(await soon(failure(call))).toBeInstanceOf(OutcomeUnknownError);
    expect(server.requests).toHaveLength(1);
  });

  test("ends with the signal", async () => {
    const server = await serve(json({}));
    const signal = AbortSignal.timeout(40);
    const call = clientFor(server).request({ ...request, method: "GET" }, { signal });
    expect(await soon(failure(call))).toBeInstanceOf(AbortedError);
  });
});

// In a page modules are loaded by the browser, and cannot be replaced.
describe.skipIf(inBrowser)("the chunk of the fetch layer", () => {
  afterEach(() => {
    vi.doUnmock("../../../src/http/transport.js");
    vi.resetModules();
  });

  const options = { baseUrl: "https://api.example.com", apiKey: "key", logLevel: "off" } as const;
  const fetch = async () => Response.json(limits);

  async function freshClient(more: object = {}): Promise<ReturnType<typeof createClient>> {
    vi.resetModules();
    const fresh = (await import("../../../src/client.js")) as { createClient: typeof createClient };
    return fresh.createClient({ ...options, fetch, ...more });
  }

  test.each([
    ["without paths", {}],
    ["with paths", { paths: { "operations.execute": "/v2/execute" } }],
  ])("is loaded again by the next call when loading failed, %s", async (_, more) => {
    let attempts = 0;
    vi.doMock("../../../src/http/transport.js", async (original) => {
      if (++attempts <= 2) throw new TypeError("Failed to fetch dynamically imported module");
      return original();
    });
    const client = await freshClient(more);
    for (let i = 0; i < 2; i++) {
      const error = await failure(client.kyc.financialLimits("a"));
      expect(error).toMatchObject({ name: "ConnectionError", phase: "connect" });
      expect((error as ConnectionError).message).toContain("nothing was sent");
      vi.resetModules();
    }
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
    expect(attempts).toBe(3);
  });

  test("ends a call with its budget when it never arrives", async () => {
    vi.doMock("../../../src/http/transport.js", never);
    const client = await freshClient({ totalTimeout: 50 });
    const error = await soon(failure(client.kyc.financialLimits("a")));
    expect(error).toMatchObject({ name: "TimeoutError", scope: "total" });
  });

  test("ends a call with its signal when it never arrives", async () => {
    vi.doMock("../../../src/http/transport.js", never);
    const client = await freshClient();
    const signal = AbortSignal.timeout(10);
    const error = await soon(failure(client.tokens.list({}, { signal }).firstPage()));
    expect(error).toMatchObject({ name: "AbortedError", sent: false });
  });
});

test("a hanging key function is named in the error, and nothing was sent", async () => {
  const options = { apiKey: never, timeout: 20, retry: false } as const;
  const client = clientFor({ url: "https://api.example.com" }, options);
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
    message: expect.stringContaining("the apiKey function returned no key within 20 ms"),
    hint: "Nothing was sent. Raise timeout.",
  });
});

test("a failure before a success does not hide that reading the response took too long", async () => {
  const server = await serve([json({}, 503), json({})]);
  const schema = { "~standard": { version: 1, vendor: "test", validate: never } } as const;
  const client = clientFor(server, { totalTimeout: 200 });
  const call = client.request({ method: "GET", path: "/x", response: schema as StandardSchemaV1 });
  expect(await failure(call)).toMatchObject({ name: "TimeoutError", scope: "total" });
});

test("the time that loading takes counts towards the total timeout", async () => {
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    dangerouslyAllowBrowser: inBrowser,
    fetch: never,
    totalTimeout: 120,
    logLevel: "off",
  });
  const startedAt = performance.now();
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({ timeout: 120 });
  expect(performance.now() - startedAt).toBeLessThan(400);
});
