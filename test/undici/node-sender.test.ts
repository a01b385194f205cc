import { createHook } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { Agent, type Dispatcher, MockAgent, RetryAgent, setGlobalDispatcher } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions, Wire, WireRequest } from "../../src/index.js";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor, failure, hash, limits, signature } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { closedPort, json, serve, stall, until } from "../support/loopback.js";
import { certificate, key } from "../support/self-signed.js";

/** An HTTPS server that offers both versions of HTTP, and lists those of its requests. */
async function serveHttp2(body: string): Promise<{ url: string; versions: string[] }> {
  const versions: string[] = [];
  const server = createSecureServer(
    { key, cert: certificate, allowHTTP1: true },
    (request, response) => {
      versions.push(request.httpVersion);
      request.resume().on("end", () => response.end(body));
    },
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await until(() => server.listening, "the server");
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, versions };
}

const signed = { userOperationHash: hash, signature } as const;

const dispatchers = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/** For one test, the dispatcher of the program in place of Node's own. */
function replaceDispatcher(dispatcher: Dispatcher): void {
  const before = dispatchers.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  setGlobalDispatcher(dispatcher);
  // `setGlobalDispatcher` would wrap Node's own in one of the package.
  onTestFinished(() => {
    for (const [i, name] of dispatchers.entries()) {
      const descriptor = before[i];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });
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

  test("what the program has now, also where it was replaced after the client was created", async () => {
    const { url } = await serve(json(limits));
    const transports: string[] = [];
    const hooks = { onRequest: (event: { transport: string }) => transports.push(event.transport) };
    const client = clientFor({ url }, { hooks });
    await client.kyc.financialLimits("a");
    vi.stubGlobal("fetch", vi.fn(globalThis.fetch));
    onTestFinished(() => void vi.unstubAllGlobals());
    await client.kyc.financialLimits("a");
    vi.unstubAllGlobals();
    await client.kyc.financialLimits("a");
    expect(transports).toEqual(["dispatcher", "fetch", "dispatcher"]);
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
    "accept-encoding": "gzip, br",
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

test("a failed connect proves nothing once a library has replaced a function of Node's own dispatcher", async () => {
  const client = clientFor(await serve(json(limits)));
  await client.kyc.financialLimits("a");
  for (const name of dispatchers) {
    const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher | undefined>)[name];
    if (!dispatcher) continue;
    const { dispatch } = dispatcher;
    dispatcher.dispatch = (...args) => dispatch.apply(dispatcher, args);
    onTestFinished(() => void Reflect.deleteProperty(dispatcher, "dispatch"));
  }
  const url = `http://127.0.0.1:${await closedPort()}`;
  const error = await failure(client.withOptions({ baseUrl: url }).operations.execute(signed));
  expect(error).toMatchObject({ name: "OutcomeUnknownError" });
});

describe("a dispatcher of the program", () => {
  test("does not send a write again, even if it repeats requests", async () => {
    const server = await serve([json({}, 503), json({ userOperationHash: hash })]);
    const inner = new Agent();
    onTestFinished(() => inner.close());
    replaceDispatcher(new RetryAgent(inner, { methods: ["POST"], minTimeout: 1 }));
    const error = await failure(clientFor(server).operations.execute(signed));
    expect(error).toMatchObject({ outcome: "unknown" });
    expect((await drained(server)).map(({ body }) => JSON.parse(String(body)))).toEqual([signed]);
    // Without a body.
    const other = await serve([json({}, 503), json({})]);
    await failure(clientFor(other).kyc.individual.standard.process("s_1"));
    expect(await drained(other)).toHaveLength(1);
  });

  test("keeps its own time limits", async () => {
    const server = await serve(stall);
    const dispatcher = new Agent({ headersTimeout: 20 });
    onTestFinished(() => dispatcher.close());
    replaceDispatcher(dispatcher);
    const error = await failure(clientFor(server).kyc.financialLimits("a"));
    expect(error).toMatchObject({ name: "ConnectionError", code: "UND_ERR_HEADERS_TIMEOUT" });
  });
});

test("speaks HTTP/1.1 to a server that prefers HTTP/2, whose requests undici may repeat", async () => {
  const { url, versions } = await serveHttp2(JSON.stringify({ userOperationHash: hash }));
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const { emitWarning } = process;
  // Node warns of the variable.
  process.emitWarning = () => {};
  onTestFinished(() => {
    process.emitWarning = emitWarning;
    vi.unstubAllEnvs();
  });
  await clientFor({ url }).operations.execute(signed);
  expect(versions).toEqual(["1.1"]);
});

test("sends the agent that the caller names", async () => {
  const server = await serve(json(limits));
  const headers = { "user-agent": "shop/1.0" };
  await clientFor(server, { headers }).kyc.financialLimits("a");
  expect(server.requests[0]?.headers["user-agent"]).toBe("shop/1.0");
});

test("reads headers as fetch does, byte by byte", async () => {
  const server = await serve(({ socket }) => {
    const body = JSON.stringify(limits);
    const head = `HTTP/1.1 200 OK\r\nx-name: caf\xe9\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.end(Buffer.from(head + body, "latin1"));
  });
  const { response } = await clientFor(server).kyc.financialLimits("a").withResponse();
  expect(response.headers.get("x-name")).toBe("caf\xe9");
});

describe("a compressed body", () => {
  const text = JSON.stringify(limits);
  /** Sends these bytes with this encoding. */
  const receive = async (encoding: string, bytes: Uint8Array) => {
    const server = await serve(({ response }) => {
      response.writeHead(200, { "content-encoding": encoding }).end(bytes);
    });
    return await clientFor(server).kyc.financialLimits("a").safe();
  };

  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    [" GZip", gzipSync(text)],
    ["br, deflate,gzip", gzipSync(deflateSync(brotliCompressSync(text)))],
  ])("is decompressed: %s", async (encoding, bytes) => {
    expect(await receive(encoding, bytes)).toMatchObject({ ok: true, data: limits });
  });

  test("is read as it is if its encoding is unknown, such as a name of Object.prototype", async () => {
    expect(await receive("constructor", Buffer.from(text))).toMatchObject({ data: limits });
  });

  test.each(["gzip", "br", "gzip, br"])(
    "is empty if no byte is left of it: %s",
    async (encoding) => {
      const server = await serve(({ socket }) => {
        socket.end(`HTTP/1.1 204 No Content\r\ncontent-encoding: ${encoding}\r\n\r\n`);
      });
      const path = { method: "DELETE", path: "/api/v1/any" } as const;
      expect(await clientFor(server).request(path)).toBeUndefined();
    },
  );

  test("is refused from six encodings on", async () => {
    let bytes: Uint8Array = Buffer.from(text);
    const names: string[] = [];
    for (let count = 1; count <= 6; count++) {
      bytes = gzipSync(bytes);
      names.push("gzip");
      const result = await receive(names.join(), bytes);
      if (count < 6) expect(result).toMatchObject({ ok: true, data: limits });
      else expect(result).toMatchObject({ error: { name: "UnreadableResponseError" } });
    }
  });
});

test("a body that cannot be a text rejects at once", async () => {
  const server = await serve(json(limits));
  const decode = vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(() => {
    throw Object.assign(new Error("too long"), { code: "ERR_STRING_TOO_LONG" });
  });
  onTestFinished(() => decode.mockRestore());
  const error = await failure(clientFor(server).kyc.financialLimits("a"));
  expect(error).toMatchObject({ name: "UnreadableResponseError" });
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  const client = clientFor(server, { wire, retry: { limit: 0 } });
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
    name: "ConnectionError",
    phase: "body",
    code: "ERR_STRING_TOO_LONG",
  });
});

test("a body whose parts cannot be joined rejects at once", async () => {
  const text = JSON.stringify(limits);
  const server = await serve(({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text.slice(0, 5)}`);
    setTimeout(() => socket.write(text.slice(5)), 20);
  });
  const real = Uint8Array.prototype.set;
  const set = vi.spyOn(Uint8Array.prototype, "set").mockImplementation(function (
    this: Uint8Array,
    ...args
  ) {
    if (new Error().stack?.includes("joinBytes")) throw new RangeError("allocation failed");
    real.apply(this, args);
  });
  onTestFinished(() => set.mockRestore());
  const retry = { limit: 0 };
  const error = await failure(clientFor(server, { retry }).kyc.financialLimits("a"));
  expect(error).toMatchObject({ name: "UnreadableResponseError" });
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  expect(await failure(clientFor(server, { wire, retry }).kyc.financialLimits("a"))).toMatchObject({
    name: "ConnectionError",
    phase: "body",
  });
});

test("reads a compressed body where the program has replaced Promise", async () => {
  const body = gzipSync(JSON.stringify(limits));
  const server = await serve(({ socket }) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), body]));
  });
  const { Promise: native } = globalThis;
  globalThis.Promise = class<T> extends native<T> {} as PromiseConstructor;
  onTestFinished(() => {
    globalThis.Promise = native;
  });
  expect(await clientFor(server).kyc.financialLimits("a")).toEqual(limits);
});

