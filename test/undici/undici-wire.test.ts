import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { Agent, RetryAgent, fetch as undiciFetch } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConnectionError, fetchWire, OutcomeUnknownError } from "../../src/index.js";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor, failure, fast, hash, limits, secret, signature } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import {
  closedPort,
  cutInBody,
  json,
  redirect,
  reset,
  serve,
  stall,
  until,
} from "../support/loopback.js";

const signed = { userOperationHash: hash, signature };
const typed = { "content-type": "application/json" };

/** A wire that is closed after the test. */
function openWire(options: Parameters<typeof undiciWire>[0] = {}) {
  const wire = undiciWire(options);
  onTestFinished(() => wire.close());
  return wire;
}

const wires = [
  ["undiciWire()", () => openWire()],
  [
    "undiciWire({ dispatcher })",
    () => {
      const dispatcher = new Agent();
      onTestFinished(() => dispatcher.close());
      return openWire({ dispatcher });
    },
  ],
  [
    "undiciWire({ dispatcher }) on the dispatcher of Node",
    () => {
      void new Request("http://localhost");
      const scope = globalThis as unknown as Record<symbol, Agent>;
      return openWire({ dispatcher: scope[Symbol.for("undici.globalDispatcher.1")] });
    },
  ],
  ["fetchWire(undici.fetch)", () => fetchWire(undiciFetch)],
  ["the default of Node", () => undefined],
  ['"fetch"', () => "fetch" as const],
] as const;

describe.each(wires)("%s", (_, open) => {
  test("sends the key, the headers and the body, and reads the response", async () => {
    const server = await serve(({ response }) => {
      response.writeHead(202, { ...typed, "x-part": ["1", "2"] });
      response.end(JSON.stringify({ userOperationHash: hash }));
    });
    const client = clientFor(server, { wire: open(), headers: { "x-team": "payments" } });
    const { data, response } = await client.operations.execute(signed).withResponse();
    expect(data).toEqual({ userOperationHash: hash });
    expect([response.status, response.headers.get("x-part")]).toEqual([202, "1, 2"]);
    expect(response.headers.get("content-type")).toContain("application/json");
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({
      "x-api-key": secret,
      "x-team": "payments",
      ...typed,
    });
    expect(request?.body.toString()).toBe(JSON.stringify(signed));
    // More bytes than characters.
    const body = { name: "São 😀" };
    await client.request({ method: "POST", path: "/x", body });
    expect(JSON.parse(String(server.requests[1]?.body))).toEqual(body);
  });

  test("decompresses a response", async () => {
    const server = await serve(({ response }) => {
      response.writeHead(200, { ...typed, "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify(limits)));
    });
    const client = clientFor(server, { wire: open() });
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
  });

  test("stops at the maximum size after decompression", async () => {
    const bytes = gzipSync(JSON.stringify({ limits: [], padding: " ".repeat(1_000_000) }));
    const server = await serve(({ response }) => {
      const headers = { "content-encoding": "gzip", "content-length": bytes.length };
      response.writeHead(200, { ...typed, ...headers }).end(bytes);
    });
    const client = clientFor(server, { wire: open(), maxResponseBytes: 10_000, retry: false });
    const error = await failure(client.kyc.financialLimits("a"));
    expect(error).toMatchObject({ name: "UnreadableResponseError" });
    expect((error as Error).message).toContain("more than 10000 bytes");
  });

  test("does not follow a redirect", async () => {
    const server = await serve([redirect(307, "/elsewhere"), json(limits)]);
    const client = clientFor(server, { wire: open() });
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "RedirectError",
      status: 307,
    });
    expect(await drained(server)).toHaveLength(1);
  });

  test("sends a write once after status 421 and after a lost connection", async () => {
    for (const reply of [json({}, 421), reset]) {
      const server = await serve(reply);
      const client = clientFor(server, { wire: open() });
      await failure(client.operations.execute(signed));
      expect(await drained(server)).toHaveLength(1);
    }
  });

  test("has an unknown outcome if the response to a write is cut", async () => {
    const server = await serve(cutInBody());
    const client = clientFor(server, { wire: open() });
    const error = await failure(client.operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).cause).toMatchObject({ kind: "connection", phase: "body" });
    expect(await drained(server)).toHaveLength(1);
  });

  test("closes the connection when the caller aborts", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const client = clientFor(server, { wire: open() });
    const call = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort("enough");
    expect(await call).toMatchObject({ name: "AbortedError", reason: "enough" });
    await server.idle();
    expect(server.abandoned).toBe(1);
  });

  test("shows the key in no error", async () => {
    const server = await serve(({ response }) => {
      response.writeHead(400, typed);
      response.end(JSON.stringify({ id: "BAD_REQUEST", message: `key ${secret}` }));
    });
    const client = clientFor(server, { wire: open() });
    const error = await failure(client.kyc.financialLimits("a"));
    expect(JSON.stringify(error)).not.toContain(secret);
    expect(JSON.stringify(error)).toContain("[api key]");
  });
});

