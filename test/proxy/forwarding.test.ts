import { describe, expect, test, vi } from "vitest";
import { ConnectionError, isApiError, OutcomeUnknownError, ServerError } from "../../src/index.js";
import { undiciWire } from "../../src/undici/index.js";
import { failure, secret } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { closedPort, serve } from "../support/loopback.js";
import { until } from "../support/waiting.js";
import {
  createPageClient,
  letTimePass,
  openProxy,
  origin,
  prefix,
  readError,
  stopTimers,
  swap,
} from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";
const tokens = "/api/v1/crypto/tokens";
const execute = "/api/v1/crypto/execute-user-op";
const signed = {
  userOperationHash: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
} as const;

describe("a forwarded request", () => {
  test("has the key and the headers of the contract, and no others", async () => {
    const { post, forwarded } = openProxy();
    await post(quote, swap, {
      cookie: "session=1",
      authorization: "Bearer user",
      "x-api-key": "the page's own",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.test",
      forwarded: "for=1.2.3.4",
      "x-http-method-override": "DELETE",
      "x-original-url": "/admin",
      "accept-language": "de",
      te: "trailers",
      "proxy-authorization": "Basic x",
    });
    expect(forwarded).toEqual([
      {
        method: "POST",
        url: `https://service.test/base${quote}`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-api-key": secret,
        },
        body: JSON.stringify(swap),
      },
    ]);
  });

  test("has null where the service takes null as a value, and nothing for null elsewhere", async () => {
    const { post, forwarded } = openProxy();
    await post(quote, { ...swap, individualId: null, transactionFeePercent: null, slippage: null });
    expect(JSON.parse(forwarded[0]?.body ?? "")).toEqual({
      ...swap,
      individualId: null,
      transactionFeePercent: null,
    });
  });

  test("has a language header only if the endpoint defines one", async () => {
    const { send, forwarded } = openProxy();
    await send("/api/v1/kyc/individual-verification-sessions/standard/s_1", {
      headers: { "accept-language": "pt", "x-language": "en" },
    });
    await send(tokens, { headers: { "accept-language": "pt", "x-language": "en" } });
    expect(
      forwarded.map(({ headers }) => [headers["accept-language"], headers["x-language"]]),
    ).toEqual([
      ["pt", "en"],
      [undefined, undefined],
    ]);
    // Nor the type of a body that it does not have.
    for (const { headers } of forwarded) expect(headers).not.toHaveProperty("content-type");
  });

  test("uses the path from the option `paths`", async () => {
    const { post, forwarded } = openProxy({ paths: { "operations.execute": "/v2/submit" } });
    await post(execute, signed);
    expect(forwarded.map(({ url }) => url)).toEqual(["https://service.test/base/v2/submit"]);
  });

  test("calls the function `apiKey` for each request", async () => {
    let calls = 0;
    const { send, forwarded } = openProxy({ apiKey: async () => `key-${++calls}` });
    await send(tokens);
    await send(tokens);
    expect(forwarded.map(({ headers }) => headers["x-api-key"])).toEqual(["key-1", "key-2"]);
  });

  test("is not sent if the client disconnects while the function `apiKey` runs", async () => {
    const client = new AbortController();
    const apiKey = async () => {
      client.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return secret;
    };
    const { proxy, forwarded, events } = openProxy({ apiKey });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(signed), signal: client.signal };
    expect((await proxy(new Request(origin + prefix + execute, init))).status).toBe(499);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(forwarded).toEqual([]);
    expect(events).toMatchObject([{ id: "PROXY_ABORTED", sent: false, outcome: "none" }]);
  });

  test("is not sent if the function `apiKey` throws", async () => {
    const { post, forwarded, events } = openProxy({
      apiKey: () => {
        throw new TypeError(`vault is down ${secret}`);
      },
    });
    const rejection = await readError(post(execute, signed));
    expect(rejection).toMatchObject({ status: 500, id: "PROXY_FAILED" });
    expect(JSON.stringify([rejection.body, events])).not.toContain(secret);
    expect(forwarded).toEqual([]);
  });
});

