import { describe, expect, test } from "vitest";
import { setRawTarget } from "../../src/node/converted-request.js";
import {
  letTimePass,
  openProxy,
  origin,
  prefix,
  readError,
  stopTimers,
  swap,
  wallet,
} from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";
const tokens = "/api/v1/crypto/tokens";
const processing = "/api/v1/kyc/individual-verification-sessions/standard/s_1/process";

describe("request paths", () => {
  test.each([
    ["an encoded slash", "/api/v1/wallets/x%2f..%2fadmin/portfolio"],
    ["an encoded backslash", "/api/v1/wallets/x%5C..%5Cadmin/portfolio"],
    ["double encoding", "/api/v1/wallets/%252e%252e/portfolio"],
    ["a double-encoded slash", "/api/v1/wallets/a%252fb/portfolio"],
    ["two slashes", "//evil.test/api/v1/crypto/tokens"],
    ["two slashes inside the path", "/api/v1//crypto/tokens"],
    ["dot segments before a semicolon", "/api/v1/crypto/limit-orders/..;/cancel"],
    ["dot segments before an encoded semicolon", "/api/v1/crypto/limit-orders/..%3bx/cancel"],
    ["fullwidth slashes", "/api/v1/crypto/limit-orders/%EF%BC%8F..%EF%BC%8F/cancel"],
    ["fullwidth dots", "/api/v1/crypto/limit-orders/%EF%BC%8E%EF%BC%8E/cancel"],
    ["a two-dot leader", "/api/v1/crypto/limit-orders/%E2%80%A5/cancel"],
    ["dots after a space", "/api/v1/crypto/limit-orders/%20../cancel"],
    ["an encoded null", "/api/v1/wallets/a%00/portfolio"],
    ["an encoded delete character", "/api/v1/wallets/a%7f/portfolio"],
    ["an encoded line break", "/api/v1/wallets/a%0d%0ax-api-key:%20x/portfolio"],
    ["a malformed encoding", "/api/v1/wallets/%zz/portfolio"],
    ["invalid UTF-8", "/api/v1/wallets/%ff%fe/portfolio"],
  ])("rejects %s", async (_, path) => {
    const { send, forwarded } = openProxy();
    expect(await readError(send(path))).toMatchObject({ status: 400, id: "PROXY_UNSAFE_PATH" });
    expect(forwarded).toEqual([]);
  });

  test.each([
    ["dot segments", `${prefix}/../../admin`],
    ["dot segments that lead back to a valid path", `${prefix}/api/v1/x/../crypto/tokens`],
    ["encoded dot segments", `${prefix}/api/v1/x/%2e%2E/crypto/tokens`],
    ["half-encoded dot segments", `${prefix}/api/v1/x/.%2e/crypto/tokens`],
    ["backslashes", `${prefix}\\api\\v1\\crypto\\tokens`],
    ["another host", "//evil.test/api/v1/crypto/tokens"],
    ["another host after backslashes", "/\\evil.test/api/v1/crypto/tokens"],
    ["an absolute URL", "https://evil.test/api/bursar/api/v1/crypto/tokens"],
    ["an asterisk", "*"],
    ["a fragment", `${prefix}/api/v1/crypto/tokens#x`],
    ["a space", `${prefix}/api/v1/crypto/tokens /x`],
    ["a letter that is not ASCII", `${prefix}/api/v1/crypto/tokéns`],
  ])("rejects %s in the raw target", async (_, target) => {
    const { proxy, forwarded } = openProxy();
    const request = new Request(`${origin}${prefix}${tokens}`);
    setRawTarget(request, target);
    expect(await readError(proxy(request))).toMatchObject({ status: 400, id: "PROXY_UNSAFE_PATH" });
    expect(forwarded).toEqual([]);
  });

  test("accepts in a query what is unsafe in a path", async () => {
    const { proxy, forwarded } = openProxy();
    const target = `${prefix}${tokens}?search=%2f..//%5c`;
    const request = new Request(origin + target);
    setRawTarget(request, target);
    expect((await proxy(request)).status).toBe(200);
    expect(new URL(String(forwarded[0]?.url)).searchParams.get("search")).toBe("/..//\\");
  });

  test("uses the normalized path if the raw target is unknown", async () => {
    const { send, forwarded } = openProxy({ allow: ["tokens.list"] });
    expect(await readError(send("/../../admin"))).toMatchObject({ status: 404 });
    expect((await send("/api/v1/x/../crypto/tokens")).status).toBe(200);
    expect(forwarded.map(({ url }) => url)).toEqual([
      "https://service.test/base/api/v1/crypto/tokens",
    ]);
  });

  test("decodes, validates and encodes path parameters", async () => {
    const { send, forwarded } = openProxy();
    await send("/api/v1/crypto/limit-orders/tx%5f1%3bx=%3f%23%26/cancel", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(forwarded.map(({ url }) => url)).toEqual([
      "https://service.test/base/api/v1/crypto/limit-orders/tx_1%3Bx%3D%3F%23%26/cancel",
    ]);
  });
});

test("forwards the shortest operations that fill a body", async () => {
  const { post, forwarded } = openProxy();
  const { walletAddress, tokenIn: token } = swap;
  const params = {
    walletAddress,
    chainId: 1,
    token,
    amount: "1",
    toAddress: walletAddress,
    metadata: {},
    payGasFeeToken: token,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  };
  const operation = { type: "transfer", params };
  const count = Math.floor(65_000 / JSON.stringify([operation]).length);
  const operations = Array.from({ length: count }, () => operation);
  await post("/api/v1/crypto/batch-operations", { walletAddress, chainId: 1, operations });
  expect(JSON.parse(forwarded[0]?.body ?? "")).toMatchObject({ operations });
});

describe("rejects a body", () => {
  const bad = [
    ["with malformed JSON", '{"amountIn":', "body"],
    ["with an array", "[]", "body"],
    ["with null", "null", "body"],
    [
      "with a field __proto__",
      JSON.stringify(swap).replace("{", '{"__proto__":{"walletAddress":"x"},'),
      "body.__proto__",
    ],
    [
      "with a nested field __proto__",
      JSON.stringify(swap).replace("{", '{"metadata":{"__proto__":"x"},'),
      "body.metadata.__proto__",
    ],
    ["with an unknown field", JSON.stringify({ ...swap, admin: true }), "body.admin"],
    ["with deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "body"],
    [
      "with many short values",
      JSON.stringify({ ...swap, metadata: Array.from({ length: 30_000 }, () => 1) }),
      "body",
    ],
    ["that is empty but required", "", "body.amountIn"],
  ] as const;
  test.each(bad)("%s", async (_, body, path) => {
    const { post, forwarded, events } = openProxy();
    const rejection = await readError(post(quote, body));
    expect(rejection).toMatchObject({ status: 400, id: "BAD_REQUEST" });
    expect(rejection.body.issues?.map((issue) => issue.path)).toContainEqual(path);
    if (path.endsWith("__proto__") || path === "body")
      expect(rejection.body.issues).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      id: "BAD_REQUEST",
      operation: "swap.quote",
      sent: false,
      issues: rejection.body.issues?.map(({ path: at, code }) => ({
        path: at.replace(/\b(?:__proto__|admin)$/, "*"),
        code,
      })),
    });
    expect(forwarded).toEqual([]);
  });

  test("that is not UTF-8", async () => {
    const { send, forwarded } = openProxy();
    const text = JSON.stringify({ ...swap, metadata: { note: "~" } });
    const body = new TextEncoder().encode(text);
    body[text.indexOf("~")] = 0xff;
    expect(
      await readError(
        send(quote, { method: "POST", headers: { "content-type": "application/json" }, body }),
      ),
    ).toMatchObject({
      id: "BAD_REQUEST",
    });
    expect(forwarded).toEqual([]);
  });

  test("with every issue of path, query and body in one response", async () => {
    const { post } = openProxy();
    const { status, body } = await readError(
      post("/api/v1/wallets/0x12/deposit?a=1", { ...swap, amount: "ten" }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      id: "BAD_REQUEST",
      traceId: expect.stringMatching(/^proxy-/),
    });
    const paths = body.issues?.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "query.a",
        "params.walletAddress",
        "body.amount",
        "body.token",
        "body.amountIn",
      ]),
    );
  });

  test("without quoting personal data", async () => {
    const { post } = openProxy();
    const { body } = await readError(
      post("/api/v1/kyc/individual-verification-sessions/standard", {
        firstName: "Ana",
        birthDate: "17 May 1990",
      }),
    );
    expect(JSON.stringify(body)).toContain("birthDate");
    expect(JSON.stringify(body)).not.toContain("17 May");
  });

  test.each([
    [1, 1, "1 problem"],
    [49, 49, "49 problems"],
    [50, 50, "50 or more problems"],
    [51, 50, "50 or more problems"],
    [3_000, 50, "50 or more problems"],
  ])("with %i wrong fields, in %i issues", async (count, issues, text) => {
    const names = Array.from({ length: count }, (_, i) => [`wrong_field_${i}`, 1]);
    const { post, events } = openProxy();
    const { body } = await readError(post(quote, { ...swap, ...Object.fromEntries(names) }));
    expect([body.issues?.length, events[0]?.issues.length]).toEqual([issues, issues]);
    expect(body.message.endsWith(`: ${text}`)).toBe(true);
  });

  test("that is deeper than 32 levels, or has more values than 100 and one per 16 bytes", async () => {
    const { post } = openProxy();
    const codesOf = async (body: string) =>
      (await readError(post(quote, body))).body.issues?.map(({ code }) => code);
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(await codesOf(nested(33))).toEqual(["too_deep"]);
    expect(await codesOf(nested(32))).not.toContain("too_deep");
    // The body, its field and 113 items are 115 values in 240 bytes.
    const listOf = (count: number) => `{"metadata":[${Array(count).fill(1)}]}`;
    expect(listOf(113)).toHaveLength(240);
    expect(await codesOf(listOf(113))).not.toContain("too_many_values");
    expect(await codesOf(listOf(114))).toEqual(["too_many_values"]);
    const fields = Array.from({ length: 1_000 }, (_, i) => [`a${i}`, 1]);
    expect(await codesOf(JSON.stringify(Object.fromEntries(fields)))).toEqual(["too_many_values"]);
  });

  test.each([{ a: 1 }, "1"])("of an operation that takes none: %j", async (body) => {
    const { post, forwarded } = openProxy();
    const rejection = await readError(post(processing, body));
    expect([rejection.id, rejection.body.issues?.[0]?.path]).toEqual(["BAD_REQUEST", "body"]);
    expect(forwarded).toEqual([]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "text/json",
  ])("with the content type %s", async (type) => {
    const { post, forwarded } = openProxy();
    expect(await readError(post(quote, swap, { "content-type": type }))).toMatchObject({
      status: 415,
      id: "PROXY_MEDIA_TYPE",
    });
    expect(forwarded).toEqual([]);
  });

  test.each([
    ["application/json; charset=utf-8", quote],
    ['APPLICATION/JSON ;charset="UTF8";', quote],
    [" application/json;", quote],
    // It has no body.
    ["text/plain", tokens],
  ])("but not with the content type %j to %s", async (type, path) => {
    const init = path === quote && { method: "POST", body: JSON.stringify(swap) };
    const headers = { "content-type": type, "content-encoding": " Identity " };
    expect((await openProxy().send(path, { ...init, headers })).status).toBe(200);
  });

  test("without a content type, or compressed", async () => {
    const { send, post, forwarded } = openProxy();
    const bytes = new TextEncoder().encode(JSON.stringify(swap));
    expect(await readError(send(quote, { method: "POST", body: bytes }))).toMatchObject({
      status: 415,
    });
    expect(await readError(post(quote, swap, { "content-encoding": "gzip" }))).toMatchObject({
      status: 415,
    });
    expect(forwarded).toEqual([]);
    // An operation without a body needs no type, but no form may post to it.
    for (const [type, status] of [
      [undefined, 200],
      ["text/plain", 415],
    ] as const) {
      const headers = type ? { "content-type": type } : [];
      expect((await send(processing, { method: "POST", headers })).status).toBe(status);
    }
  });

  test("with a content-length over the limit, without reading it", async () => {
    const { proxy } = openProxy({ maxBodyBytes: 1_000 });
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "1001" },
      body: "{}",
    });
    expect(await readError(proxy(request))).toMatchObject({
      status: 413,
      id: "PROXY_BODY_TOO_LARGE",
    });
    expect(request.bodyUsed).toBe(false);
  });

  test("of more than 64 KiB by default", async () => {
    const { post } = openProxy();
    const padded = JSON.stringify(swap).padEnd(65_536);
    expect((await post(quote, padded)).status).toBe(200);
    expect((await post(quote, `${padded} `)).status).toBe(413);
  });

  test("that exceeds the limit while streaming, regardless of its content-length", async () => {
    const { proxy, forwarded } = openProxy({ maxBodyBytes: 10_000 });
    let produced = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1_000;
        controller.enqueue(new Uint8Array(1_000).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "5" },
      body,
      duplex: "half",
    };
    expect(await readError(proxy(new Request(origin + prefix + quote, init)))).toMatchObject({
      status: 413,
      id: "PROXY_BODY_TOO_LARGE",
    });
    expect(produced).toBeLessThan(15_000);
    expect(cancelled).toBe(true);
    expect(forwarded).toEqual([]);
  });

  test("that does not arrive in time", async () => {
    stopTimers();
    const { proxy, forwarded } = openProxy({ timeout: 20 });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
      pull: () => letTimePass(20),
    });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    };
    expect(await readError(proxy(new Request(origin + prefix + quote, init)))).toMatchObject({
      status: 408,
      id: "PROXY_BODY_TIMEOUT",
    });
    expect(forwarded).toEqual([]);
  });

  test("that breaks while it is read", async () => {
    const { proxy, forwarded } = openProxy();
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
        pull: (controller) => controller.error(new TypeError("connection lost")),
      }),
      duplex: "half",
    };
    expect(await readError(proxy(new Request(origin + prefix + quote, init)))).toMatchObject({
      status: 499,
      id: "PROXY_ABORTED",
    });
    expect(forwarded).toEqual([]);
  });

  test("that was read before, with the reason in the event", async () => {
    const { proxy, events } = openProxy();
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(swap),
    });
    await request.text();
    const rejection = await readError(proxy(request));
    expect(rejection).toMatchObject({ status: 500, id: "PROXY_FAILED" });
    expect(rejection.body.message).toContain("was read before");
    expect(events[0]?.error).toEqual({ name: "ConfigurationError", code: "BODY_ALREADY_READ" });
  });
});

