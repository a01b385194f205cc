import { ProxyError } from "./proxy-error.js";

/** Where a request's address has been normalised before it got here: what stood in it. */
const rawTargets = new WeakMap<Request, string>();

/** Notes the request line's own words: parsing an address takes dot segments and backslashes out of it unseen. */
export function setRawTarget(request: Request, target: string): void {
  rawTargets.set(request, target);
}

/**
 * Slashes, backslashes, percent signs and control characters that are encoded, dot segments in any spelling, empty segments, and broken encodings. None
 * of it stands in an honest call, and each has led some server astray.
 */
const unsafePath =
  /\\|%(?:2f|5c|25|[01][0-9a-f]|7f)|%(?![0-9a-f]{2})|\/\/|(?:^|\/)(?:\.|%2e){1,2}(?:\/|;|%3b|$)|[^\x21-\x7e]/i;

/** The path under the prefix. */
export function parseRequestPath(prefix: string, request: Request): string {
  const raw = rawTargets.get(request);
  // An absolute form, or one that names another host.
  if (
    raw !== undefined &&
    (!raw.startsWith("/") || raw.includes("#") || isUnsafePath(raw.split("?")[0] as string))
  )
    throw new ProxyError("PROXY_UNSAFE_PATH");
  const { pathname } = new URL(request.url);
  if (isUnsafePath(pathname)) throw new ProxyError("PROXY_UNSAFE_PATH");
  if (!pathname.startsWith(`${prefix}/`)) throw new ProxyError("PROXY_NOT_FOUND");
  return pathname.slice(prefix.length);
}

function isUnsafePath(path: string): boolean {
  if (unsafePath.test(path)) return true;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  // Some servers make plain slashes and dots of the wide ones of other scripts, or trim what is between slashes.
  const segments = decoded.normalize("NFKC").split(/[\\/]/);
  return (
    segments.length !== path.split("/").length ||
    segments.some((segment) => /^\s*\.{1,2}\s*$/.test(segment))
  );
}