test("a call on an open connection takes at most twelve promises", async () => {
  const server = createServer((_, response) => response.end(JSON.stringify(limits)));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await until(() => server.listening, "the server");
  const client = clientFor({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "PROMISE") count++;
    },
  });
  onTestFinished(() => void hook.disable());
  const counts: number[] = [];
  // What else runs in this process can only add to a count.
  for (let i = 0; i < 20; i++) {
    hook.enable();
    count = 0;
    await client.kyc.financialLimits("a");
    counts.push(count);
    hook.disable();
  }
  expect(Math.min(...counts)).toBeGreaterThan(5);
  expect(Math.min(...counts)).toBeLessThanOrEqual(12);
});

describe("a wire around another one", () => {
  /** Calls a server that never responds by a wire around that of undici. */
  async function callBy(around: (inner: Wire) => Wire, timeout: number) {
    const server = await serve(stall);
    const inner = undiciWire();
    onTestFinished(() => inner.close());
    const client = clientFor(server, { wire: around(inner), retry: { limit: 0 }, timeout });
    return { server, error: await failure(client.kyc.financialLimits("a")) };
  }

  test("may pass a signal of its own", async () => {
    const stop = AbortSignal.timeout(30);
    for (const change of [
      (request: WireRequest) => ({ ...request, signal: stop }),
      (request: WireRequest) => Object.create(request, { signal: { value: stop } }) as WireRequest,
    ]) {
      const { server, error } = await callBy(
        (inner) => (request) => inner(change(request)),
        60_000,
      );
      expect(error).toMatchObject({ name: "ConnectionError" });
      await server.idle();
    }
  });

  test("that waits sends nothing after the call has ended", async () => {
    let sent: Promise<unknown> | undefined;
    const { server, error } = await callBy(
      (inner) => async (request) => {
        await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
        sent = inner(request);
        return (await sent) as never;
      },
      20,
    );
    expect(error).toMatchObject({ name: "TimeoutError" });
    await expect(sent).rejects.toBeDefined();
    expect(await drained(server)).toEqual([]);
  });

  test("that sends twice at once ends both", async () => {
    const { server, error } = await callBy(
      (inner) => (request) => Promise.any([inner(request), inner(request)]),
      100,
    );
    expect(error).toMatchObject({ name: "TimeoutError" });
    await server.idle();
  });
});
