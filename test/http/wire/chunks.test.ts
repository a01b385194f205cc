import { expect, test, vi } from "vitest";
import { loadEndpoint } from "../../../src/contract/load-endpoint.js";
import { resolveConfig } from "../../../src/http/config/resolve-config.js";
import { type Chunks, createTransport } from "../../../src/http/lazy-transport.js";
import type { ClientOptions } from "../../../src/index.js";
import { inBrowser } from "../../support/in-browser.js";
import { until } from "../../support/waiting.js";
import { failure, fast, hash, limits, signature } from "../test-client.js";
import { fakeTime, fetchInMemory, passTime } from "../time-control.js";

const importRepeat = () => import("../../../src/http/attempts/repeat.js");
const never = () => new Promise<never>(() => {});
const lost = async () => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

function open(replaced: Partial<Chunks>, options: ClientOptions) {
  const config = resolveConfig({
    baseUrl: "https://api.example.com",
    apiKey: "key-of-the-project",
    logLevel: "off",
    retry: fast,
    dangerouslyAllowBrowser: inBrowser,
    ...options,
  });
  const transport = createTransport(config, replaced);
  const read = () => transport.call("kyc.financialLimits", { params: { identityId: "a" } });
  const write = () =>
    transport.call("operations.execute", { body: { userOperationHash: hash, signature } });
  return { transport, read, write };
}

const respond = (status: number, body: unknown) => () => Response.json(body, { status });
const refused = () => {
  throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
};

test("ky is not loaded by calls that succeed, nor by failures that no retry can help", async () => {
  const repeat = vi.fn(importRepeat);
  for (const [status, body] of [
    [200, limits],
    [400, { id: "BAD_REQUEST" }],
    [404, {}],
  ] as const) {
    const { fetch } = fetchInMemory(respond(status, body));
    await open({ repeat }, { fetch }).read().safe();
  }
  const { fetch } = fetchInMemory(respond(503, {}));
  await failure(open({ repeat }, { fetch, retry: false }).read());
  // The outcome of a write is unknown, so it is not repeated.
  await failure(open({ repeat }, { fetch }).write());
  await failure(open({ repeat }, { fetch: async () => refused() }).write());
  expect(repeat).not.toHaveBeenCalled();
});

test("ky is loaded by a failure that a retry may help", async () => {
  const repeat = vi.fn(importRepeat);
  const { fetch, requests } = fetchInMemory(respond(503, {}), respond(200, limits));
  expect(await open({ repeat }, { fetch }).read()).toEqual(limits);
  expect(repeat).toHaveBeenCalledOnce();
  expect(requests).toHaveLength(2);
});

test("the first failure is final if ky cannot be loaded", async () => {
  const { fetch, requests } = fetchInMemory(respond(503, { id: "SERVICE_DOWN" }));
  const error = await failure(open({ repeat: lost }, { fetch }).read());
  expect(error).toMatchObject({ name: "ServerError", status: 503, id: "SERVICE_DOWN" });
  expect(requests).toHaveLength(1);
});

test("the first failure is the error if the time is over while ky loads", async () => {
  fakeTime();
  const { fetch } = fetchInMemory(respond(503, {}));
  const repeat = vi.fn(never);
  const { read } = open({ repeat }, { fetch, totalTimeout: 1_000 });
  const call = failure(read());
  await until(() => repeat.mock.calls.length === 1, "the loading of ky");
  await passTime(1_000);
  expect(await call).toMatchObject({ name: "ServerError", status: 503 });
});

test("an endpoint is loaded again after loading failed, and then kept", async () => {
  let loads = 0;
  const endpoint: Chunks["endpoint"] = async (name) => {
    if (++loads === 1) return lost();
    return loadEndpoint(name);
  };
  const { fetch, requests } = fetchInMemory(respond(200, limits));
  const { read } = open({ endpoint }, { fetch });
  expect(await failure(read())).toMatchObject({ name: "ConnectionError", phase: "connect" });
  expect(requests).toHaveLength(0);
  for (let i = 0; i < 2; i++) expect(await read()).toEqual(limits);
  expect(loads).toBe(2);
});

test.each(["no.operation", "toString.x", ""])("there is no endpoint named %j", async (name) => {
  expect(await loadEndpoint(name)).toBeUndefined();
});

test("a call that is aborted in the turn of its start sends nothing", async () => {
  const { fetch, requests } = fetchInMemory(respond(200, limits));
  const { transport, read } = open({}, { fetch });
  // The second call has nothing to load.
  await read();
  const controller = new AbortController();
  const { signal } = controller;
  const call = transport.call("kyc.financialLimits", { params: { identityId: "a" } }, { signal });
  controller.abort();
  expect(await failure(call)).toMatchObject({ name: "AbortedError", sent: false });
  expect(requests).toHaveLength(1);
});