describe("a forwarded response", () => {
  test("has the status and body of the service unchanged, and four of its headers", async () => {
    const text = '{ "tokens" : [1.10, 12345678901234567890], "a":1, "a":2, "u":"\\u00e9" }';
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "trace-id": "t-1",
      "retry-after": "7",
      // A wait compares it with the expiry of an operation, by the clock of the service.
      date: "Thu, 26 Nov 2026 05:00:00 GMT",
      "set-cookie": "a=b",
      server: "nginx/1.2",
      "x-powered-by": "Express",
      "x-internal-node": "10.0.0.3",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=60",
      location: "https://elsewhere.test",
    };
    const response = await openProxy({}, () => new Response(text, { status: 202, headers })).send(
      tokens,
    );
    expect([response.status, await response.text()]).toEqual([202, text]);
    const own = [
      "cache-control",
      "content-security-policy",
      "cross-origin-resource-policy",
      "referrer-policy",
      "vary",
      "x-content-type-options",
    ];
    expect([...response.headers.keys()].sort()).toEqual(
      ["content-type", "date", "retry-after", "trace-id", ...own].sort(),
    );
    expect(response.headers.get("content-type")).toBe("application/json");
    expect([
      response.headers.get("trace-id"),
      response.headers.get("retry-after"),
      response.headers.get("cache-control"),
      response.headers.get("date"),
    ]).toEqual(["t-1", "7", "no-store", headers.date]);
  });

  test.each([
    ...[400, 401, 403, 404, 429].map((status) => [status, "none"] as const),
    ...[409, 500, 503].map((status) => [status, "unknown"] as const),
  ])(
    "has the unchanged error body for status %i, and a write has the outcome %s",
    async (status, outcome) => {
      const body = {
        message: "no",
        id: "SOME_ID",
        traceId: "t",
        errors: [{ path: ["a"], message: "bad" }],
      };
      const { post, events } = openProxy({}, () => Response.json(body, { status }));
      const response = await post(execute, signed);
      expect([response.status, await response.json()]).toEqual([status, body]);
      expect(events).toMatchObject([{ status, id: undefined, sent: true, outcome }]);
    },
  );

  test("has no body after a 204", async () => {
    const response = await openProxy({}, () => new Response(null, { status: 204 })).send(tokens);
    expect([response.status, response.body, response.headers.has("content-type")]).toEqual([
      204,
      null,
      false,
    ]);
  });

  test.each([
    ["application/json", "application/json"],
    ["Application/JSON; charset=utf-8", "application/json"],
    ["application/problem+json", "application/json"],
    ["application/jsonp", "text/plain; charset=utf-8"],
    ["text/json", "text/plain; charset=utf-8"],
    ["", "text/plain; charset=utf-8"],
  ])("of the type %j is passed on as %s", async (type, expected) => {
    const { send } = openProxy({}, () => {
      const response = new Response('{"tokens":[]}', { headers: { "content-type": type } });
      if (!type) response.headers.delete("content-type");
      return response;
    });
    expect((await send(tokens)).headers.get("content-type")).toBe(expected);
  });

  test("has no retry-after or date of another form", async () => {
    for (const [name, value, isKept] of [
      ["retry-after", "Thu, 26 Nov 2026 05:00:00 GMT", true],
      ["retry-after", "7".repeat(64), true],
      ["retry-after", "7".repeat(65), false],
      ["retry-after", "<7>", false],
      ["date", "yesterday", false],
    ] as const) {
      const { send } = openProxy({}, () => Response.json({}, { headers: { [name]: value } }));
      expect((await send(tokens)).headers.get(name)).toBe(isKept ? value : null);
    }
  });

  test("has an HTML page as plain text", async () => {
    const response = await openProxy(
      {},
      () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    ).send(tokens);
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
      502,
      "<html>",
      "text/plain; charset=utf-8",
    ]);
  });
});

