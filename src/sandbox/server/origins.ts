import { ConfigurationError } from "../../errors/data.js";
import { isLoopback } from "../../http/config/resolve-config.js";
import { parseHttpUrl } from "../shared/parse-http-url.js";

/** Browsers resolve all names under `.localhost` to this machine. */
export function isLocalHost(host: string): boolean {
  return isLoopback(host) || host.endsWith(".localhost");
}

export function isLocalOrigin(origin: string): boolean {
  const url = parseHttpUrl(origin);
  return url !== undefined && isLocalHost(url.hostname);
}

/** Rejects what a browser never sends as an origin, because it would never match. */
export function assertOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (origin === "*" || parseHttpUrl(origin)?.origin === origin) continue;
    throw new ConfigurationError(
      `listen: expected an origin such as "https://app.example", got ${JSON.stringify(origin)}`,
      { hint: 'An origin has no path and no slash at the end. "*" allows every origin.' },
    );
  }
}

/** The CORS headers of a served response. Pages of this machine and of `origins` may read it. */
export function createCorsHeaders(
  origin: string | undefined,
  origins: readonly string[] = [],
): Record<string, string> {
  const isAllowed =
    origin !== undefined &&
    (isLocalOrigin(origin) || origins.includes(origin) || origins.includes("*"));
  return {
    vary: "origin",
    ...(isAllowed && {
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "*",
      "access-control-allow-methods": "GET, POST, PATCH, OPTIONS",
      "access-control-expose-headers": "trace-id, retry-after",
    }),
  };
}