describe("a refused connection", () => {
  const send = async (wire: ReturnType<typeof fetchWire>) => {
    const attempts: number[] = [];
    const client = clientFor(
      { url: `http://127.0.0.1:${await closedPort()}` },
      { wire, retry: fast, hooks: { onRequest: ({ attempt }) => attempts.push(attempt) } },
    );
    return { error: await failure(client.operations.execute(signed)), attempts };
  };

  test("proves on the wire's own pool that a write was not sent", async () => {
    const { error, attempts } = await send(openWire());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ phase: "connect", code: "ECONNREFUSED" });
    expect(attempts).toEqual([1, 2, 3]);
  });

  test("proves nothing on a dispatcher of the caller, nor on another fetch", async () => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    for (const wire of [openWire({ dispatcher }), fetchWire(undiciFetch)]) {
      const { error, attempts } = await send(wire);
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(attempts).toEqual([1]);
    }
  });
});

test("a dispatcher that repeats requests makes the outcome of a write unknown", async () => {
  const server = await serve(json({ id: "x" }, 503));
  const agent = new Agent();
  onTestFinished(() => agent.close());
  const retryOptions = { maxRetries: 1, minTimeout: 1, methods: ["POST" as const] };
  const wire = openWire({ dispatcher: new RetryAgent(agent, retryOptions) });
  await server.close();
  const error = await failure(clientFor(server, { wire }).operations.execute(signed));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
});

test("has no time limits but those of the client, and speaks HTTP/1.1", async () => {
  const dispatch = vi.spyOn(Agent.prototype, "dispatch");
  onTestFinished(() => dispatch.mockRestore());
  const server = await serve(json(limits));
  await clientFor(server, { wire: openWire() }).kyc.financialLimits("a");
  const options = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  expect(dispatch).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining(options),
    expect.anything(),
  );
});

test("uses at most the given number of connections", async () => {
  let open = 0;
  let most = 0;
  const server = await serve(async ({ response }) => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    response.writeHead(200, typed).end(JSON.stringify(limits));
  });
  const client = clientFor(server, { wire: openWire({ connections: 2 }) });
  await Promise.all(Array.from({ length: 20 }, () => client.kyc.financialLimits("a")));
  expect(await drained(server)).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(2);
});

test("never sends a write that was aborted while it waited for a connection", async () => {
  const server = await serve([stall, json(limits)]);
  const hooks = { onRequest: vi.fn() };
  const client = clientFor(server, { wire: openWire({ connections: 1 }), hooks });
  const [first, second] = [new AbortController(), new AbortController()];
  const holding = failure(client.kyc.financialLimits("a", { signal: first.signal }));
  await until(() => server.requests.length === 1, "the request on the only connection");
  const waiting = failure(client.operations.execute(signed, { signal: second.signal }));
  await until(() => hooks.onRequest.mock.calls.length === 2, "the write");
  second.abort();
  expect(await waiting).toMatchObject({ name: "AbortedError", sent: true });
  first.abort();
  await holding;
  expect(await client.kyc.financialLimits("b")).toEqual(limits);
  expect((await drained(server)).map(({ method }) => method)).toEqual(["GET", "GET"]);
});

