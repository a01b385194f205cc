import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../../src/errors/api.js";
import {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import type { Wire } from "../../../src/http/wire/wire.js";
import { fetchWire } from "../../../src/index.js";
import { person } from "../../sandbox/kyc/verification-sessions.js";
import { drained } from "../../support/drained.js";
import { cutIsComplete, inBrowser, skipInWebKit } from "../../support/in-browser.js";
import {
  closedPort,
  cutInBody,
  html,
  json,
  type Loopback,
  raw,
  reset,
  serve,
  stall,
  until,
} from "../../support/loopback.js";
import { createProvenWire } from "../../support/proven-wire.js";
import {
  clientFor,
  envelope,
  failure,
  hash,
  secret,
  signature,
  transport,
} from "../test-client.js";
import { heldLength, holdTimers } from "../time-control.js";
import { errorReplies, expectResponse, expectUnknown, losses } from "./write-checks.js";

/** A write with a body, and one without. `test/thorough` makes every write with every reply. */
const some = ["operations.execute", "kyc.individual.standard.process"] as const;

describe("a write is sent once, and rejects with the response, on", () => {
  test.each(errorReplies)("%s", (...reply) => expectResponse([...some], reply));
});

describe("a write is sent once, and rejects with an unknown outcome, on", () => {
  test.for(losses)("%s", async (loss, { skip }) => {
    if (loss[0].startsWith("a body cut")) skipInWebKit(skip, cutIsComplete);
    await expectUnknown([...some], loss);
  });

  test("has the phase of the failure", async ({ skip }) => {
    skipInWebKit(skip, cutIsComplete);
    const phases = [];
    for (const reply of [reset, cutInBody()]) {
      const server = await serve(reply);
      const error = (await failure(
        clientFor(server).fiat.createDeposit({ quoteId: "q_1" }),
      )) as OutcomeUnknownError;
      phases.push((error.cause as ConnectionError).phase);
    }
    expect(phases).toEqual(["exchange", "body"]);
  });
});

const identified = { userOperationHash: hash, signature };

describe("a write arrives once if the response is", () => {
  // Chromium repeats a request after these, and nothing can stop it: see test/e2e/browser/resend.
  const statuses = [421, 401, 407, 408, 425, 429, 503].filter(
    (status) => !inBrowser || ![421, 408].includes(status),
  );
  const bodies = {
    "a body": JSON.stringify(envelope("SOME_ID")),
    "an error without an id": "{}",
    "no body": "",
  };
  const replies = statuses.flatMap((status) =>
    Object.entries(bodies).map(([name, body]) => [status, name, body] as const),
  );

  test.each(replies)("%i with %s", async (status, _, body) => {
    for (const headers of [
      {},
      { "retry-after": "0", "www-authenticate": "Basic", "proxy-authenticate": "Basic" },
    ]) {
      const server = await serve(raw(body, status, headers));
      const client = clientFor(server, { retry: { limit: 5, baseDelay: 1 } });
      for (const write of [
        () => client.operations.execute(identified),
        () => client.kyc.individual.standard.process("s_1"),
        () => client.request({ method: "DELETE", path: "/things/1" }),
      ]) {
        const before = server.requests.length;
        const error = await failure(write());
        expect([ApiError, OutcomeUnknownError].some((type) => error instanceof type)).toBe(true);
        expect((await drained(server)).length - before).toBe(1);
      }
    }
  });

  test.skipIf(inBrowser)("421, also through a custom fetch that calls the global one", async () => {
    const server = await serve(raw("", 421));
    const client = clientFor(server, { fetch: (request) => fetch(request) });
    expect(await failure(client.operations.execute(identified))).toMatchObject({
      name: "ApiError",
      status: 421,
    });
    expect(await drained(server)).toHaveLength(1);
    expect(server.requests[0]?.body.toString()).toBe(JSON.stringify(identified));
  });

  test.skipIf(inBrowser || transport === "wire")(
    "401, which some versions of Node report as a missing body source",
    async () => {
      const fetch = vi.spyOn(globalThis, "fetch");
      onTestFinished(() => fetch.mockRestore());
      fetch.mockRejectedValue(
        new TypeError("fetch failed", { cause: new Error("expected non-null body source") }),
      );
      for (const wire of ["fetch", fetchWire(fetch)] as const) {
        const client = clientFor({ url: "https://api.example.com" }, { wire });
        const error = await failure(client.operations.execute(identified));
        expect(error).toMatchObject({ name: "AuthenticationError", status: 401, effect: "write" });
      }
      expect(fetch).toHaveBeenCalledTimes(2);
    },
  );
});

describe("a custom fetch that rejects with an unprintable value", () => {
  const throwing = () => {
    throw new Error("getter");
  };
  const unprintable: [string, unknown][] = [
    ["an object without a prototype", Object.create(null)],
    ["a symbol", Symbol("lost")],
    ["undefined", undefined],
    ["null", null],
    [
      "getters that throw",
      Object.defineProperties({}, { message: { get: throwing }, cause: { get: throwing } }),
    ],
    ["a revoked proxy", revoked()],
    [
      "an error whose message is an object",
      Object.assign(new Error(), { message: { toString: 1 }, name: { toString: 1 } }),
    ],
    ["a circular cause", circular()],
  ];
  test.each(unprintable)(
    "has an unknown outcome, and a read a lost connection: %s",
    async (_, thrown) => {
      const onError = vi.fn();
      const client = clientFor(
        { url: "https://api.example.com" },
        { fetch: () => Promise.reject(thrown), hooks: { onError }, retry: false },
      );
      const write = await failure(client.operations.execute(identified));
      expect(write).toBeInstanceOf(OutcomeUnknownError);
      expect(await failure(client.kyc.financialLimits("a"))).toBeInstanceOf(ConnectionError);
      expect(onError).toHaveBeenCalledTimes(2);
      expect(() => JSON.stringify(write)).not.toThrow();
    },
  );

  function revoked(): object {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  }

  function circular(): Error {
    const error = new Error("circle");
    error.cause = error;
    return error;
  }
});

test("names the failure of the first address if all of a host fail", async () => {
  const failures = ["ENETUNREACH", "ETIMEDOUT"].map((code) =>
    Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" }),
  );
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause: new AggregateError(failures) });
  };
  const client = clientFor({ url: "https://api.example.com" }, { fetch, retry: false });
  const error = await failure(client.kyc.financialLimits("ind_1"));
  expect(error).toMatchObject({ name: "ConnectionError", code: "ENETUNREACH" });
});

