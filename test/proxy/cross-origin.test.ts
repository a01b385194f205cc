import { describe, expect, test, vi } from "vitest";
import { openProxy, origin, prefix, readError, swap } from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";
const tokens = "/api/v1/crypto/tokens";

describe("cross-origin requests", () => {
  const crossSite: [string, Record<string, string>][] = [
    ["another site's page", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
    ["a link on another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
    [
      "a page of a sister domain",
      { origin: "https://blog.app.test", "sec-fetch-site": "same-site" },
    ],
    ["another site without sec-fetch-site", { origin: "https://evil.test" }],
    ["another site as if it was typed", { origin: "https://evil.test", "sec-fetch-site": "none" }],
    ["a sandboxed frame", { origin: "null" }],
    ["the same host in plain http", { origin: "http://app.test" }],
    ["a host with the same ending", { origin: "https://evil-app.test" }],
    ["another port", { origin: "https://app.test:8443" }],
    ["an invalid sec-fetch-site", { "sec-fetch-site": "same-origin, cross-site" }],
  ];
  test.each(crossSite)("rejects %s", async (_, headers) => {
    const { send, post, forwarded } = openProxy();
    const { id, headers: got } = await readError(send(tokens, { headers }));
    expect(id).toBe("PROXY_CROSS_SITE");
    expect([...got.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(await readError(post(quote, swap, headers))).toMatchObject({
      status: 403,
      id: "PROXY_CROSS_SITE",
    });
    expect(forwarded).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ["a page of the same origin", { origin, "sec-fetch-site": "same-origin" }],
    [
      "a page of the same origin behind a server that terminates TLS",
      { origin: "https://public.test", "sec-fetch-site": "same-origin" },
    ],
    ["a page of the same origin without sec-fetch-site", { origin }],
    ["an address that the user typed", { "sec-fetch-site": "none" }],
    ["a caller that is not a browser", {}],
  ])("accepts %s", async (_, headers) => {
    const { send, forwarded } = openProxy();
    const response = await send(tokens, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(forwarded).toHaveLength(1);
  });

  test.each([
    [200, "the same origin", "http://app.test"],
    [200, "the same host, because a server in front may terminate TLS", "https://app.test"],
    [403, "another site", "http://evil.test"],
    [403, "another port", "http://app.test:8080"],
  ])("responds with %i in plain http to a page of %s", async (status, _, from) => {
    const { send } = openProxy();
    const response = await send(`http://app.test${prefix}${tokens}`, { headers: { origin: from } });
    expect(response.status).toBe(status);
  });

  test("accepts the origins in allowOrigins, with CORS headers on every response", async () => {
    const authorize = vi.fn<() => boolean | Response>(() => true);
    const { send, post, forwarded } = openProxy({
      allowOrigins: ["https://shop.test"],
      authorize,
    });
    const headers = { origin: "https://shop.test", "sec-fetch-site": "cross-site" };
    const preflight = await send(quote, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "POST" },
    });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "https://shop.test",
      "access-control-allow-methods": "GET, POST, PATCH",
      "access-control-allow-headers": "content-type, accept-language, x-language, bursar-once",
      "access-control-allow-credentials": "true",
      // A wait compares `date` with the expiry of an operation.
      "access-control-expose-headers": "trace-id, retry-after, date",
      "access-control-max-age": "600",
      vary: expect.stringContaining("origin"),
    });
    expect(forwarded).toEqual([]);
    const responses = [await send(tokens, { headers }), await post(quote, {}, headers)];
    authorize.mockReturnValueOnce(new Response(null, { status: 401 }));
    responses.push(await send(tokens, { headers }));
    expect(
      responses.map(({ status, headers }) => [status, headers.get("access-control-allow-origin")]),
    ).toEqual([
      [200, "https://shop.test"],
      [400, "https://shop.test"],
      [401, "https://shop.test"],
    ]);
    expect(
      await readError(
        send(tokens, { headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" } }),
      ),
    ).toMatchObject({
      id: "PROXY_CROSS_SITE",
    });
  });

  test("responds to OPTIONS with the methods of a path, without CORS headers", async () => {
    const { send } = openProxy();
    const response = await send(quote, { method: "OPTIONS" });
    expect([
      response.status,
      response.headers.get("allow"),
      response.headers.has("access-control-allow-origin"),
    ]).toEqual([204, "POST, OPTIONS", false]);
    expect(await readError(send("/nowhere", { method: "OPTIONS" }))).toMatchObject({ status: 404 });
  });
});

test("adds the security headers to every response", async () => {
  const { send, post } = openProxy(
    {},
    () => new Response("<script>", { status: 500, headers: { "content-type": "text/html" } }),
  );
  for (const response of [
    await send(tokens),
    await post(quote, {}),
    await send("/x"),
    await send(quote, { method: "OPTIONS" }),
  ]) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      vary: "origin, sec-fetch-site, cookie, authorization",
    });
    expect(response.headers.get("content-type") ?? "").not.toContain("html");
  }
});
