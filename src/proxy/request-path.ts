import { getRawTarget } from "../node/converted-request.js";
import { ProxyError } from "./proxy-error.js";

/**
 * Encoded slashes, backslashes, percent signs and control characters, dot segments in any spelling,
 * empty segments, and malformed encodings. The client never sends these, and servers decode them
 * differently.
 */
const unsafePath =
  /\\|%(?:2f|5c|25|[01][0-9a-f]|7f)|%(?![0-9a-f]{2})|\/\/|(?:^|\/)(?:\.|%2e){1,2}(?:\/|;|%3b|$)|[^\x21-\x7e]/i;

/** The path without the prefix. Throws if the path is unsafe or outside the prefix. */
export function parseRequestPath(prefix: string, request: Request): string {
  const target = getRawTarget(request);
  // A target without a leading slash is an absolute URL or `*`.
  if (
    target !== undefined &&
    (!target.startsWith("/") ||
      target.includes("#") ||
      isUnsafePath(target.split("?")[0] as string))
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
  // Some servers convert fullwidth slashes and dots to ASCII, or trim each segment.
  const segments = decoded.normalize("NFKC").split(/[\\/]/);
  return (
    segments.length !== path.split("/").length ||
    segments.some((segment) => /^\s*\.{1,2}\s*$/.test(segment))
  );
}
