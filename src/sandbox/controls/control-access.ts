import type { Caller } from "../server/node-listener.js";
import { isLocalHost, isLocalOrigin } from "../server/origins.js";

/** Headers that a proxy adds. Its requests come from anywhere, but arrive from this machine. */
const proxyHeader =
  /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.+)?|x-original-forwarded-for|x-client-ip|cf-connecting-ip|true-client-ip|x-envoy-external-address)$/;

/** Why a request may not control the sandbox, or undefined if it may. */
export function findAccessProblem({ headers, url }: Request, caller: Caller): string | undefined {
  if (!caller.loopback) return "the request comes from another machine";
  const forwarded = [...headers.keys()].find((name) => proxyHeader.test(name));
  if (forwarded) return `a proxy forwarded the request, as its header ${forwarded} shows`;
  // The target of a request may be a whole URL, which differs from its host header.
  const hosts = [new URL(url).hostname, headers.get("host")?.replace(/:\d+$/, "")];
  const host = hosts.find((name) => name !== undefined && !isLocalHost(name));
  if (host !== undefined) return `the host ${host} is not localhost, 127.0.0.0/8 or [::1]`;
  const origin = headers.get("origin");
  // Only browsers send an origin.
  if (origin !== null && !isLocalOrigin(origin))
    return `the page's origin ${origin || '""'} is not on this machine`;
  // Browsers send no origin with a GET of an image or a script.
  if (origin === null && headers.get("sec-fetch-site") === "cross-site")
    return "a page of another site caused it (sec-fetch-site: cross-site)";
  return undefined;
}
