import { writeIdHeader } from "../http/wire/write-id.js";
import { ProxyError } from "./proxy-error.js";

/**
 * Refuses what a browser sends on behalf of a page of another site, because the user's cookies came along. Whoever is no browser sends none of
 * these headers, and is judged by `authorize` alone.
 */
export function rejectCrossSite(request: Request, allowOrigins: ReadonlySet<string>): void {
  const origin = request.headers.get("origin");
  if (origin !== null && allowOrigins.has(origin)) return;
  const site = request.headers.get("sec-fetch-site");
  // Browsers set it themselves, and it holds behind a server that ends TLS. `none` is an address that the user typed.
  if (site === "same-origin" || (site === "none" && origin === null)) return;
  if (site === null && (origin === null || isSameOrigin(origin, request.url))) return;
  throw new ProxyError("PROXY_CROSS_SITE");
}

/** TLS may end in front of the proxy, which then sees plain http. */
function isSameOrigin(origin: string, own: string): boolean {
  const { host, protocol } = new URL(own);
  return origin === `https://${host}` || (protocol === "http:" && origin === `http://${host}`);
}

/** The headers by which a page of another origin may read the answer. */
export function createCorsHeaders(
  request: Request,
  allowOrigins: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const origin = request.headers.get("origin");
  if (origin === null || !allowOrigins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "trace-id, retry-after",
    ...(request.method === "OPTIONS" && {
      "access-control-allow-methods": "GET, POST, PATCH",
      "access-control-allow-headers": `content-type, accept-language, x-language, ${writeIdHeader}`,
      "access-control-max-age": "600",
    }),
  };
}
