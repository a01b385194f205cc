import fc from "fast-check";
import { expect } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import { setRawTarget } from "../../../src/node/converted-request.js";
import { openProxy, origin, prefix, swap, wallet } from "../../proxy/proxy-kit.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { fuzzTarget } from "../fuzz.js";
import { changed, hostileText } from "../random-json.js";

const allow: EndpointName[] = [
  "tokens.list",
  "wallets.portfolio",
  "wallets.history",
  "swap.quote",
  "swap.prepareCancellation",
];
const validTarget = fc.constantFrom(
  "/api/v1/crypto/tokens?search=usd&page=2&filterByChainId=137",
  `/api/v1/wallets/${wallet}/portfolio?includeTokens=true`,
  `/api/v1/wallets/${wallet}/history?page=1`,
  "/api/v1/crypto/swap",
  "/api/v1/crypto/limit-orders/tx_1/cancel",
  "/api/v1/crypto/limit-orders/a%20b%3Fc/cancel?",
);
const piece = fc.oneof(
  fc.constantFrom(
    ...["/", "//", "\\", ".", "..", "/../", "/./", "%2e", "%2E%2e", "%2f", "%5c", "%252e", "%00"],
    ...["?", "#", "&", "=", "%", "%zz", ";", "@", ":", " ", "\t", "\n", "+", "[]", "*", "~"],
    ...["．", "／", "‥", "é", "\u202e", "\ud800", "%c0%ae", "%e2%80%a6", "%ef%bc%8f", "admin"],
    ...["execute-user-op", "wallets", "page=9", "&__proto__=1", "walletAddress=0x2", "%3b", "%20"],
  ),
  hostileText,
);

const edit = fc.record({ at: fc.nat(), length: fc.nat(3), piece });

/** Valid targets with pieces inserted, removed or replaced. */
const target = fc
  .tuple(
    validTarget,
    fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 3 })),
    fc.constantFrom(...Array<string>(12).fill(prefix), "", "/api", `${prefix}/..`, `/x${prefix}`),
  )
  .map(([valid, edits, before]) =>
    edits.reduce((text, { at, length, piece: inserted }) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + inserted + text.slice(place + length);
    }, before + valid),
  );
const validBody = changed(swap, 2).map((json) => JSON.stringify(json) ?? "");
const body = fc.oneof(
  { weight: 3, arbitrary: fc.constant(JSON.stringify(swap)) },
  { weight: 3, arbitrary: validBody },
  {
    weight: 2,
    // The same field twice: readers use the first or the last one.
    arbitrary: fc
      .record({ value: fc.constantFrom(wallet, `0x${"2".repeat(40)}`), first: fc.boolean() })
      .map(({ value, first }) => {
        const field = `"walletAddress":${JSON.stringify(value)}`;
        const rest = JSON.stringify(swap).slice(1, -1);
        return first ? `{${field},${rest}}` : `{${rest},${field}}`;
      }),
  },
  { weight: 1, arbitrary: fc.tuple(validBody, piece).map(([text, more]) => text + more) },
  { weight: 1, arbitrary: hostileText },
);
const attack = fc.record({
  method: fc.constantFrom("matching", "matching", "matching", "GET", "POST", "PUT", "HEAD"),
  target,
  body,
  isRaw: fc.boolean(),
});

const decode = (text: string) => decodeURIComponent(text);

/** The operation of a URL by the standard parser alone, and its path parameters. */
function readUrl(method: string, pathname: string) {
  const parts = pathname.split("/").map(decode);
  for (const name of allow) {
    const { method: expected, path } = fixtureOf(name);
    const route = path.split("/");
    if (method !== expected || parts.length !== route.length) continue;
    if (!route.every((part, i) => part.startsWith("{") || part === parts[i])) continue;
    return { name, params: route.flatMap((part, i) => (part.startsWith("{") ? [parts[i]] : [])) };
  }
  return undefined;
}

/** Numbers may be spelled in several ways. The proxy sends the usual one. */
const readQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, text]) => [name, Number.isNaN(Number(text)) ? text : Number(text)])
    .sort();

const isOwn = ({ input }: { input: { params: unknown; body?: unknown } }) => {
  const params = input.params as { walletAddress?: string };
  const sent = input.body as { walletAddress?: string } | undefined;
  return (params.walletAddress ?? sent?.walletAddress ?? wallet) === wallet;
};

const proxyTarget = fuzzTarget(
  "forwards what the URL standard reads as an allowed operation, and nothing else",
  {
    kept: "proxy",
    runs: 120,
    accepted: 0.1,
    input: attack,
    check: async ({ method: how, ...given }) => {
      const isRead = /crypto\/tokens|wallets\//.test(given.target);
      const method = how !== "matching" ? how : isRead ? "GET" : "POST";
      const { proxy, forwarded } = openProxy({ allow, authorize: (_, call) => isOwn(call) });
      let request: Request;
      let url: URL;
      try {
        // A target such as //host would be another host.
        url = new URL(origin + (given.target.startsWith("/") ? "" : "/") + given.target);
        const init = { method, headers: { "content-type": "application/json" } };
        const hasBody = method === "POST" || method === "PUT";
        const sent = fixtureOf("swap.quote").path;
        const text = url.pathname.endsWith(sent) ? given.body : "";
        request = new Request(url, { ...init, body: hasBody && text !== "" ? text : null });
      } catch {
        return false;
      }
      if (given.isRaw) setRawTarget(request, given.target);
      const reply = await proxy(request);
      expect(reply.status).toBeLessThan(500);
      if (forwarded.length === 0) return false;
      expect(forwarded).toHaveLength(1);
      const [arrived] = forwarded;
      const service = new URL(arrived?.url ?? "");
      expect(service.origin).toBe("https://service.test");
      expect(service.pathname.startsWith("/base/")).toBe(true);
      const seen = readUrl(arrived?.method ?? "", service.pathname.slice("/base".length));
      const asked = readUrl(method, url.pathname.slice(prefix.length));
      expect(seen).toBeDefined();
      expect(seen).toEqual(asked);
      for (const param of seen?.params ?? []) expect(param).not.toMatch(/^\.{0,2}$|[\\/]\.\.?/);
      // The same query by the standard parser, in which each key has one value.
      expect(readQuery(service)).toEqual(readQuery(url));
      expect(new Set(service.searchParams.keys()).size).toBe([...service.searchParams].length);
      if (seen?.name !== "swap.quote") {
        expect(["", "{}"]).toContain(arrived?.body);
        return true;
      }
      const json = JSON.parse(arrived?.body ?? "");
      expect(json).toEqual(JSON.parse(given.body));
      expect(json.walletAddress).toBe(wallet);
      expect(arrived?.body.split('"walletAddress":')).toHaveLength(2);
      return true;
    },
  },
);

export const proxyTargets = [proxyTarget];
