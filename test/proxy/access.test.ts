import { describe, expect, test, vi } from "vitest";
import type { ProxyCall } from "../../src/proxy/index.js";
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

describe("the allow list", () => {
  test("rejects every operation by default", async () => {
    const { post, forwarded, events } = openProxy({ allow: undefined });
    const id = "PROXY_OPERATION_NOT_ALLOWED";
    expect(await readError(post(quote, swap))).toMatchObject({ status: 403, id });
    expect(events).toMatchObject([{ operation: "swap.quote", id }]);
    expect(forwarded).toEqual([]);
  });

  test("is checked before the body is read and authorize is called", async () => {
    const authorize = vi.fn(() => true);
    const { send, post, forwarded } = openProxy({ allow: ["tokens.list"], authorize });
    expect((await send(tokens)).status).toBe(200);
    const request = new Request(origin + prefix + quote, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(await readError(openProxy({ allow: ["tokens.list"] }).proxy(request))).toMatchObject({
      status: 403,
    });
    expect(request.bodyUsed).toBe(false);
    expect(await readError(post(quote, swap))).toMatchObject({
      status: 403,
      id: "PROXY_OPERATION_NOT_ALLOWED",
    });
    expect(authorize).toHaveBeenCalledTimes(1);
    expect(forwarded).toHaveLength(1);
  });

  test("rejects an unknown method of a known path, with the allowed methods", async () => {
    const { send, forwarded } = openProxy();
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD"]) {
      const response = await send(quote, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expect((await response.text()).includes("PROXY_METHOD_NOT_ALLOWED")).toBe(method !== "HEAD");
    }
    expect(forwarded).toEqual([]);
  });

  test.each([
    "/api/v1/crypto/secrets",
    "/",
    "/api/v1/crypto/swap/",
    "/API/v1/crypto/swap",
    `/api/v1/wallets/${wallet}`,
  ])("rejects the unknown path %s", async (path) => {
    const { post, forwarded } = openProxy();
    expect(await readError(post(path, swap))).toMatchObject({ status: 404, id: "PROXY_NOT_FOUND" });
    expect(forwarded).toEqual([]);
  });

  test.each([
    "https://app.test/api/v1/crypto/tokens",
    "https://app.test/api/bursarx/api/v1/crypto/tokens",
    "https://app.test/api/bursar",
  ])("rejects %s, which is outside the prefix", async (url) => {
    const { send, forwarded } = openProxy();
    expect(await readError(send(url))).toMatchObject({ status: 404, id: "PROXY_NOT_FOUND" });
    expect(forwarded).toEqual([]);
  });
});

describe("authorize", () => {
  test.each([
    ["false", () => false],
    ["undefined", () => undefined],
    ["a string", () => "yes"],
    ["a number", () => 1],
    ["an object", () => ({ allowed: true })],
    ["a promise of false", async () => false],
    [
      "nothing, and throws",
      () => {
        throw new TypeError("the session store at 10.0.0.7 is down");
      },
    ],
    [
      "a rejected promise",
      () => Promise.reject(new TypeError("the session store at 10.0.0.7 is down")),
    ],
    [
      "nothing, and throws true",
      () => {
        throw true;
      },
    ],
  ])("rejects the request if it returns %s", async (_, authorize) => {
    const { post, forwarded, events } = openProxy({ authorize: authorize as never });
    const rejection = await readError(post(quote, swap));
    expect(rejection).toMatchObject({ status: 403, id: "PROXY_FORBIDDEN" });
    expect(JSON.stringify(rejection.body)).not.toContain("10.0.0.7");
    expect(events).toMatchObject([{ id: "PROXY_FORBIDDEN", status: 403, sent: false }]);
    expect(forwarded).toEqual([]);
  });

  test("puts the name and code of its error in the event", async () => {
    const thrown = Object.assign(new TypeError("down: secret of the session"), { code: "E_DOWN" });
    const { post, events } = openProxy({ authorize: () => Promise.reject(thrown) });
    const response = await post(quote, swap);
    expect(events[0]?.error).toEqual({ name: "TypeError", code: "E_DOWN" });
    expect(JSON.stringify([events, await response.text()])).not.toContain("secret of the session");
  });

  test("rejects the request if it never settles", async () => {
    stopTimers();
    const { post, forwarded } = openProxy({ timeout: 20, authorize: () => letTimePass(20) });
    expect(await readError(post(quote, swap))).toMatchObject({
      status: 403,
      id: "PROXY_FORBIDDEN",
    });
    expect(forwarded).toEqual([]);
  });

  test("returns its own Response with the security headers", async () => {
    const { post, forwarded } = openProxy({
      authorize: () =>
        new Response("log in first", {
          status: 401,
          headers: { "www-authenticate": "Session", "cache-control": "public" },
        }),
    });
    const response = await post(quote, swap);
    expect([response.status, await response.text()]).toEqual([401, "log in first"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "www-authenticate": "Session",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(forwarded).toEqual([]);
  });

  test("returns a Response of another realm, without the headers of its own connection", async () => {
    const framing = ["connection", "keep-alive", "content-length", "transfer-encoding", "te"];
    framing.push("trailer", "upgrade", "proxy-connection");
    const init = {
      status: 401,
      statusText: "Log in",
      headers: [...framing, "content-encoding", "x-kept"].map((name) => [name, "x"]),
    } as ResponseInit;
    const { body, status, statusText, headers } = new Response("log in", init);
    const parts = { body, status, statusText, headers };
    const { post } = openProxy({
      authorize: () => ({ ...parts, [Symbol.toStringTag]: "Response" }) as never,
    });
    const response = await post(quote, swap);
    expect([response.status, response.statusText]).toEqual([401, "Log in"]);
    expect(await response.text()).toBe("log in");
    expect(framing.filter((name) => response.headers.has(name))).toEqual([]);
    // `authorize` has compressed it itself.
    for (const name of ["content-encoding", "x-kept"]) expect(response.headers.get(name)).toBe("x");
  });

  test("gets the request that will be sent, and cannot change it", async () => {
    const seen: unknown[] = [];
    const { post, forwarded } = openProxy({
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
    expect(forwarded.map(({ body }) => JSON.parse(body))).toEqual([swap]);
    expect(seen).toEqual(
      [0, 1].map(() => ({ operation: "swap.quote", input: { params: {}, query: {}, body: swap } })),
    );
  });

  test("changes neither the path parameters of limit nor those that are sent", async () => {
    const limit = vi.fn();
    const { send, forwarded } = openProxy({
      authorize: (_request, { input }) => {
        (input.params as { walletAddress: string }).walletAddress = `0x${"2".repeat(40)}`;
        return true;
      },
      limit: (_request, { input }) => limit(input.params),
    });
    await send(`/api/v1/wallets/${wallet}/portfolio`);
    expect(limit).toHaveBeenCalledWith({ walletAddress: wallet });
    expect(forwarded[0]?.url).toContain(wallet);
  });

  test.each([
    ["authorize", { authorize: () => false }, 403, "PROXY_FORBIDDEN"],
    ["limit", { limit: () => ({ retryAfter: 1 }) }, 429, "PROXY_RATE_LIMITED"],
  ])(
    "decides before the body is validated, if %s does not read it",
    async (_, hooks, status, id) => {
      const { post } = openProxy(hooks);
      expect(await readError(post(quote, { ...swap, amountIn: "-1" }))).toMatchObject({
        status,
        id,
      });
    },
  );

  test.each([
    ["reads it", (call: ProxyCall) => call.input.body !== undefined],
    ["copies it", (call: ProxyCall) => Object.keys({ ...call }).length > 0],
    ["does not read it", () => true],
    [
      "ignores that reading it throws",
      (call: ProxyCall) => {
        try {
          return call.input !== undefined;
        } catch {
          return true;
        }
      },
    ],
  ])("an invalid input responds with 400 if the hook %s", async (_, decide) => {
    const { post, forwarded, events } = openProxy({ authorize: (_request, call) => decide(call) });
    const rejection = await readError(post(quote, { ...swap, amountIn: "-1" }));
    expect(rejection).toMatchObject({ status: 400, id: "BAD_REQUEST" });
    expect(rejection.body.issues).toMatchObject([{ path: "body.amountIn" }]);
    expect(forwarded).toEqual([]);
    expect(events[0]).toMatchObject({ id: "BAD_REQUEST", sent: false, outcome: "none" });
  });

  test("gets the framework's context, and so does limit", async () => {
    const contexts: unknown[] = [];
    const { proxy } = openProxy({
      authorize: (_r, _c, context) => contexts.push(context) > 0,
      limit: (_r, _c, context) => void contexts.push(context),
    });
    await proxy(new Request(origin + prefix + tokens), { user: 7 });
    expect(contexts).toEqual([{ user: 7 }, { user: 7 }]);
  });
});

describe("limit", () => {
  test("rejects the request with retry-after in whole seconds", async () => {
    const { post, forwarded } = openProxy({ limit: () => ({ retryAfter: 1_200 }) });
    const { status, id, headers } = await readError(post(quote, swap));
    expect([status, id, headers.get("retry-after")]).toEqual([429, "PROXY_RATE_LIMITED", "2"]);
    expect(forwarded).toEqual([]);
    const now = await openProxy({ limit: () => ({ retryAfter: 0 }) }).post(quote, swap);
    expect([now.status, now.headers.get("retry-after")]).toEqual([429, "0"]);
    expect((await openProxy({ limit: () => null as never }).post(quote, swap)).status).toBe(200);
  });

  test("rejects the request without retry-after if the time is not valid", async () => {
    for (const retryAfter of [undefined, Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const { status, headers } = await readError(
        openProxy({ limit: () => ({ retryAfter }) }).post(quote, swap),
      );
      expect([status, headers.has("retry-after")]).toEqual([429, false]);
    }
  });

  test.each([
    ["throws", () => Promise.reject(new TypeError("redis://10.0.0.8 is down"))],
    ["returns something else", () => true],
    ["never settles", () => letTimePass(20)],
  ])("rejects the request if it %s", async (_, limit) => {
    stopTimers();
    const { post, forwarded } = openProxy({ limit: limit as never, timeout: 20 });
    const rejection = await readError(post(quote, swap));
    expect(rejection).toMatchObject({ status: 503, id: "PROXY_LIMIT_FAILED" });
    expect(JSON.stringify(rejection.body)).not.toContain("10.0.0.8");
    expect(forwarded).toEqual([]);
  });

  test("is called only after authorize, so that rejected requests do not count", async () => {
    const limit = vi.fn();
    await openProxy({ authorize: () => false, limit }).post(quote, swap);
    expect(limit).not.toHaveBeenCalled();
  });
});
