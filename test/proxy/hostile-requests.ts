import fc from "fast-check";
import { expect } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { setRawTarget } from "../../src/node/converted-request.js";
import { chooseSeed } from "../support/random-runs.js";
import { openProxy, origin, prefix, swap, token, wallet } from "./proxy-kit.js";

const allowed: EndpointName[] = [
  "tokens.list",
  "wallets.portfolio",
  "swap.quote",
  "swap.prepareCancellation",
];
const foreignWallet = "0x2222222222222222222222222222222222222222";

/** The parts of a hostile request. */
interface Attack {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const word = fc.constantFrom(
  "admin",
  "secrets",
  "api-keys",
  "v2",
  "internal",
  "wallets",
  "crypto",
  "swap",
  "tokens",
  "",
);
const dots = fc.constantFrom(
  "..",
  ".",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "%252e%252e",
  "..%2f",
  "..%5c",
  "%2f",
  "%5C",
  "%252f",
  "\\",
  "//",
  "%00",
  "%0d%0a",
  "%ff",
  "%zz",
  ";",
  "%c0%ae",
  "‥",
  "%e2%80%ae",
);
const hosts = fc.constantFrom(
  "//evil.test",
  "/\\evil.test",
  "https://evil.test",
  "http://service.test@evil.test",
  "https:/evil.test",
  "*",
  "evil.test:443",
);
const validPath = fc.constantFrom(
  "/api/v1/crypto/tokens",
  "/api/v1/crypto/swap",
  `/api/v1/wallets/${wallet}/portfolio`,
  "/api/v1/crypto/limit-orders/tx_1/cancel",
);

/** A target of no allowed operation, or with an encoding that the client never sends. */
const badTarget = fc.oneof(
  // Not allowed, or no operation.
  fc
    .array(fc.oneof(word, fc.string({ maxLength: 8 }).map(encodeURIComponent)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => `${prefix}/${parts.join("/")}/nowhere`),
  fc
    .constantFrom(
      "/api/v1/crypto/execute-user-op",
      `/api/v1/wallets/${wallet}/history`,
      "/api/v1/wallets/register",
      "/api/v1/kyc/individual-verification-sessions/standard",
    )
    .map((path) => prefix + path),
  // A valid path with one unsafe part.
  fc.tuple(validPath, dots, fc.nat()).map(([path, unsafePart, at]) => {
    const parts = path.split("/");
    parts.splice(1 + (at % parts.length), 0, unsafePart);
    return prefix + parts.join("/");
  }),
  fc
    .tuple(
      validPath,
      fc.constantFrom("%2f", "%5c", "%25", "\\", "//", "/", "/..", "/.", "%00", "/%2e"),
    )
    .map(([path, unsafePart]) => prefix + path + unsafePart),
  // Another host, or a path outside the prefix.
  fc.tuple(hosts, validPath).map(([host, path]) => host + path),
  fc.tuple(hosts, validPath).map(([host, path]) => `${host}${prefix}${path}`),
  validPath,
  validPath.map((path) => `/api/bursar2${path}`),
  validPath.map((path) => `${prefix}${path.toUpperCase()}`),
  // An unknown or duplicate query parameter.
  fc
    .tuple(
      validPath,
      fc.constantFrom(
        "admin=1",
        "__proto__=1",
        "page=1&page=2",
        "page[]=1",
        "search=",
        "constructor[prototype]=1",
        "page=1;page=2",
        "page=1e400",
        "perPage=1%00",
      ),
    )
    .map(([path, query]) => `${prefix}${path}?${query}`),
);

const badBody = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "1",
    "{}",
    "\u0000",
    "[".repeat(5_000),
    `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  ),
  fc.json(),
  fc.string(),
  // A valid body with one wrong field.
  fc
    .constantFrom<[string, unknown]>(
      ["__proto__", { walletAddress: foreignWallet }],
      ["admin", true],
      ["amountIn", "-1"],
      ["amountIn", "1e5"],
      ["amountIn", 100],
      ["chainIdIn", 999],
      ["chainIdIn", "137"],
      ["walletAddress", `${wallet}0`],
      ["walletAddress", [wallet]],
      ["walletAddress", { toString: wallet }],
      ["toAddress", "../admin"],
      ["metadata", { a: 1 }],
      ["slippage", 1e9],
      ["tokenIn", null],
    )
    .map(
      ([name, value]) =>
        `{${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(Object.fromEntries(Object.entries(swap).filter(([key]) => key !== name))).slice(1)}`,
    ),
  fc.constant(JSON.stringify({ ...swap, metadata: { pad: "x".repeat(70_000) } })),
);

const badHeaders = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { origin: "https://evil.test" },
    { origin: "null" },
    { origin: "http://app.test" },
    { origin: "https://app.test.evil.test" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "https://x.app.test" },
    { "sec-fetch-site": "none", origin: "https://evil.test" },
  ),
);
const badPostHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { "content-type": "text/plain" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "application/json", "content-encoding": "gzip" },
  { "content-type": "application/json; charset=utf-7" },
  { "content-type": "application/jsonp" },
  { "content-type": "application/json", "content-length": "99999999" },
);

const unrelatedHeaders = fc.dictionary(
  fc.constantFrom(
    "x-api-key",
    "cookie",
    "authorization",
    "x-forwarded-host",
    "x-forwarded-prefix",
    "x-original-url",
    "x-rewrite-url",
    "x-http-method-override",
    "forwarded",
    "host",
    "transfer-encoding",
    "accept",
  ),
  fc.constantFrom("evil.test", "DELETE", "/admin", "1", "chunked", "*/*"),
);
const json = { "content-type": "application/json" };
const quote = `${prefix}/api/v1/crypto/swap`;

const attack: fc.Arbitrary<Attack> = fc
  .oneof(
    fc.record({
      method: fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"),
      target: badTarget,
      headers: fc.constant(json),
      body: fc.constantFrom("{}", JSON.stringify(swap)),
    }),
    fc.record({
      method: fc.constant("POST"),
      target: fc.constant(quote),
      headers: fc.constant(json),
      body: badBody,
    }),
    fc.record({
      method: fc.constant("POST"),
      target: fc.constant(quote),
      headers: badPostHeaders,
      body: fc.constant(JSON.stringify(swap)),
    }),
    fc.record({
      method: fc.constant("POST"),
      target: fc.constant(quote),
      headers: badHeaders.map((headers) => ({ ...headers, ...json })),
      body: fc.constant(JSON.stringify(swap)),
    }),
    fc.record({
      method: fc.constant("GET"),
      target: fc.constant(`${prefix}/api/v1/crypto/tokens`),
      headers: badHeaders,
      body: fc.constant(undefined),
    }),
    fc.record({
      method: fc.constantFrom("PUT", "DELETE", "HEAD", "GET", "OPTIONS", "PROPFIND", "get"),
      target: fc.constant(quote),
      headers: fc.constant(json),
      body: fc.constant(JSON.stringify(swap)),
    }),
    // Valid, but for another user's wallet.
    fc.record({
      method: fc.constant("POST"),
      target: fc.constant(quote),
      headers: fc.constant(json),
      body: fc.constant(JSON.stringify({ ...swap, walletAddress: foreignWallet })),
    }),
    fc.record({
      method: fc.constant("GET"),
      target: fc.constant(`${prefix}/api/v1/wallets/${foreignWallet}/portfolio`),
      headers: fc.constant({}),
      body: fc.constant(undefined),
    }),
  )
  .chain((attempt) =>
    unrelatedHeaders.map((more) => ({ ...attempt, headers: { ...more, ...attempt.headers } })),
  );

/** Creates the `Request`, with or without the raw target of the request line. */
function toRequest(
  { method, target, headers, body }: Attack,
  hasRawTarget: boolean,
): Request | undefined {
  const bodiless = /^(?:get|head)$/i.test(method);
  try {
    const url = hasRawTarget
      ? origin + prefix
      : target.startsWith("/") && !/^\/[\\/]/.test(target)
        ? origin + target
        : target;
    const path =
      hasRawTarget && target.startsWith("/") && !/^\/[\\/]/.test(target) ? origin + target : url;
    const request = new Request(path, { method, headers, body: bodiless ? null : (body ?? null) });
    if (hasRawTarget) setRawTarget(request, target);
    return request;
  } catch {
    return undefined;
  }
}

/** Whether `new URL` normalized a hostile target to a valid one. */
function isNormalizedToValid(request: Request): boolean {
  const { pathname, search } = new URL(request.url);
  const under = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : "";
  const gets = ["/api/v1/crypto/tokens", `/api/v1/wallets/${wallet}/portfolio`];
  const posts = ["/api/v1/crypto/swap", "/api/v1/crypto/limit-orders/tx_1/cancel"];
  return (
    search === "" &&
    ((request.method === "GET" && gets.includes(under)) ||
      (request.method === "POST" && posts.includes(under)))
  );
}

const guarded = {
  allow: allowed,
  authorize: (
    _request: Request,
    { input, operation }: { operation: string; input: { params: unknown; body: unknown } },
  ) => {
    const named =
      (input.params as { walletAddress?: string }).walletAddress ??
      (input.body as { walletAddress?: string } | undefined)?.walletAddress;
    return (
      named === wallet || operation === "tokens.list" || operation === "swap.prepareCancellation"
    );
  },
};

/** One request for each kind of rejection. */
const examples: readonly Attack[] = [
  { method: "GET", target: `${prefix}/api/v1/crypto/tokens?admin=1`, headers: {}, body: undefined },
  {
    method: "GET",
    target: `${prefix}/api/v1/wallets/${foreignWallet}/portfolio`,
    headers: {},
    body: undefined,
  },
  { method: "GET", target: `${prefix}/nowhere`, headers: {}, body: undefined },
  { method: "PUT", target: quote, headers: json, body: JSON.stringify(swap) },
  { method: "POST", target: quote, headers: json, body: `"${"x".repeat(70_000)}"` },
  { method: "POST", target: quote, headers: { "content-type": "text/plain" }, body: "{}" },
];

/** Expects that the proxy rejects random requests, and forwards none. */
export async function testHostileRequests(hasRawTarget: boolean, runs: number): Promise<void> {
  const { proxy, forwarded } = openProxy(guarded);
  const statuses = new Map<number, number>();
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(attack, async (attempt) => {
      const request = toRequest(attempt, hasRawTarget);
      // Not a valid `Request`, so no handler gets it.
      if (!request) return;
      if (!hasRawTarget && attempt.target !== quote && isNormalizedToValid(request)) return;
      tried += 1;
      const response = await proxy(request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      expect(response.status === 204 ? attempt.method : response.status).toSatisfy(
        (seen: unknown) => seen === "OPTIONS" || (Number(seen) >= 400 && Number(seen) < 500),
      );
      expect(forwarded).toEqual([]);
    }),
    { seed: chooseSeed(), numRuns: runs, examples: examples.map((each) => [each]) },
  );
  expect(tried).toBeGreaterThan(runs / 2);
  // Every kind of rejection occurred.
  expect([...statuses.keys()].sort()).toEqual(
    expect.arrayContaining([400, 403, 404, 405, 413, 415]),
  );
}

/** Expects that the proxy forwards random valid requests as they are, without their headers. */
export async function testValidRequests(runs: number): Promise<void> {
  const { proxy, forwarded } = openProxy(guarded);
  const validRequests = fc.oneof(
    fc
      .record({
        search: fc.stringMatching(/^[\w &=+#?%/\\.é-]{1,12}$/),
        page: fc.integer({ min: 1, max: 1e9 }),
      })
      .map(({ search, page }) => ({
        method: "GET",
        path: "/api/v1/crypto/tokens",
        query: new URLSearchParams({ search, page: String(page) }),
        body: undefined as Record<string, unknown> | undefined,
        sent: `/api/v1/crypto/tokens?search=${encodeURIComponent(search)}&page=${page}`,
      })),
    fc
      .record({
        amountIn: fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
        metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()),
      })
      .map((changes) => ({
        method: "POST",
        path: "/api/v1/crypto/swap",
        query: new URLSearchParams(),
        body: { ...swap, ...changes, payGasFeeToken: token } as Record<string, unknown>,
        sent: "/api/v1/crypto/swap",
      })),
    fc.stringMatching(/^\w[\w.~:;=@ é€-]{1,18}\w$/).map((id) => ({
      method: "POST",
      path: `/api/v1/crypto/limit-orders/${encodeURIComponent(id)}/cancel`,
      query: new URLSearchParams(),
      body: {} as Record<string, unknown>,
      sent: `/api/v1/crypto/limit-orders/${encodeURIComponent(id)}/cancel`,
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      validRequests,
      unrelatedHeaders,
      async ({ method, path, query, body, sent }, more) => {
        const target = `${prefix}${path}${query.size > 0 ? `?${query}` : ""}`;
        forwarded.length = 0;
        const headers = { ...more, ...(body && json), origin };
        const request = new Request(origin + target, {
          method,
          headers,
          body: body ? JSON.stringify(body) : null,
        });
        setRawTarget(request, target);
        expect((await proxy(request)).status).toBe(200);
        expect(forwarded).toHaveLength(1);
        const [got] = forwarded;
        expect(got?.url).toBe(`https://service.test/base${sent}`);
        expect(got?.body === "" ? undefined : JSON.parse(got?.body as string)).toEqual(body);
        expect(Object.keys(got?.headers ?? {}).sort()).toEqual(
          body ? ["accept", "content-type", "x-api-key"] : ["accept", "x-api-key"],
        );
      },
    ),
    { seed: chooseSeed(), numRuns: runs },
  );
}
