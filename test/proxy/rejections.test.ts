import { afterEach, describe, expect, test, vi } from "vitest";
import { proxyErrors } from "../../src/proxy/index.js";
import { setRawTarget } from "../../src/proxy/request-path.js";
import { secret } from "../http/test-client.js";
import { openProxy, origin, prefix, swap, told, wallet } from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";
const tokens = "/api/v1/crypto/tokens";
const portfolio = `/api/v1/wallets/${wallet}/portfolio`;

afterEach(() => vi.useRealTimers());

describe("what is not on the list is refused", () => {
  test("by default everything", async () => {
    const { post, arrived } = openProxy({ allow: undefined });
    expect(await told(post(quote, swap))).toMatchObject({
      status: 403,
      id: "PROXY_OPERATION_NOT_ALLOWED",
    });
    expect(arrived).toEqual([]);
  });

  test("an operation beside the allowed ones, before its body is read or anybody asked", async () => {
    const authorize = vi.fn(() => true);
    const { ask, post, arrived } = openProxy({ allow: ["tokens.list"], authorize });
    expect((await ask(tokens)).status).toBe(200);
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(await told(openProxy({ allow: ["tokens.list"] }).proxy(request))).toMatchObject({
      status: 403,
    });
    expect(request.bodyUsed).toBe(false);
    expect(await told(post(quote, swap))).toMatchObject({
      status: 403,
      id: "PROXY_OPERATION_NOT_ALLOWED",
    });
    expect(authorize).toHaveBeenCalledTimes(1);
    expect(arrived).toHaveLength(1);
  });

  test("another method at a known path, with the methods that there are", async () => {
    const { ask, arrived } = openProxy();
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD"]) {
      const answer = await ask(quote, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expect((await answer.text()).includes("PROXY_METHOD_NOT_ALLOWED")).toBe(method !== "HEAD");
    }
    expect(arrived).toEqual([]);
  });

  test.each([
    "/api/v1/crypto/secrets",
    "/",
    "/api/v1/crypto/swap/",
    "/API/v1/crypto/swap",
    `/api/v1/wallets/${wallet}`,
  ])("the path %s, which no operation has", async (path) => {
    const { post, arrived } = openProxy();
    expect(await told(post(path, swap))).toMatchObject({ status: 404, id: "PROXY_NOT_FOUND" });
    expect(arrived).toEqual([]);
  });

  test.each([
    "https://app.test/api/v1/crypto/tokens",
    "https://app.test/api/bursarx/api/v1/crypto/tokens",
    "https://app.test/api/bursar",
  ])("%s, which lies outside the prefix", async (url) => {
    const { ask, arrived } = openProxy();
    expect(await told(ask(url))).toMatchObject({ status: 404, id: "PROXY_NOT_FOUND" });
    expect(arrived).toEqual([]);
  });
});

