import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  interceptors,
  RetryAgent,
  setGlobalDispatcher,
} from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { usesBuiltInDispatcher } from "../../src/http/wire/built-in-dispatcher.js";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor, failure, hash, limits, signature } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { closedPort, json, serve } from "../support/loopback.js";

const operation = { userOperationHash: hash, signature } as const;

/** For one test, the dispatcher of the package undici in place of Node's own. */
function useDispatcher(dispatcher: Dispatcher): void {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(dispatcher);
  onTestFinished(() => {
    setGlobalDispatcher(before);
  });
}

const dispatchers: [string, () => Dispatcher][] = [
  ["an agent of the package undici", () => new Agent()],
  [
    "a RetryAgent",
    () => new RetryAgent(new Agent(), { methods: ["POST"], maxRetries: 1, minTimeout: 1 }),
  ],
  ["a composed agent", () => new Agent().compose(interceptors.retry({ maxRetries: 1 }))],
  ["a composed agent of the one before", () => getGlobalDispatcher().compose(interceptors.dns())],
];

describe("a connect that fails proves nothing", () => {
  test.each(dispatchers)("on %s", async (_, create) => {
    useDispatcher(create());
    expect(usesBuiltInDispatcher([])).toBe(false);
    const client = clientFor({ url: `http://127.0.0.1:${await closedPort()}` }, { retry: false });
    const error = await failure(client.operations.execute(operation));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", outcome: "unknown" });
  });

  test.each([
    ["with a text of its own", false],
    ["with the text of Node's own", true],
  ])("by a global fetch that another library has replaced, %s", async (_, hasItsText) => {
    const { fetch } = globalThis;
    const replaced = (...args: Parameters<typeof fetch>) => fetch(...args);
    const text = String(fetch);
    if (hasItsText) replaced.toString = () => text;
    vi.stubGlobal("fetch", replaced);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const client = clientFor({ url: `http://127.0.0.1:${await closedPort()}` }, { retry: false });
    expect(await failure(client.operations.execute(operation))).toMatchObject({
      name: "OutcomeUnknownError",
    });
  });
});

test("a dispatcher is not Node's own if the stack of its error is empty", () => {
  // The name of Node's own class.
  class Dispatcher1Wrapper {
    dispatch() {
      throw Object.assign(new Error("no handler"), { stack: "" });
    }
  }
  useDispatcher(new Dispatcher1Wrapper() as never);
  expect(usesBuiltInDispatcher([])).toBe(false);
});

test("a connect that fails proves nothing if Node's own fetch was put back in the meantime", async () => {
  const { fetch } = globalThis;
  const replaced = (...args: Parameters<typeof fetch>) =>
    fetch(...args).finally(() => vi.unstubAllGlobals());
  vi.stubGlobal("fetch", replaced);
  const client = clientFor({ url: `http://127.0.0.1:${await closedPort()}` }, { retry: false });
  const error = await failure(client.operations.execute(operation));
  expect(globalThis.fetch).toBe(fetch);
  expect(error).toMatchObject({ name: "OutcomeUnknownError" });
});

test("a write that a RetryAgent sends to a server that goes down is not called unsent", async () => {
  let arrived = 0;
  const server = createServer((request) => {
    arrived++;
    server.close();
    request.socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const retry = {
    methods: ["PUT", "POST"],
    maxRetries: 2,
    minTimeout: 1,
    timeoutFactor: 1,
  } as const;
  useDispatcher(new RetryAgent(new Agent(), { ...retry, methods: [...retry.methods] }));
  const client = clientFor({ url: `http://127.0.0.1:${port}` });
  const call = client.request({ method: "POST", path: "/write", effect: "write" });
  expect(await failure(call)).toMatchObject({ name: "OutcomeUnknownError" });
  expect(arrived).toBe(1);
});

describe("a caching dispatcher", () => {
  const cachingAgent = () => new Agent().compose(interceptors.cache());
  const cacheable = () =>
    serve((exchange) =>
      json({ ...limits, projectId: exchange.request.headers["x-api-key"] }, 200, {
        "cache-control": "public, max-age=600",
        "last-modified": new Date().toUTCString(),
      })(exchange),
    );

  test("gives no tenant the response of another one, by fetch", async () => {
    const server = await cacheable();
    useDispatcher(cachingAgent());
    for (const apiKey of ["tenant-key-1", "tenant-key-2", "tenant-key-1"]) {
      const { projectId } = await clientFor(server, { apiKey }).kyc.financialLimits("a");
      expect(projectId).toBe(apiKey);
    }
    expect(await drained(server)).toHaveLength(3);
    expect((await drained(server)).map(({ headers }) => headers["if-modified-since"])).toEqual(
      [1, 2, 3].map(() => undefined),
    );
  });

  test("gives no tenant the response of another one, by undiciWire", async () => {
    const server = await cacheable();
    const dispatcher = cachingAgent();
    onTestFinished(() => dispatcher.close());
    const wire = undiciWire({ dispatcher });
    for (const apiKey of ["tenant-key-1", "tenant-key-2", "tenant-key-1"]) {
      const { projectId } = await clientFor(server, { apiKey, wire }).kyc.financialLimits("a");
      expect(projectId).toBe(apiKey);
    }
    expect(await drained(server)).toHaveLength(3);
  });
});
