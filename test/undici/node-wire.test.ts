import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  MockAgent,
  setGlobalDispatcher,
} from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type ClientOptions, createClient, type Wire } from "../../src/index.js";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor, failure, hash, limits, signature } from "../http/test-client.js";
import { json, serve, stall, until } from "../support/loopback.js";

const signed = { userOperationHash: hash, signature } as const;

/** For one test, the dispatcher of the program in place of Node's own. */
function replaceDispatcher(dispatcher: Dispatcher): void {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(dispatcher);
  onTestFinished(() => setGlobalDispatcher(before));
}

/** Makes a call, and returns what the event of its request says. */
async function findTransport(url: string, options: ClientOptions = {}): Promise<string[]> {
  const transports: string[] = [];
  const hooks = { onRequest: (event: { transport: string }) => transports.push(event.transport) };
  await clientFor({ url }, { ...options, hooks }).kyc.financialLimits("a");
  return transports;
}

describe("what sends is", () => {
  test("Node's dispatcher by default, and fetch if the caller says so", async () => {
    const { url } = await serve(json(limits));
    expect(await findTransport(url)).toEqual(["dispatcher"]);
    expect(await findTransport(url, { wire: "fetch" })).toEqual(["fetch"]);
    expect(await findTransport(url, { fetch: (request) => fetch(request) })).toEqual(["fetch"]);
    const wire = undiciWire();
    onTestFinished(() => wire.close());
    expect(await findTransport(url, { wire })).toEqual(["wire"]);
  });

  test("a fetch that has replaced Node's own, from its call on and no longer", async () => {
    const { url } = await serve(json(limits));
    const { fetch } = globalThis;
    const replaced = vi.fn(fetch);
    vi.stubGlobal("fetch", replaced);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await findTransport(url)).toEqual(["fetch"]);
    expect(replaced).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
    expect(await findTransport(url)).toEqual(["dispatcher"]);
    expect(replaced).toHaveBeenCalledOnce();
  });

  test("the dispatcher that the program has set for fetch, such as a MockAgent", async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    onTestFinished(() => agent.close());
    replaceDispatcher(agent);
    const pool = agent.get("https://api.example.com");
    pool.intercept({ path: /limits/ }).reply(200, limits, { headers: { "trace-id": "t_1" } });
    const client = clientFor({ url: "https://api.example.com" });
    const { data, traceId } = await client.kyc.financialLimits("a").withResponse();
    expect([data, traceId]).toEqual([limits, "t_1"]);
    agent.assertNoPendingInterceptors();
  });
});

test("a request has an agent, is not cached, and is seen by the channels of undici", async () => {
  const server = await serve(json(limits));
  const seen: unknown[] = [];
  const note = (message: unknown) => seen.push((message as { request: Request }).request.method);
  subscribe("undici:request:create", note);
  onTestFinished(() => void unsubscribe("undici:request:create", note));
  await clientFor(server).kyc.financialLimits("a");
  expect(seen).toEqual(["GET"]);
  expect(server.requests[0]?.headers).toMatchObject({
    "user-agent": "node",
    "cache-control": "no-store",
    accept: "application/json",
  });
});

test("reads the final response after informational ones", async () => {
  const server = createServer((request, response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
    response.writeProcessing();
    request.resume().on("end", () => response.end(JSON.stringify({ userOperationHash: hash })));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await until(() => server.listening, "the server");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await clientFor({ url }).operations.execute(signed)).toEqual({ userOperationHash: hash });
});

test("a call makes no signal, and a call that is aborted closes its connection", async () => {
  const server = await serve(json(limits));
  const controllers = vi.spyOn(globalThis, "AbortController");
  onTestFinished(() => controllers.mockRestore());
  await clientFor(server).kyc.financialLimits("a");
  expect(controllers).not.toHaveBeenCalled();
  controllers.mockRestore();
  const hanging = await serve(stall);
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const call = failure(clientFor(hanging).kyc.financialLimits("a", options));
  await until(() => hanging.requests.length === 1, "the request");
  controller.abort(new Error("enough"));
  expect(await call).toMatchObject({ name: "AbortedError", reason: { message: "enough" } });
  await hanging.idle();
  expect(hanging.abandoned).toBe(1);
});

describe("a dispatcher that", () => {
  /** Calls the dispatcher of a program with the request of a write. */
  function execute(dispatch: Dispatcher["dispatch"]) {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    dispatcher.dispatch = dispatch;
    replaceDispatcher(dispatcher);
    return clientFor({ url: "https://api.example.com" }).operations.execute(signed);
  }

  test("throws leaves the outcome of a write unknown", async () => {
    const error = await failure(
      execute(() => {
        throw new Error("no dispatch");
      }),
    );
    expect(error).toMatchObject({ name: "OutcomeUnknownError" });
    expect(String((error as Error).cause)).toContain("no dispatch");
  });

  test("gives several requests one error leaves it unchanged", async () => {
    const shared = Object.freeze(new Error("destroyed"));
    for (let i = 0; i < 2; i++) {
      const error = await failure(
        execute((_, handler) => {
          handler.onResponseStart?.({} as never, 200, {}, "OK");
          handler.onResponseError?.({} as never, shared);
          return true;
        }),
      );
      expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { phase: "body" } });
    }
  });

  test("goes on after the end changes nothing", async () => {
    const call = execute((_, handler) => {
      const controller = { abort() {} } as never;
      handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, 202, { "x-a": ["1", "2"] }, "Accepted");
      handler.onResponseData?.(
        controller,
        Buffer.from(JSON.stringify({ userOperationHash: hash })),
      );
      handler.onResponseEnd?.(controller, {});
      handler.onResponseError?.(controller, new Error("too late"));
      handler.onResponseEnd?.(controller, {});
      return true;
    });
    expect(await call).toEqual({ userOperationHash: hash });
  });
});

test("a wire around another one passes a signal of its own", async () => {
  const server = await serve(stall);
  const inner = undiciWire();
  onTestFinished(() => inner.close());
  const own = new AbortController();
  const wire: Wire = (request) => {
    expect(request.signal).toBeInstanceOf(AbortSignal);
    return inner({ ...request, signal: own.signal });
  };
  const client = createClient({
    baseUrl: server.url,
    apiKey: "a-key-of-a-test",
    wire,
    retry: false,
  });
  const call = failure(client.kyc.financialLimits("a"));
  await until(() => server.requests.length === 1, "the request");
  own.abort(new Error("stopped by the wire"));
  expect(await call).toMatchObject({ name: "ConnectionError" });
  await server.idle();
});
