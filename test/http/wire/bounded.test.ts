import { describe, expect, test } from "vitest";
import { type ClientOptions, createClient } from "../../../src/client.js";
import {
  AbortedError,
  type ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../../src/errors/connection.js";
import { resolveConfig } from "../../../src/http/config.js";
import type { StandardSchemaV1 } from "../../../src/http/features/standard-schema.js";
import { createTransport } from "../../../src/http/lazy-transport.js";
import type { Transport } from "../../../src/http/transport.js";
import { Tokens } from "../../../src/resources/tokens.js";
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

describe("a custom response schema that never returns", () => {
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
    const call = clientFor(server, { totalTimeout: 500 }).request({ ...request, method: "POST" });
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

describe("the chunk of the fetch layer", () => {
  const importLayer = () => import("../../../src/http/transport.js");

  function createTestTransport(load: typeof importLayer, options: ClientOptions = {}): Transport {
    const config = resolveConfig({
      baseUrl: "https://api.example.com",
      apiKey: "key",
      logLevel: "off",
      dangerouslyAllowBrowser: inBrowser,
      fetch: async () => Response.json(limits),
      ...options,
    });
    return createTransport(config, load);
  }

  const getLimits = (transport: Transport) =>
    transport.call("kyc.financialLimits", { params: { identityId: "a" } });

  test.each([
    ["without paths", {}],
    ["with paths", { paths: { "operations.execute": "/v2/execute" } }],
  ])("is loaded again after loading failed, and then kept, %s", async (_, options) => {
    let loads = 0;
    const transport = createTestTransport(async () => {
      if (++loads <= 2) throw new TypeError("Failed to fetch dynamically imported module");
      return importLayer();
    }, options);
    for (let i = 0; i < 2; i++) {
      const error = await failure(getLimits(transport));
      expect(error).toMatchObject({ name: "ConnectionError", phase: "connect" });
      expect((error as ConnectionError).message).toContain("Nothing was sent");
    }
    for (let i = 0; i < 2; i++) expect(await getLimits(transport)).toEqual(limits);
    expect(loads).toBe(3);
  });

  test("rejects with the total timeout if it is never loaded", async () => {
    const transport = createTestTransport(never, { totalTimeout: 50 });
    const error = await soon(failure(getLimits(transport)));
    expect(error).toMatchObject({ name: "TimeoutError", scope: "total" });
  });

  test("rejects when the signal is aborted if it is never loaded", async () => {
    const tokens = new Tokens(createTestTransport(never));
    const signal = AbortSignal.timeout(10);
    const error = await soon(failure(tokens.list({}, { signal }).firstPage()));
    expect(error).toMatchObject({ name: "AbortedError", sent: false });
  });
});

test("names a key function that never returns in the error", async () => {
  const options = { apiKey: never, timeout: 20, retry: false } as const;
  const client = clientFor({ url: "https://api.example.com" }, options);
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
    message: expect.stringContaining("the apiKey function returned no key within 20 ms"),
    hint: "Nothing was sent. Raise timeout.",
  });
});

test("reports the timeout of the schema after an earlier failure", async () => {
  const server = await serve([json({}, 503), json({})]);
  const schema = { "~standard": { version: 1, vendor: "test", validate: never } } as const;
  const client = clientFor(server, { totalTimeout: 200 });
  const call = client.request({ method: "GET", path: "/x", response: schema as StandardSchemaV1 });
  expect(await failure(call)).toMatchObject({ name: "TimeoutError", scope: "total" });
});

test("counts the loading time towards the total timeout", async () => {
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
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