describe("path tricks are refused", () => {
  test.each([
    ["an encoded slash", "/api/v1/wallets/x%2f..%2fadmin/portfolio"],
    ["an encoded backslash", "/api/v1/wallets/x%5C..%5Cadmin/portfolio"],
    ["double encoding", "/api/v1/wallets/%252e%252e/portfolio"],
    ["a double-encoded slash", "/api/v1/wallets/a%252fb/portfolio"],
    ["two slashes", "//evil.test/api/v1/crypto/tokens"],
    ["two slashes inside", "/api/v1//crypto/tokens"],
    ["dot segments behind a semicolon", "/api/v1/crypto/limit-orders/..;/cancel"],
    ["the same, encoded", "/api/v1/crypto/limit-orders/..%3bx/cancel"],
    ["wide slashes", "/api/v1/crypto/limit-orders/%EF%BC%8F..%EF%BC%8F/cancel"],
    ["wide dots", "/api/v1/crypto/limit-orders/%EF%BC%8E%EF%BC%8E/cancel"],
    ["a dot of two", "/api/v1/crypto/limit-orders/%E2%80%A5/cancel"],
    ["dots beside a space", "/api/v1/crypto/limit-orders/%20../cancel"],
    ["an encoded null", "/api/v1/wallets/a%00/portfolio"],
    ["an encoded line break", "/api/v1/wallets/a%0d%0ax-api-key:%20x/portfolio"],
    ["a broken encoding", "/api/v1/wallets/%zz/portfolio"],
    ["bytes that are no UTF-8", "/api/v1/wallets/%ff%fe/portfolio"],
  ])("%s", async (_, path) => {
    const { ask, arrived } = openProxy();
    expect(await told(ask(path))).toMatchObject({ status: 400, id: "PROXY_UNSAFE_PATH" });
    expect(arrived).toEqual([]);
  });

  test.each([
    ["dot segments", `${prefix}/../../admin`],
    ["dot segments that lead back in", `${prefix}/api/v1/x/../crypto/tokens`],
    ["encoded dot segments", `${prefix}/api/v1/x/%2e%2E/crypto/tokens`],
    ["half-encoded dot segments", `${prefix}/api/v1/x/.%2e/crypto/tokens`],
    ["backslashes", `${prefix}\\api\\v1\\crypto\\tokens`],
    ["another host", "//evil.test/api/v1/crypto/tokens"],
    ["another host by backslashes", "/\\evil.test/api/v1/crypto/tokens"],
    ["an absolute form", "https://evil.test/api/bursar/api/v1/crypto/tokens"],
    ["no path at all", "*"],
    ["a fragment", `${prefix}/api/v1/crypto/tokens#/../x`],
  ])("%s, where the request line is known", async (_, target) => {
    const { proxy, arrived } = openProxy();
    const request = new Request(`${origin}${prefix}${tokens}`);
    setRawTarget(request, target);
    expect(await told(proxy(request))).toMatchObject({ status: 400, id: "PROXY_UNSAFE_PATH" });
    expect(arrived).toEqual([]);
  });

  test("dot segments that an address loses unseen lead to what they lead to, and never out", async () => {
    const { ask, arrived } = openProxy({ allow: ["tokens.list"] });
    expect(await told(ask("/../../admin"))).toMatchObject({ status: 404 });
    expect((await ask("/api/v1/x/../crypto/tokens")).status).toBe(200);
    expect(arrived.map(({ url }) => url)).toEqual([
      "https://service.test/base/api/v1/crypto/tokens",
    ]);
  });

  test("what stands in a path is decoded, checked and encoded anew", async () => {
    const { ask, arrived } = openProxy();
    await ask("/api/v1/crypto/limit-orders/tx%5f1%3bx=%3f%23%26/cancel", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(arrived.map(({ url }) => url)).toEqual([
      "https://service.test/base/api/v1/crypto/limit-orders/tx_1%3Bx%3D%3F%23%26/cancel",
    ]);
  });
});

describe("bodies are refused", () => {
  const bad = [
    ["malformed JSON", '{"amountIn":', ["body"]],
    ["no JSON object", "[]", ["body"]],
    ["null", "null", ["body"]],
    [
      "a field called __proto__",
      JSON.stringify(swap).replace("{", '{"__proto__":{"walletAddress":"x"},'),
      ["body", "__proto__"],
    ],
    [
      "such a field further in",
      JSON.stringify(swap).replace("{", '{"metadata":{"__proto__":"x"},'),
      ["body", "metadata", "__proto__"],
    ],
    ["a field that nobody knows", JSON.stringify({ ...swap, admin: true }), ["body", "admin"]],
    ["nesting without end", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, ["body"]],
    ["an empty one where one is due", "", ["body", "amountIn"]],
  ] as const;
  test.each(bad)("%s", async (_, body, path) => {
    const { post, arrived, events } = openProxy();
    const refused = await told(post(quote, body));
    expect(refused).toMatchObject({ status: 400, id: "BAD_REQUEST" });
    expect(refused.body.issues?.map((issue) => issue.path)).toContainEqual(path);
    if (path.at(-1) === "__proto__" || path.length === 1)
      expect(refused.body.issues).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      id: "BAD_REQUEST",
      operation: "swap.quote",
      sent: false,
      issues: refused.body.issues?.map(({ path, code }) => ({ path, code })),
    });
    expect(arrived).toEqual([]);
  });

  test("bytes that are no UTF-8", async () => {
    const { ask, arrived } = openProxy();
    const body = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect(
      await told(
        ask(quote, { method: "POST", headers: { "content-type": "application/json" }, body }),
      ),
    ).toMatchObject({
      id: "BAD_REQUEST",
    });
    expect(arrived).toEqual([]);
  });

  test("every problem of path, query and body at once, in the service's envelope", async () => {
    const { post } = openProxy();
    const { status, body } = await told(
      post("/api/v1/wallets/0x12/deposit?a=1", { ...swap, amount: "ten" }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      id: "BAD_REQUEST",
      traceId: expect.stringMatching(/^proxy-/),
    });
    const paths = body.issues?.map(({ path }) => path.join("."));
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

  test("one that names no values where they are a person's", async () => {
    const { post } = openProxy();
    const { body } = await told(
      post("/api/v1/kyc/individual-verification-sessions/standard", {
        firstName: "Ana",
        birthDate: "17 May 1990",
      }),
    );
    expect(JSON.stringify(body)).toContain("birthDate");
    expect(JSON.stringify(body)).not.toContain("17 May");
  });

  test("one with thousands of wrong fields, in few words", async () => {
    const fields = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`f${i}`, 1]));
    const { post, events } = openProxy();
    const { body } = await told(post(quote, fields));
    expect([body.issues?.length, events[0]?.issues.length]).toEqual([50, 50]);
    expect(body.message).toMatch(/60\d\d problems$/);
  });

  test("one where none belongs", async () => {
    const { post, arrived } = openProxy();
    const path = "/api/v1/kyc/individual-verification-sessions/standard/s_1/process";
    const refused = await told(post(path, { a: 1 }));
    expect([refused.id, refused.body.issues?.[0]?.path]).toEqual(["BAD_REQUEST", ["body"]]);
    expect(arrived).toEqual([]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "text/json",
  ])("of the type %s, as a form of another site would send it", async (type) => {
    const { post, arrived } = openProxy();
    expect(await told(post(quote, swap, { "content-type": type }))).toMatchObject({
      status: 415,
      id: "PROXY_MEDIA_TYPE",
    });
    expect(arrived).toEqual([]);
  });

  test("without a type, or compressed", async () => {
    const { ask, post, arrived } = openProxy();
    const bytes = new TextEncoder().encode(JSON.stringify(swap));
    expect(await told(ask(quote, { method: "POST", body: bytes }))).toMatchObject({ status: 415 });
    expect(await told(post(quote, swap, { "content-encoding": "gzip" }))).toMatchObject({
      status: 415,
    });
    expect(arrived).toEqual([]);
  });

  test("over the limit by its header, unread", async () => {
    const { proxy } = openProxy({ maxBodyBytes: 1_000 });
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "1001" },
      body: "{}",
    });
    expect(await told(proxy(request))).toMatchObject({ status: 413, id: "PROXY_BODY_TOO_LARGE" });
    expect(request.bodyUsed).toBe(false);
  });

  test("over the limit as they stream, whatever the header says, and no further", async () => {
    const { proxy, arrived } = openProxy({ maxBodyBytes: 10_000 });
    let made = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1_000;
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
    expect(await told(proxy(new Request(origin + prefix + quote, init)))).toMatchObject({
      status: 413,
      id: "PROXY_BODY_TOO_LARGE",
    });
    expect(made).toBeLessThan(15_000);
    expect(cancelled).toBe(true);
    expect(arrived).toEqual([]);
  });

  test("that never end, when their time is up", async () => {
    const { proxy, arrived } = openProxy({ timeout: 20 });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
    });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    };
    expect(await told(proxy(new Request(origin + prefix + quote, init)))).toMatchObject({
      status: 408,
      id: "PROXY_BODY_TIMEOUT",
    });
    expect(arrived).toEqual([]);
  });

  test("that somebody has read before, and the log is told why", async () => {
    const { proxy, events } = openProxy();
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(swap),
    });
    await request.text();
    const refused = await told(proxy(request));
    expect(refused).toMatchObject({ status: 500, id: "PROXY_FAILED" });
    expect(refused.body.message).toContain("was read before");
    expect(events[0]?.error).toEqual({ name: "ConfigurationError", code: "BODY_ALREADY_READ" });
  });
});