describe("redacts the key from a response", () => {
  // test/properties/redaction.test.ts has every spelling and place of a key.
  test("does not redact a short key, which may be a word of the data", async () => {
    const { send } = openProxy({ apiKey: "usdc" }, () => Response.json({ symbol: "USDC" }));
    expect(await (await send(tokens)).json()).toEqual({ symbol: "USDC" });
  });

  test("redacts a key of digits, and each of a hundred rotating keys", async () => {
    let calls = 0;
    const echo = async (request: Request) =>
      Response.json({ was: request.headers.get("x-api-key") });
    const rotating = openProxy({ apiKey: () => `rotating-key-${++calls}` }, echo);
    const texts = await Promise.all(
      Array.from({ length: 100 }, async () => (await rotating.send(tokens)).text()),
    );
    expect(new Set(texts)).toEqual(new Set(['{"was":"[api key]"}']));
    const digits = openProxy(
      { apiKey: "9007199254" },
      () => new Response('{"a":9007199254,"b":"9007199254"}'),
    );
    expect(await (await digits.send(tokens)).text()).not.toContain("9007199254");
  });
});

describe("the outcome of a write", () => {
  const losses = [
    ["the connection breaks", () => Promise.reject(new TypeError("socket hang up")), 502],
    [
      "the response body breaks off",
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.error(new TypeError("terminated")),
          }),
        ),
      502,
    ],
    [
      "the service does not respond in time",
      (request: Request) => {
        void letTimePass(50);
        return new Promise<never>((_, reject) =>
          request.signal.addEventListener("abort", () => reject(request.signal.reason)),
        );
      },
      504,
    ],
    [
      "an intermediary responds with HTML",
      () => new Response("<html>log in", { headers: { "content-type": "text/html" } }),
      502,
    ],
    [
      "the service responds with a redirect",
      () => new Response(null, { status: 303, headers: { location: "https://x.test" } }),
      502,
    ],
    ["a gateway responds with an empty 502", () => new Response("", { status: 502 }), 502],
  ] as const;

  test.each(losses)("is unknown if %s", async (_, reply, status) => {
    stopTimers();
    const { proxy, events } = openProxy({ timeout: 50 }, reply as never);
    const client = createPageClient(proxy);
    const error = await failure(client.operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as OutcomeUnknownError).lookup).toContain("waitForTransaction");
    expect(events).toMatchObject([{ status, sent: true, operation: "operations.execute" }]);
    // A read has the same status and an error id.
    const read = await failure(client.tokens.list().firstPage());
    expect(read).not.toBeInstanceOf(OutcomeUnknownError);
    expect(isApiError(read) && read.status).toBe(status);
  });

  test("is unknown if the server aborts it after it was sent, while the page still waits", async () => {
    let server = new AbortController();
    const { proxy, events } = openProxy(
      {},
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          server.abort();
        }),
    );
    const client = createPageClient((request) => {
      server = new AbortController();
      return proxy(new Request(request, { signal: server.signal }));
    });
    expect(await failure(client.operations.execute(signed))).toBeInstanceOf(OutcomeUnknownError);
    expect(events).toMatchObject([
      { status: 502, id: "PROXY_RESPONSE_LOST", sent: true, error: { name: "AbortedError" } },
    ]);
    // An aborted read, and a write that was aborted before it was sent, have failed.
    expect(await failure(client.tokens.list().firstPage())).toMatchObject({
      status: 499,
      id: "PROXY_ABORTED",
    });
    const early = openProxy({
      authorize: () => {
        server.abort();
        return new Promise(() => {});
      },
    });
    const stopped = createPageClient((request) => {
      server = new AbortController();
      return early.proxy(new Request(request, { signal: server.signal }));
    });
    expect(await failure(stopped.operations.execute(signed))).toMatchObject({
      status: 499,
      id: "PROXY_ABORTED",
    });
    expect(early.forwarded).toEqual([]);
  });

  test("is explained in the message, without an error id, if `fetch` rejects", async () => {
    const { post } = openProxy({}, () => Promise.reject(new TypeError("at 10.0.0.9")));
    const { status, body } = await readError(post(execute, signed));
    expect([status, "id" in body]).toEqual([502, false]);
    expect(body.message).toMatch(
      /not known whether this happened\. Before trying again: look for the userOperationHash/,
    );
    expect(JSON.stringify(body)).not.toContain("10.0.0.9");
  });

  test("is unknown if a custom `fetch` throws a ConnectionError of this package", async () => {
    const thrown = new ConnectionError("audit: could not connect", {
      phase: "connect",
      code: "ECONNREFUSED",
    });
    const { post, events } = openProxy({}, () => Promise.reject(thrown));
    const { status, body } = await readError(post(execute, signed));
    expect([status, "id" in body]).toEqual([502, false]);
    expect(events).toMatchObject([{ sent: true }]);
  });

  test("is a failure if the connection was refused", async () => {
    const { proxy, events } = openProxy({
      baseUrl: `http://127.0.0.1:${await closedPort()}`,
      fetch: undefined,
    });
    const error = await failure(createPageClient(proxy).operations.execute(signed));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 502, id: "PROXY_UNREACHABLE" });
    expect(events).toMatchObject([
      {
        id: "PROXY_UNREACHABLE",
        sent: false,
        error: { name: "ConnectionError", code: "ECONNREFUSED" },
      },
    ]);
  });

  test("is a failure if the wire is closed", async () => {
    const wire = undiciWire();
    await wire.close();
    const { proxy, events } = openProxy({ wire, fetch: undefined });
    const error = await failure(createPageClient(proxy).operations.execute(signed));
    expect(error).toBeInstanceOf(ServerError);
    expect(events).toMatchObject([
      { id: "PROXY_FAILED", sent: false, error: { name: "ConfigurationError" } },
    ]);
  });

  test.each([301, 302, 303, 307, 308])(
    "is unknown if the service redirects it with %i, which is not followed",
    async (status) => {
      const elsewhere = await serve(({ response }) => void response.end("{}"));
      const service = await serve(
        ({ response }) => void response.writeHead(status, { location: elsewhere.url }).end(),
      );
      const { proxy, events } = openProxy({ baseUrl: service.url, fetch: undefined });
      const error = await failure(createPageClient(proxy).operations.execute(signed));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(events).toMatchObject([{ status: 502, id: "PROXY_REDIRECTED", sent: true }]);
      expect([(await drained(service)).length, (await drained(elsewhere)).length]).toEqual([1, 0]);
    },
  );

  test("does not depend on a retry: no request is sent twice", async () => {
    const { post, send, forwarded } = openProxy({}, () => new Response("", { status: 503 }));
    await post(execute, signed);
    await send(tokens);
    await post(quote, swap);
    expect(forwarded).toHaveLength(3);
  });
});