test("does not trust an error class of this package thrown by a custom fetch", async () => {
  const thrown = new ConnectionError("audit: could not connect", {
    phase: "connect",
    code: "ECONNREFUSED",
  });
  const fetch = vi.fn(async () => {
    throw thrown;
  });
  const client = clientFor({ url: "https://api.example.com" }, { fetch });
  expect(await failure(client.operations.execute(identified))).toBeInstanceOf(OutcomeUnknownError);
  expect(fetch).toHaveBeenCalledOnce();
});

test.skipIf(inBrowser || transport === "wire")(
  "sends a write with its length in Cloudflare Workers",
  async () => {
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
    const fetch = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => {
      fetch.mockRestore();
      vi.unstubAllGlobals();
    });
    const server = await serve(json({ userOperationHash: hash }, 202));
    await clientFor(server).operations.execute(identified);
    expect(fetch.mock.calls[0]?.[1]?.body).toBe(JSON.stringify(identified));
  },
);

test("the error of a lost write contains only identifiers of the request", async () => {
  const server = await serve(html(502));
  const client = clientFor(server);
  const lost = async (call: Promise<unknown>) =>
    ((await failure(call)) as OutcomeUnknownError).request;
  const wallet = `0x${"1".repeat(40)}` as const;
  const registration = { externallyOwnedAccount: wallet, factory: wallet, salt: 7 };
  expect(await lost(client.wallets.register(registration))).toEqual({
    externallyOwnedAccount: wallet,
  });
  const chainId = 137 as const;
  const fees = { chainId, nftId: "17", walletAddress: wallet, payGasFeeToken: wallet };
  expect(await lost(client.liquidity.collectFees(fees))).toEqual({
    nftId: "17",
    walletAddress: wallet,
  });
  // The number of a document is personal data.
  expect(await lost(client.kyc.individual.standard.create(person))).toEqual({});
  expect(await lost(client.operations.execute({ userOperationHash: hash, signature }))).toEqual({
    userOperationHash: hash,
  });
  expect(await lost(client.fiat.createDeposit({ quoteId: "q_1" }))).toEqual({ quoteId: "q_1" });
  expect(await lost(client.swap.cancelLimitOrder("tx_1", { signature }))).toEqual({
    transactionId: "tx_1",
  });
  expect(await lost(client.kyc.individual.standard.process("s_1"))).toEqual({ sessionId: "s_1" });
});