describe("queries are refused", () => {
  test.each([
    ["a key that nobody knows", "?admin=1", "admin"],
    ["one without a value too", "?admin=", "admin"],
    ["a key twice, where the contract has it once", "?page=1&page=2", "page"],
    ["a key twice with one value", "?page=1&page=1", "page"],
    ["an empty value", "?search=", "search"],
    ["__proto__", "?__proto__=1", "__proto__"],
    ["constructor", "?constructor=1", "constructor"],
    ["a word where a number is due", "?page=one", "page"],
    ["brackets", "?page[]=1", "page[]"],
  ])("%s", async (_, query, key) => {
    const { ask, arrived } = openProxy();
    const refused = await told(ask(tokens + query));
    expect(refused).toMatchObject({ status: 400, id: "BAD_REQUEST" });
    expect(refused.body.issues?.map(({ path }) => path)).toEqual([["query", key]]);
    expect(arrived).toEqual([]);
  });

  test("with thousands of names, in no more time than it takes to read them", {
    timeout: 3_000,
  }, async () => {
    const { ask, post } = openProxy();
    const names = Array.from({ length: 40_000 }, (_, i) => `n${i}`).join("&");
    expect(await told(ask(`/api/v1/crypto/tokens?${names}`))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("40000 problems") },
    });
    const wrong = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, 1]));
    expect(await told(post(`${quote}?${names}`, wrong))).toMatchObject({
      status: 400,
      id: "BAD_REQUEST",
    });
  });

  test("any, where the operation has none", async () => {
    const { post, arrived } = openProxy();
    expect(await told(post(`${quote}?projectId=1`, swap))).toMatchObject({
      status: 400,
      id: "BAD_REQUEST",
    });
    expect(arrived).toEqual([]);
  });

  test("but a list may repeat its key", async () => {
    const { ask, arrived } = openProxy();
    await ask(`/api/v1/wallets/${wallet}/history?status=FAILED&status=COMPLETED&take=5`);
    expect(arrived.map(({ url }) => url)).toEqual([
      `https://service.test/base/api/v1/wallets/${wallet}/history?take=5&status=FAILED&status=COMPLETED`,
    ]);
  });
});