describe("rejects a query", () => {
  test.each([
    ["with an unknown parameter", "?admin=1", "admin"],
    ["with an unknown parameter without a value", "?admin=", "admin"],
    ["with a duplicate parameter", "?page=1&page=2", "page"],
    ["with a duplicate parameter of equal values", "?page=1&page=1", "page"],
    ["with an empty value", "?search=", "search"],
    ["with __proto__", "?__proto__=1", "__proto__"],
    ["with constructor", "?constructor=1", "constructor"],
    ["with text in place of a number", "?page=one", "page"],
    ["with brackets", "?page[]=1", "page[]"],
  ])("%s", async (_, query, key) => {
    const { send, forwarded } = openProxy();
    const rejection = await readError(send(tokens + query));
    expect(rejection).toMatchObject({ status: 400, id: "BAD_REQUEST" });
    expect(rejection.body.issues?.map(({ path }) => path)).toEqual([`query.${key}`]);
    expect(forwarded).toEqual([]);
  });

  // `test/thorough` measures that the cost is linear.
  test("with thousands of names", async () => {
    const { send, post } = openProxy();
    const names = Array.from({ length: 4_000 }, (_, i) => `n${i}`).join("&");
    expect(await readError(send(`/api/v1/crypto/tokens?${names}`))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("50 or more problems") },
    });
    const wrong = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`n${i}`, 1]));
    const { status, id, body } = await readError(post(`${quote}?${names}`, wrong));
    // Both the query and the body have as many.
    expect([status, id, body.issues?.length]).toEqual([400, "BAD_REQUEST", 50]);
  });

  test("of an operation that takes none", async () => {
    const { post, forwarded } = openProxy();
    expect(await readError(post(`${quote}?projectId=1`, swap))).toMatchObject({
      status: 400,
      id: "BAD_REQUEST",
    });
    expect(forwarded).toEqual([]);
  });

  test("but accepts repeated keys of a list, which authorize gets as a list", async () => {
    const queries: unknown[] = [];
    const { send, forwarded } = openProxy({
      authorize: (_request, { input }) => queries.push(input.query) > 0,
    });
    await send(`/api/v1/wallets/${wallet}/history?status=FAILED&status=COMPLETED&take=5`);
    expect(forwarded.map(({ url }) => url)).toEqual([
      `https://service.test/base/api/v1/wallets/${wallet}/history?take=5&status=FAILED&status=COMPLETED`,
    ]);
    expect(queries).toEqual([{ take: 5, status: ["FAILED", "COMPLETED"] }]);
    const empty = await send(`/api/v1/wallets/${wallet}/history?status=FAILED&status=`);
    expect(empty.status).toBe(400);
  });
});