// Deno repeats a request if a reused connection breaks, but not a stream. See test/e2e/runtimes.
test.skipIf(inBrowser || transport === "wire")(
  "sends every write as a stream in Deno",
  async () => {
    vi.stubGlobal("Deno", {});
    const fetch = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => {
      fetch.mockRestore();
      vi.unstubAllGlobals();
    });
    const server = await serve(json({ userOperationHash: hash }, 202));
    const client = clientFor(server);
    await client.operations.execute({ userOperationHash: hash, signature });
    await client.kyc.individual.standard.process("s_1");
    await client.wallets.portfolio(`0x${"1".repeat(40)}`, {}, { validation: "off" });
    expect(fetch.mock.calls.map(([, init]) => init?.body instanceof ReadableStream)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await drained(server)).map(({ body }) => new TextDecoder().decode(body))).toEqual([
      JSON.stringify({ userOperationHash: hash, signature }),
      "",
      "",
    ]);
  },
);

describe("a write that never arrived", () => {
  // A browser reports every failure as "failed to fetch", so there the outcome is unknown.
  test.skipIf(inBrowser)("is retried when the port is open", async () => {
    const port = await closedPort();
    let attempts = 0;
    let server: Awaited<ReturnType<typeof serve>> | undefined;
    const client = clientFor(
      { url: `http://127.0.0.1:${port}` },
      {
        apiKey: async () => {
          if (++attempts === 3)
            server = await serve(json({ userOperationHash: hash }, 202), { port });
          return secret;
        },
      },
    );
    expect(await client.operations.execute({ userOperationHash: hash, signature })).toEqual({
      userOperationHash: hash,
    });
    expect(attempts).toBe(3);
    expect(await drained(server as Loopback)).toHaveLength(1);
  });

  test.skipIf(inBrowser).each([
    { timeout: heldLength, totalTimeout: 2 * heldLength },
    // The timer is shorter, by the time of the first attempt.
    { totalTimeout: 2 * heldLength },
  ])("has an unknown outcome if its retry times out, with %o", async (limit) => {
    const timers = holdTimers();
    const port = await closedPort();
    let attempts = 0;
    let server: Awaited<ReturnType<typeof serve>> | undefined;
    const client = clientFor(
      { url: `http://127.0.0.1:${port}` },
      {
        ...limit,
        apiKey: async () => {
          if (++attempts === 2) server = await serve(stall, { port });
          return secret;
        },
      },
    );
    const call = failure(client.operations.execute({ userOperationHash: hash, signature }));
    await until(() => server?.requests.length === 1, "the retry");
    timers.fire();
    expect(await call).toBeInstanceOf(OutcomeUnknownError);
    expect(await drained(server as Loopback)).toHaveLength(1);
  });

  test.skipIf(inBrowser)("is a connection error when the port stays closed", async () => {
    const port = await closedPort();
    let attempts = 0;
    const client = clientFor(
      { url: `http://127.0.0.1:${port}` },
      { hooks: { onRequest: () => attempts++ } },
    );
    const error = await failure(client.operations.execute({ userOperationHash: hash, signature }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      phase: "connect",
      code: "ECONNREFUSED",
      operation: "operations.execute",
      hint: "The request did not arrive. Check baseUrl, the network and DNS.",
    });
    expect(attempts).toBe(3);
  });

  test.skipIf(inBrowser)("is a connection error when the host has no address", async () => {
    const client = clientFor({ url: "https://no-such-host.invalid" }, { retry: false });
    const error = await failure(client.fiat.createDeposit({ quoteId: "q_1" }));
    expect(error).toMatchObject({ name: "ConnectionError", phase: "connect" });
  });

  test("is a timeout if the key function never returns", async () => {
    const server = await serve(json({}));
    const client = clientFor(server, { apiKey: () => new Promise<string>(() => {}), timeout: 20 });
    const error = await failure(client.fiat.createDeposit({ quoteId: "q_1" }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(await drained(server)).toHaveLength(0);
  });
});

describe("a failure that may follow an arrival leaves the outcome unknown", () => {
  const failing = (code: string, syscall?: string) => async () => {
    throw new TypeError("fetch failed", {
      // Its own cause is no error.
      cause: Object.assign(new Error(code, { cause: "DNS" }), { code, syscall }),
    });
  };
  const send = (fetch?: () => Promise<never>) =>
    failure(
      clientFor({ url: "https://api.example.com" }, { ...(fetch && { fetch }) }).operations.execute(
        { userOperationHash: hash, signature },
      ),
    );

  test.each(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH"])("%s of a custom fetch", async (code) => {
    const fetch = vi.fn(failing(code, "connect"));
    expect(await send(fetch)).toBeInstanceOf(OutcomeUnknownError);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("a network error returned by a custom fetch", async () => {
    const fetch = vi.fn(async () => Response.error() as never);
    expect(await send(fetch)).toBeInstanceOf(OutcomeUnknownError);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each(["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED", "EADDRNOTAVAIL"])(
    "%s while reading from an open connection",
    async (code) => {
      const fail = vi.fn<Wire>(failing(code, "read"));
      const client = clientFor(
        { url: "https://api.example.com" },
        { wire: createProvenWire((request) => fail(request)) },
      );
      const execute = () =>
        failure(client.operations.execute({ userOperationHash: hash, signature }));
      expect(await execute()).toBeInstanceOf(OutcomeUnknownError);
      expect(fail).toHaveBeenCalledOnce();
      fail.mockImplementation(failing(code, "connect"));
      expect(await execute()).toBeInstanceOf(ConnectionError);
      expect(fail).toHaveBeenCalledTimes(4);
    },
  );

  test.each([
    ["ECONNRESET", "read", 1],
    ["ETIMEDOUT", "read", 1],
    ["EPIPE", "write", 1],
    ["ECONNREFUSED", undefined, 1],
    ["UND_ERR_SOCKET", undefined, 1],
    ["UND_ERR_HEADERS_TIMEOUT", undefined, 1],
    ["UND_ERR_BODY_TIMEOUT", undefined, 1],
    [undefined, "connect", 1],
    ["ENOTFOUND", "getaddrinfo", 3],
    ["EAI_AGAIN", "getaddrinfo", 3],
    ["UND_ERR_CONNECT_TIMEOUT", undefined, 3],
  ])("%s of %s of a wire that proves it: %i attempts", async (code, syscall, attempts) => {
    const fail = vi.fn<Wire>(failing(code as string, syscall));
    const wire = createProvenWire((request) => fail(request));
    const { operations } = clientFor({ url: "https://api.example.com" }, { wire });
    const error = await failure(operations.execute({ userOperationHash: hash, signature }));
    expect(error).toBeInstanceOf(attempts === 1 ? OutcomeUnknownError : ConnectionError);
    expect(fail).toHaveBeenCalledTimes(attempts);
  });

  test.each<[string, (wire: Wire) => Wire]>([
    ["copies the properties of", (wire) => Object.assign((request: never) => wire(request), wire)],
    ["is a proxy of", (wire) => new Proxy(wire, {})],
  ])("ECONNREFUSED of a wire that %s undiciWire", async (_, wrap) => {
    const fail = vi.fn<Wire>(failing("ECONNREFUSED", "connect"));
    const wire = wrap(createProvenWire((request) => fail(request)));
    const client = clientFor({ url: "https://api.example.com" }, { wire });
    const error = await failure(client.operations.execute({ userOperationHash: hash, signature }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(fail).toHaveBeenCalledOnce();
  });

  test("the mistake of a wire of the caller, which may have sent the request", async () => {
    const wire = async () => {
      throw new ConfigurationError("another client is not configured");
    };
    const client = clientFor({ url: "https://api.example.com" }, { wire });
    const error = await failure(client.operations.execute({ userOperationHash: hash, signature }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });

  test.each([400, 404])("a page with %s, whose id is lost", async (status) => {
    const server = await serve(html(status));
    const error = await failure(
      clientFor(server).operations.execute({ userOperationHash: hash, signature }),
    );
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ cause: { status } });
    expect(await drained(server)).toHaveLength(1);
  });
});

test("reads the response of another fetch library, and sends nothing again", async () => {
  const foreign = (text: string) => {
    const response = Response.json(JSON.parse(text));
    return {
      ok: true,
      status: 200,
      headers: response.headers,
      url: "",
      type: "basic",
      redirected: false,
      body: null,
      text: async () => text,
    } as unknown as Response;
  };
  let sent = 0;
  const body = { userOperationHash: hash };
  const client = clientFor(
    { url: "https://api.example.com" },
    {
      fetch: async () => {
        sent++;
        return foreign(JSON.stringify(body));
      },
    },
  );
  expect(await client.operations.execute({ userOperationHash: hash, signature })).toMatchObject(
    body,
  );
  expect(sent).toBe(1);
});