const never = vi.fn(() => new Promise<never>(() => {}));
const slow = { ...swap, chainIdOut: 1, routeProfile: "FASTEST_BRIDGE" };
test.each<[string, number, number, Parameters<typeof openProxy>[0], path: string, body: object]>([
  ["authorize", 28_000, 403, { authorize: never }, quote, swap],
  ["limit", 28_000, 503, { limit: never }, quote, swap],
  ["once", 28_000, 502, { once: never }, execute, signed],
  ["the service", 28_000, 504, {}, quote, swap],
  ["the service at a slow quote", 85_000, 504, {}, quote, slow],
  ["the service at a slow quote, with a timeout,", 50, 504, { timeout: 50 }, quote, slow],
])("waits for %s for %i ms", async (_, time, status, options, path, body) => {
  stopTimers();
  never.mockClear();
  const settled = vi.fn();
  const { post } = openProxy(options, never);
  const response = post(path, body, { "bursar-once": "the-first-write" });
  void response.then(settled);
  await until(() => never.mock.calls.length > 0, "the call");
  await vi.advanceTimersByTimeAsync(time - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await response).status).toBe(status);
});

test("waits without a limit if the timeout is infinite", async () => {
  const { send } = openProxy({ timeout: Number.POSITIVE_INFINITY }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Response.json({ tokens: [] });
  });
  expect((await send(tokens)).status).toBe(200);
});

test("the response to another call does not reach the page", async () => {
  const other = `0x${"77".repeat(32)}`;
  const { post } = openProxy({}, () => Response.json({ userOperationHash: other }));
  const error = await readError(post(execute, signed));
  expect(error.status).toBe(502);
  expect(error.body.message).toContain("it is not known whether this happened");
  expect(JSON.stringify(error.body)).not.toContain(other);
});
