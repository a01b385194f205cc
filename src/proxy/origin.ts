import { writeIdHeader } from "../http/wire/write-id.js";
import { ProxyError } from "./proxy-error.js";

/**
 * Rejects requests that a browser sends for a page of another site, because they carry the user's
 * cookies. Callers other than browsers send none of these headers. Only `authorize` checks them.
 */
export function rejectCrossSite(request: Request, allowOrigins: ReadonlySet<string>): void {
  const origin = request.headers.get("origin");
  if (origin !== null && allowOrigins.has(origin)) return;
  const site = request.headers.get("sec-fetch-site");
  // Set by the browser, and correct behind a server that terminates TLS too. `none` means that the
  // user typed the address.
  if (site === "same-origin" || (site === "none" && origin === null)) return;
  if (site === null && (origin === null || isSameOrigin(origin, request.url))) return;
  throw new ProxyError("PROXY_CROSS_SITE");
}

/** A server in front of the proxy may terminate TLS. The proxy then sees plain http. */
function isSameOrigin(origin: string, url: string): boolean {
  const { host, protocol } = new URL(url);
  return origin === `https://${host}` || (protocol === "http:" && origin === `http://${host}`);
}

/** The headers that allow a page of another origin to read the response. */
export function createCorsHeaders(
  request: Request,
  allowOrigins: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const origin = request.headers.get("origin");
  if (origin === null || !allowOrigins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "trace-id, retry-after, date",
    ...(request.method === "OPTIONS" && {
      "access-control-allow-methods": "GET, POST, PATCH",
      "access-control-allow-headers": `content-type, accept-language, x-language, ${writeIdHeader}`,
      "access-control-max-age": "600",
    }),
  };
}
