import { describe, expect, test, vi } from "vitest";
import type { ClientOptions } from "../../../src/client.js";
import { OutcomeUnknownError } from "../../../src/errors/connection.js";
import {
  ConfigurationError,
  RequestValidationError,
  ResponseValidationError,
} from "../../../src/errors/data.js";
import type { CustomRequest } from "../../../src/http/features/custom-endpoint.js";
import type { StandardSchemaV1 } from "../../../src/http/validation/standard-schema.js";
import { drained } from "../../support/drained.js";
import { empty, html, json, raw, serve, until } from "../../support/loopback.js";
import { clientFor, failure, secret } from "../test-client.js";
import { fakeTime, fetchInMemory, passTime, passTimeUntil } from "../time-control.js";

const unsafePaths = [
  "",
  "x",
  "//evil.example/x",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/x",
  "javascript:alert(1)",
  "@evil.example",
  ":80/x",
  "/../x",
  "/a/../x",
  "/a/..",
  "/.",
  "/a/./b",
  "/a/%2e%2e/b",
  "/a/.%2E/b",
  "/a?b=1",
  "/a#b",
  "/a b",
  "/a\n/b",
  "/\t/evil.example",
  "/a\\..\\b",
  5 as never,
  undefined as never,
];

describe("client.request", () => {
  test.each(unsafePaths)("rejects the path %j and sends nothing", async (path) => {
    const fetch = vi.fn();
    const client = clientFor({ url: "https://api.example.com/prefix" }, { fetch });
    const call = client.request({ method: "GET", path });
    expect(await failure(call)).toBeInstanceOf(ConfigurationError);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(["Write", "writes", ""])("rejects the effect %j before it sends", async (effect) => {
    const fetch = vi.fn();
    const client = clientFor({ url: "https://api.example.com" }, { fetch });
    const call = client.request({ method: "POST", path: "/pay", effect: effect as never });
    expect(await failure(call)).toBeInstanceOf(ConfigurationError);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("rejects unknown and inherited fields of the request, and adds none to it", async () => {
    const bodies: unknown[] = [];
    const fetch = async (request: Request) => {
      bodies.push(await request.json());
      return Response.json({});
    };
    const client = clientFor({ url: "https://api.example.com" }, { fetch: fetch as never });
    const request = { method: "POST", path: "/pay", body: { amount: "1" } } as const;
    const misspelt = { ...request, effects: "read" } as never;
    expect(await failure(client.request(misspelt))).toBeInstanceOf(ConfigurationError);
    await client.request(request);
    const polluted = Object.prototype as Record<string, unknown>;
    try {
      polluted.effect = "read";
      expect(await failure(client.request(request))).toBeInstanceOf(ConfigurationError);
      delete polluted.effect;
      polluted.extraBody = { to: "another" };
      await client.request(request);
    } finally {
      delete polluted.effect;
      delete polluted.extraBody;
    }
    expect(bodies).toEqual([{ amount: "1" }, { amount: "1" }]);
  });

  test("sends the key, headers and prefix, and retries", async () => {
    const server = await serve([html(503), json({ any: "thing" }, 200, { "trace-id": "t1" })]);
    const client = clientFor({ url: `${server.url}/prefix` });
    const { data, traceId, response } = await client
      .request({ method: "GET", path: "/api/v9/things" })
      .withResponse();
    expect([data, traceId, response.status]).toEqual([{ any: "thing" }, "t1", 200]);
    expect(await drained(server)).toHaveLength(2);
    expect(server.requests[1]).toMatchObject({
      path: "/prefix/api/v9/things",
      headers: { "x-api-key": secret, accept: "application/json" },
    });
  });

  test("encodes parameters, and rejects those that would change the path", async () => {
    const server = await serve(json({}));
    const client = clientFor(server);
    const call = (id: string, more: Partial<CustomRequest> = {}) =>
      client.request({
        method: "GET",
        path: "/things/{id}/parts/{part}",
        params: { id, part: "p" },
        ...more,
      });
    await call("a b/ü?&#%2F");
    expect(server.requests[0]?.url).toBe("/things/a%20b%2F%C3%BC%3F%26%23%252F/parts/p");
    const encodeAll = (text: string, depth: number): string =>
      depth === 0
        ? text
        : encodeAll(
            text.replace(/[%./\d]/g, (each) => `%${each.charCodeAt(0).toString(16)}`),
            depth - 1,
          );
    const encoded = Array.from({ length: 8 }, (_, depth) => encodeAll("../x", depth));
    const nested = Array.from({ length: 40 }, (_, depth) => {
      const percent = `%${"25".repeat(depth)}`;
      return `a/${percent}2E${percent}2e`;
    });
    const malformed = ["%zz/%2e%2e/x", "%zz/%252e%252e/x", "%c3/%2e%2e", "100%/.%2e"];
    for (const id of [
      ...["", ".", "..", "../x", "%2e%2e", "%252e%252e", "a/../b", "\ud800"],
      ...[...encoded, ...nested, ...malformed],
    ]) {
      expect(await failure(call(id)), id).toBeInstanceOf(RequestValidationError);
    }
    expect(await failure(call("a", { params: { id: "a" } }))).toMatchObject({
      issues: [{ path: "params.part" }],
    });
    expect(await drained(server)).toHaveLength(1);
    const sixteenTimes = `%${"25".repeat(15)}41`;
    for (const id of ["100%", "%zz", "...", "a%2e%2e", "a%252525b", sixteenTimes]) await call(id);
    expect(await drained(server)).toHaveLength(7);
    expect(await failure(call(`%${"25".repeat(16)}41`))).toBeInstanceOf(RequestValidationError);
  });

  test("encodes a query with arrays, booleans and dates, and omits empty values", async () => {
    const server = await serve(json({}));
    const query = {
      a: [1, "b&c"],
      flag: false,
      zero: 0,
      big: 2n ** 64n,
      when: new Date(0),
      none: undefined,
      nil: null,
      blank: "",
      no: [],
      "k&y": "ü=",
    };
    await clientFor(server).request({ method: "GET", path: "/x", query });
    await clientFor(server).request({ method: "GET", path: "/x", query, arrays: "comma" });
    const rest =
      "flag=false&zero=0&big=18446744073709551616&when=1970-01-01T00%3A00%3A00.000Z&k%26y=%C3%BC%3D";
    expect((await drained(server)).map(({ url }) => url)).toEqual([
      `/x?a=1&a=b%26c&${rest}`,
      `/x?a=1,b%26c&${rest}`,
    ]);
  });

  test("rejects an item with a comma in a list that commas separate", async () => {
    const server = await serve(json({}));
    const client = clientFor(server);
    const request = { method: "GET", path: "/x", arrays: "comma" } as const;
    const query = { a: [1, "b,c"], d: "e,f" };
    const issues = [{ path: "query.a[1]", code: "invalid_query" }];
    expect(await failure(client.request({ ...request, query }))).toMatchObject({ issues });
    const extra = client.request(request, { extraQuery: { a: ["b", "c,"] } });
    expect(await failure(extra)).toMatchObject({ issues });
    expect(await drained(server)).toEqual([]);
    await client.request({ ...request, query: { d: "e,f" } });
    await client.request({ ...request, query, arrays: "repeat" });
    expect((await drained(server)).map(({ url }) => url)).toEqual([
      "/x?d=e%2Cf",
      "/x?a=1&a=b%2Cc&d=e%2Cf",
    ]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)(
    "sends a body with %s, and treats it as a write",
    async (method) => {
      const server = await serve([json({ ok: true }), html(503)]);
      const client = clientFor(server);
      expect(await client.request({ method, path: "/x", body: { a: [1] } })).toEqual({ ok: true });
      expect(server.requests[0]).toMatchObject({
        method,
        headers: { "content-type": "application/json" },
      });
      expect(server.requests[0]?.body.toString()).toBe('{"a":[1]}');
      const error = await failure(
        client.request({
          method,
          path: "/x/{orderId}",
          params: { orderId: "o_1" },
          body: { quoteId: "q_1" },
        }),
      );
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({
        operation: `${method} /x/{orderId}`,
        request: { orderId: "o_1", quoteId: "q_1" },
        lookup: "check whether it was executed",
      });
      expect(await drained(server)).toHaveLength(2);
    },
  );

  test("sends no content type without a body", async () => {
    const server = await serve(empty(204));
    await clientFor(server).request({ method: "DELETE", path: "/x" });
    expect(server.requests[0]?.body).toHaveLength(0);
    expect(server.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  test("is retried as its effect allows", async () => {
    for (const [method, effect, requests] of [
      ["POST", "quote", 3],
      ["POST", "read", 3],
      ["POST", undefined, 1],
      ["GET", "write", 1],
      ["GET", undefined, 3],
      ["PUT", "read", 3],
      ["PATCH", "quote", 3],
      ["DELETE", "read", 3],
      ["DELETE", undefined, 1],
    ] as const) {
      const server = await serve(html(503));
      await failure(clientFor(server).request({ method, path: "/x", ...(effect && { effect }) }));
      expect((await drained(server)).length, `${method} ${effect}`).toBe(requests);
    }
  });

  test("rejects a body with GET, and a body that JSON cannot represent", async () => {
    const server = await serve(json({}));
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const client = clientFor(server);
    expect(await failure(client.request({ method: "GET", path: "/x", body: {} }))).toBeInstanceOf(
      RequestValidationError,
    );
    expect(
      await failure(client.request({ method: "POST", path: "/x", body: circle })),
    ).toMatchObject({ issues: [{ path: "body.self", expected: expect.stringMatching(/JSON/) }] });
    expect(
      await failure(client.request({ method: "POST", path: "/x", body: { fees: [{ a: 1n }] } })),
    ).toMatchObject({
      message: expect.stringContaining("body.fees[0].a: expected text, got bigint"),
    });
    const deep = JSON.parse(`${"[".repeat(3_000)}${"]".repeat(3_000)}`);
    const hidden = { deep, toJSON: () => Object.assign([deep], { 0: 1n }) };
    for (const body of [hidden, { deep, late: 1n }])
      expect(await failure(client.request({ method: "POST", path: "/x", body }))).toBeInstanceOf(
        RequestValidationError,
      );
    expect(await drained(server)).toHaveLength(0);
  });

  test("states that a promise was passed as a body or a parameter", async () => {
    const server = await serve(json({}));
    const client = clientFor(server);
    const later = Promise.resolve() as never;
    for (const [root, call] of [
      ["body", () => client.operations.execute(later)],
      ["body", () => client.swap.quote(client.tokens.list() as never)],
      ["params.walletAddress", () => client.wallets.portfolio(later)],
    ] as const) {
      const error = (await failure(call())) as RequestValidationError;
      expect(error.issues.filter(({ path }) => path === root)).toMatchObject([
        { received: "a promise: await it" },
      ]);
    }
    expect(await drained(server)).toHaveLength(0);
  });

  test("returns the response unchanged without a schema", async () => {
    const server = await serve([
      json([1, { a: null }]),
      empty(204),
      empty(200),
      raw("a,b\n1,2", 200, { "content-type": "text/csv" }),
      html(200),
    ]);
    const get = () => clientFor(server).request({ method: "GET", path: "/x" });
    expect(await get()).toEqual([1, { a: null }]);
    expect(await get()).toBeUndefined();
    expect(await get()).toBeUndefined();
    expect(await get()).toBe("a,b\n1,2");
    expect(await failure(get())).toMatchObject({ name: "NotJsonError" });
  });
});

describe("a Standard Schema", () => {
  const schemaOf = (later: boolean): StandardSchemaV1<unknown, { total: bigint }> => ({
    "~standard": {
      version: 1,
      vendor: "by hand",
      validate: (value) => {
        const total = (value as { total?: unknown } | undefined)?.total;
        const result =
          typeof total === "string"
            ? { value: { total: BigInt(total) } }
            : {
                issues: [
                  { message: "Expected digits", path: [{ key: "total" }, 0, "deep"] },
                  { message: "No good" },
                ],
              };
        return later ? Promise.resolve(result) : result;
      },
    },
  });

  test("that never ends is ended by the total timeout, whose error is not an earlier failure", async () => {
    fakeTime();
    const validate = vi.fn(() => new Promise<never>(() => {}));
    const response: StandardSchemaV1 = { "~standard": { version: 1, vendor: "test", validate } };
    const { url, fetch } = fetchInMemory(
      () => new Response("<h1>Unavailable</h1>", { status: 503 }),
      () => Response.json({}),
    );
    const client = clientFor({ url }, { fetch, totalTimeout: 60_000 });
    const call = failure(client.request({ method: "GET", path: "/x", response }));
    await passTimeUntil(() => validate.mock.calls.length === 1, "the schema", 100);
    await passTime(60_000);
    expect(await call).toMatchObject({ name: "TimeoutError", scope: "total", timeout: 60_000 });
  });

  test("that never ends is ended by an abort", async () => {
    const validate = vi.fn(() => new Promise<never>(() => {}));
    const response: StandardSchemaV1 = { "~standard": { version: 1, vendor: "test", validate } };
    const server = await serve(json({}));
    const controller = new AbortController();
    const { signal } = controller;
    const client = clientFor(server);
    const call = client.request({ method: "POST", path: "/x", response }, { signal });
    await until(() => validate.mock.calls.length === 1, "the schema");
    controller.abort();
    expect(await failure(call)).toMatchObject({ kind: "aborted", sent: true, outcome: "unknown" });
  });

  describe.each([false, true])("that validates asynchronously: %s", (later) => {
    const response = schemaOf(later);

    test("validates and may transform the response", async () => {
      const server = await serve(json({ total: "90071992547409931" }));
      const data = await clientFor(server).request({ method: "GET", path: "/x", response });
      expect(data.total).toBe(90071992547409931n);
    });

    test("rejects with its own messages, or returns the response in off mode", async () => {
      const server = await serve(json({ total: 5 }));
      const onDrift = vi.fn();
      const client = clientFor(server, { onDrift });
      const call = (validation: NonNullable<ClientOptions["validation"]>) =>
        client.request({ method: "GET", path: "/x", response }, { validation });
      const error = await failure(call("strict"));
      expect(error).toBeInstanceOf(ResponseValidationError);
      expect(error).toMatchObject({
        operation: "GET /x",
        data: { total: 5 },
        issues: [
          { path: "total[0].deep", message: "total[0].deep: Expected digits", received: "" },
          { path: "" },
        ],
      });
      expect(onDrift).toHaveBeenCalledOnce();
      expect(await failure(call("essential"))).toBeInstanceOf(ResponseValidationError);
      expect(onDrift).toHaveBeenCalledTimes(2);
      expect(await call("off")).toEqual({ total: 5 });
      expect(onDrift).toHaveBeenCalledTimes(2);
    });

    test("quotes no API key, although its messages do", async () => {
      const server = await serve(json({ total: 5 }));
      const onDrift = vi.fn();
      const apiKey = "key-of-the-schema-0123456789";
      const validate = () => ({ issues: [{ message: `got ${apiKey}`, path: ["total"] }] });
      const quoting = { "~standard": { ...response["~standard"], validate } } as never;
      const client = clientFor(server, { apiKey, onDrift });
      const error = await failure(client.request({ method: "GET", path: "/x", response: quoting }));
      expect(error).toMatchObject({
        issues: [{ message: expect.stringMatching(/total: got \S/) }],
      });
      expect(JSON.stringify([error, onDrift.mock.calls]) + String(error)).not.toContain(apiKey);
    });

    test("that throws rejects the call, with the response in the error", async () => {
      const server = await serve(json({ total: 5 }));
      const validate = () => {
        throw new Error("broken");
      };
      const throwing = { ...response["~standard"], validate };
      const call = clientFor(server).request({
        method: "GET",
        path: "/x",
        response: { "~standard": throwing } as never,
      });
      const error = await failure(call);
      expect(error).toBeInstanceOf(ResponseValidationError);
      expect(error).toMatchObject({
        data: { total: 5 },
        issues: [{ message: expect.stringContaining("the schema threw: broken") }],
      });
    });

    test("also validates an empty response", async () => {
      const server = await serve(empty(204));
      expect(
        await failure(clientFor(server).request({ method: "GET", path: "/x", response })),
      ).toBeInstanceOf(ResponseValidationError);
    });
  });
});

describe("paths", () => {
  const withPaths = (paths: ClientOptions["paths"]) =>
    clientFor({ url: "https://api.example.com" }, { paths });
  const execute = {
    userOperationHash: `0x${"ab".repeat(32)}`,
    signature: `0x${"cd".repeat(65)}`,
  } as const;

  test("replaces a path that the contract does not state, and no other", async () => {
    const server = await serve([
      json({ session: { id: "a/b", status: "PENDING" } }),
      json({ limits: [] }),
    ]);
    const client = clientFor(server, {
      paths: { "kyc.business.standard.get": "/v2/companies/{sessionId}/state" },
    });
    await client.kyc.business.standard.get("a/b");
    await client.kyc.financialLimits("a");
    expect((await drained(server)).map(({ url }) => url)).toEqual([
      "/v2/companies/a%2Fb/state",
      "/api/v1/kyc/identities/a/financial-limits",
    ]);
  });

  const wrong: [string, Record<string, string>][] = [
    ["an operation that does not exist", { "swap.nothing": "/x" }],
    ["a path that the contract states", { "swap.quote": "/x" }],
    ["a path without its parameter", { "kyc.business.standard.get": "/x" }],
    ["a path with another parameter", { "kyc.business.standard.get": "/x/{id}" }],
    ["a path with one parameter too many", { "operations.execute": "/x/{id}" }],
  ];
  test.each(wrong)("rejects %s before sending", async (_, paths) => {
    const fetch = vi.fn();
    const client = clientFor({ url: "https://api.example.com" }, { paths, fetch });
    expect(await failure(client.operations.execute(execute))).toBeInstanceOf(ConfigurationError);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(["//evil.example/x", "https://evil.example", "/../x", "/a?b", "\\evil", ""])(
    "rejects %j immediately",
    (path) => {
      expect(() => withPaths({ "operations.execute": path })).toThrow(ConfigurationError);
    },
  );
});