test.each([
  [{ connections: 0 }, /^undiciWire: connections: expected an integer ≥ 1, got 0/],
  [{ connectTimeout: "1" }, /^undiciWire: connectTimeout: expected an integer ≥ 1, got "1"/],
  [{ conections: 1 }, /unknown option "conections"/],
])("rejects the options %j", (options, message) => {
  expect(() => undiciWire(options as never)).toThrow(message);
});

test("a client takes a wire or a fetch, not both, and only a function", () => {
  const server = { url: "https://api.example.com" };
  const both = { wire: openWire(), fetch: async () => new Response() };
  expect(() => clientFor(server, both)).toThrow("wire and fetch both send the requests");
  expect(() => clientFor(server, { wire: {} as never })).toThrow(
    "wire: expected a function such as undiciWire()",
  );
});

test("a dispatcher replaces the other options", () => {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  expect(() => undiciWire({ dispatcher, connections: 1 })).toThrow(
    "undiciWire: a dispatcher replaces the other options",
  );
  class Inherited {
    connections = 1;
  }
  const inherited = Object.assign(Object.create(new Inherited()), { dispatcher });
  expect(() => undiciWire(inherited)).toThrow("a dispatcher replaces the other options");
  // An option that is undefined is not given.
  expect(undiciWire({ dispatcher, connections: undefined })).toBeTypeOf("function");
});

test("a connection that is not ready in time proves that nothing was sent", async () => {
  // It accepts connections, and never starts TLS.
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const wire = openWire({ connectTimeout: 20, keepAliveTimeout: 600_000 });
  const client = clientFor({ url }, { wire, retry: false });
  expect(await failure(client.operations.execute(signed))).toMatchObject({
    phase: "connect",
    code: "UND_ERR_CONNECT_TIMEOUT",
    outcome: "none",
  });
});

test.each([
  ["on a pool of its own", () => undiciWire()],
  ["on a dispatcher of the caller", () => undiciWire({ dispatcher: new Agent() })],
])("a closed wire %s sends nothing, says so, and can be closed again", async (_, create) => {
  const server = await serve(json({ userOperationHash: hash }, 202));
  const wire = create();
  await wire.close();
  await wire.close();
  const error = await failure(clientFor(server, { wire }).operations.execute(signed));
  expect(error).toMatchObject({ kind: "configuration" });
  expect((error as Error).message).toContain("the wire is closed");
  expect(await drained(server)).toHaveLength(0);
});

test.each([
  ["empty", ""],
  ["corrupt", "not compressed"],
])("the status of an error is kept if its compressed body is %s", async (_, body) => {
  const server = await serve(({ response }) => {
    response.writeHead(400, { ...typed, "content-encoding": "gzip" }).end(body);
  });
  const error = await failure(clientFor(server, { wire: openWire() }).operations.execute(signed));
  // Its error id is lost, and could be one of a write that may have been executed.
  expect(error).toMatchObject({
    name: "OutcomeUnknownError",
    cause: { name: "ApiError", status: 400 },
  });
});

test("a long response is refused at once if its length is stated", async () => {
  const server = await serve(json({ limits: [], padding: "x".repeat(5_000) }));
  const options = { wire: openWire(), maxResponseBytes: 1_000.5, retry: false } as const;
  const error = await failure(clientFor(server, options).kyc.financialLimits("a"));
  expect(error).toMatchObject({ name: "UnreadableResponseError" });
});

test("the fetch of undici as the option fetch sends nothing, and the hint names fetchWire", async () => {
  const server = await serve(json({ userOperationHash: hash }, 202));
  const wrapped = (request: Request) => undiciFetch(request as never) as never;
  for (const fetch of [undiciFetch as never, wrapped]) {
    const error = await failure(clientFor(server, { fetch }).operations.execute(signed));
    expect(error).toMatchObject({ name: "ConfigurationError" });
    expect((error as Error & { hint: string }).hint).toContain("wire: fetchWire(fetch)");
  }
  expect(await drained(server)).toEqual([]);
});