describe("whoever is not authorized is refused", () => {
  test.each([
    ["no", () => false],
    ["nothing", () => undefined],
    ["a truthy value that is not true", () => "yes"],
    ["a number", () => 1],
    ["an object", () => ({ allowed: true })],
    ["a promise of no", async () => false],
    [
      "a throw",
      () => {
        throw new TypeError("the session store at 10.0.0.7 is down");
      },
    ],
    ["a rejection", () => Promise.reject(new TypeError("the session store at 10.0.0.7 is down"))],
    [
      "a throw of true",
      () => {
        throw true;
      },
    ],
  ])("%s", async (_, authorize) => {
    const { post, arrived, events } = openProxy({ authorize: authorize as never });
    const refused = await told(post(quote, swap));
    expect(refused).toMatchObject({ status: 403, id: "PROXY_FORBIDDEN" });
    expect(JSON.stringify(refused.body)).not.toContain("10.0.0.7");
    expect(events).toMatchObject([{ id: "PROXY_FORBIDDEN", status: 403, sent: false }]);
    expect(arrived).toEqual([]);
  });

  test("the event has the name and the code of what authorize threw, and no text of it", async () => {
    const thrown = Object.assign(new TypeError("down: secret of the session"), { code: "E_DOWN" });
    const { post, events } = openProxy({ authorize: () => Promise.reject(thrown) });
    const answer = await post(quote, swap);
    expect(events[0]?.error).toEqual({ name: "TypeError", code: "E_DOWN" });
    expect(JSON.stringify([events, await answer.text()])).not.toContain("secret of the session");
  });

  test("one who is never decided about", async () => {
    const { post, arrived } = openProxy({ timeout: 20, authorize: () => new Promise(() => {}) });
    expect(await told(post(quote, swap))).toMatchObject({ status: 403, id: "PROXY_FORBIDDEN" });
    expect(arrived).toEqual([]);
  });

  test("with an answer of the app's own, made safe", async () => {
    const { post, arrived } = openProxy({
      authorize: () =>
        new Response("log in first", {
          status: 401,
          headers: { "www-authenticate": "Session", "cache-control": "public" },
        }),
    });
    const answer = await post(quote, swap);
    expect([answer.status, await answer.text()]).toEqual([401, "log in first"]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "www-authenticate": "Session",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(arrived).toEqual([]);
  });

  test("it is asked about what will be sent, and cannot change it", async () => {
    const seen: unknown[] = [];
    const { post, arrived } = openProxy({
      authorize: (_request, call) => {
        seen.push(structuredClone(call));
        if (call.operation !== "swap.quote") return false;
        (call.input.body as { walletAddress: string }).walletAddress =
          "0x2222222222222222222222222222222222222222";
        (call as { operation: string }).operation = "wallets.register";
        return true;
      },
      limit: (_request, call) => void seen.push(structuredClone(call)),
    });
    await post(
      quote,
      `{"walletAddress":"0x3333333333333333333333333333333333333333",${JSON.stringify(swap).slice(1)}`,
    );
    expect(arrived.map(({ body }) => JSON.parse(body))).toEqual([swap]);
    expect(seen).toEqual(
      [0, 1].map(() => ({ operation: "swap.quote", input: { params: {}, query: {}, body: swap } })),
    );
  });

  test("it is shown path and query as they will be sent", async () => {
    const calls: unknown[] = [];
    const { ask } = openProxy({ authorize: (_request, call) => calls.push(call) > 0 });
    await ask(`${portfolio}?includeTokens=true&timerange=all`);
    await ask(
      `/api/v1/wallets/${wallet}/history?chains=137&chains=0&createdAtOldest=2026-01-01T00%3A00%3A00Z`,
    );
    expect(calls).toEqual([
      {
        operation: "wallets.portfolio",
        input: {
          params: { walletAddress: wallet },
          query: { includeTokens: true, timerange: "all" },
          body: undefined,
        },
      },
      {
        operation: "wallets.history",
        input: {
          params: { walletAddress: wallet },
          query: { chains: [137, 0], createdAtOldest: "2026-01-01T00:00:00Z" },
          body: undefined,
        },
      },
    ]);
  });

  test("it is not asked about what the contract refuses", async () => {
    const authorize = vi.fn(() => true);
    const { post } = openProxy({ authorize });
    await post(quote, { ...swap, amountIn: "-1" });
    expect(authorize).not.toHaveBeenCalled();
  });

  test("it gets the framework's own context, and so does limit", async () => {
    const contexts: unknown[] = [];
    const { proxy } = openProxy({
      authorize: (_r, _c, context) => contexts.push(context) > 0,
      limit: (_r, _c, context) => void contexts.push(context),
    });
    await proxy(new Request(origin + prefix + tokens), { user: 7 });
    expect(contexts).toEqual([{ user: 7 }, { user: 7 }]);
  });
});

describe("what is too much is refused", () => {
  test("with the time to wait, in whole seconds", async () => {
    const { post, arrived } = openProxy({ limit: () => ({ retryAfter: 1_200 }) });
    const { status, id, headers } = await told(post(quote, swap));
    expect([status, id, headers.get("retry-after")]).toEqual([429, "PROXY_RATE_LIMITED", "2"]);
    expect(arrived).toEqual([]);
  });

  test("without one, where none is known", async () => {
    for (const retryAfter of [undefined, Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const { status, headers } = await told(
        openProxy({ limit: () => ({ retryAfter }) }).post(quote, swap),
      );
      expect([status, headers.has("retry-after")]).toEqual([429, false]);
    }
  });

  test.each([
    ["throws", () => Promise.reject(new TypeError("redis://10.0.0.8 is down"))],
    ["answers with what it should not", () => true],
    ["never answers", () => new Promise(() => {})],
  ])("where the limit %s", async (_, limit) => {
    const { post, arrived } = openProxy({ limit: limit as never, timeout: 20 });
    const refused = await told(post(quote, swap));
    expect(refused).toMatchObject({ status: 503, id: "PROXY_LIMIT_FAILED" });
    expect(JSON.stringify(refused.body)).not.toContain("10.0.0.8");
    expect(arrived).toEqual([]);
  });

  test("and a stranger's requests use up nobody's allowance", async () => {
    const limit = vi.fn();
    await openProxy({ authorize: () => false, limit }).post(quote, swap);
    expect(limit).not.toHaveBeenCalled();
  });
});

describe("pages of other sites are refused", () => {
  const refused: [string, Record<string, string>][] = [
    ["another site's page", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
    ["a link on another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
    [
      "a page of a sister domain",
      { origin: "https://blog.app.test", "sec-fetch-site": "same-site" },
    ],
    ["another site in an old browser", { origin: "https://evil.test" }],
    ["a sandboxed frame", { origin: "null" }],
    ["the same host in plain http", { origin: "http://app.test" }],
    ["a name that ends alike", { origin: "https://evil-app.test" }],
    ["another port", { origin: "https://app.test:8443" }],
    ["words that no browser says", { "sec-fetch-site": "same-origin, cross-site" }],
  ];
  test.each(refused)("%s", async (_, headers) => {
    const { ask, post, arrived } = openProxy();
    const { id, headers: got } = await told(ask(tokens, { headers }));
    expect(id).toBe("PROXY_CROSS_SITE");
    expect([...got.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(await told(post(quote, swap, headers))).toMatchObject({
      status: 403,
      id: "PROXY_CROSS_SITE",
    });
    expect(arrived).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ["the app's own page", { origin, "sec-fetch-site": "same-origin" }],
    [
      "its own page behind a server that ends TLS",
      { origin: "https://public.test", "sec-fetch-site": "same-origin" },
    ],
    ["its own page in an old browser", { origin }],
    ["an address that the user typed", { "sec-fetch-site": "none" }],
    ["whoever is no browser", {}],
  ])("but not %s", async (_, headers) => {
    const { ask, arrived } = openProxy();
    const answer = await ask(tokens, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    expect(arrived).toHaveLength(1);
  });

  test("unless their origin is named, and then they may read the answer, refusals too", async () => {
    const { ask, post, arrived } = openProxy({ allowOrigins: ["https://shop.test"] });
    const headers = { origin: "https://shop.test", "sec-fetch-site": "cross-site" };
    const preflight = await ask(quote, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "POST" },
    });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "https://shop.test",
      "access-control-allow-methods": "GET, POST, PATCH",
      "access-control-allow-headers": expect.stringContaining("content-type"),
      vary: expect.stringContaining("origin"),
    });
    expect(arrived).toEqual([]);
    const answers = [await ask(tokens, { headers }), await post(quote, {}, headers)];
    expect(
      answers.map(({ status, headers }) => [status, headers.get("access-control-allow-origin")]),
    ).toEqual([
      [200, "https://shop.test"],
      [400, "https://shop.test"],
    ]);
    expect(
      await told(
        ask(tokens, { headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" } }),
      ),
    ).toMatchObject({
      id: "PROXY_CROSS_SITE",
    });
  });

  test("OPTIONS tells the methods of a path, without a word for other origins", async () => {
    const { ask } = openProxy();
    const answer = await ask(quote, { method: "OPTIONS" });
    expect([
      answer.status,
      answer.headers.get("allow"),
      answer.headers.has("access-control-allow-origin"),
    ]).toEqual([204, "POST, OPTIONS", false]);
    expect(await told(ask("/nowhere", { method: "OPTIONS" }))).toMatchObject({ status: 404 });
  });
});

test("every answer is nobody's to keep, and nothing that a browser would run", async () => {
  const { ask, post } = openProxy(
    {},
    () => new Response("<script>", { status: 500, headers: { "content-type": "text/html" } }),
  );
  for (const answer of [
    await ask(tokens),
    await post(quote, {}),
    await ask("/x"),
    await ask(quote, { method: "OPTIONS" }),
  ]) {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cross-origin-resource-policy": "same-origin",
      vary: expect.stringContaining("cookie"),
    });
    expect(answer.headers.get("content-type") ?? "").not.toContain("html");
  }
});

test("every refusal of its own stands in the list with its status", () => {
  for (const [id, { status, meaning }] of Object.entries(proxyErrors)) {
    expect(id).toMatch(/^(?:PROXY_[A-Z_]+|BAD_REQUEST)$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(meaning).not.toBe("");
  }
});

test("a log that throws changes nothing, and no event holds the key", async () => {
  const { post } = openProxy({
    onAnswer: () => {
      throw new TypeError("full");
    },
  });
  expect((await post(quote, swap)).status).toBe(200);
  const later = openProxy({
    onAnswer: (async () => {
      throw new TypeError("full");
    }) as never,
  });
  expect((await later.post(quote, swap)).status).toBe(200);
  const untellable = openProxy({
    authorize: () => {
      throw Object.create(Error.prototype, {
        message: {
          get: () => {
            throw new TypeError("unreadable");
          },
        },
      });
    },
  });
  expect((await untellable.post(quote, swap)).status).toBe(403);
  const { events, post: tell } = openProxy({
    authorize: () => {
      throw new TypeError(`key ${secret}`);
    },
  });
  await tell(quote, swap);
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain(secret);
});
