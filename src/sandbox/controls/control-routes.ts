import { BursarError } from "../../errors/base.js";
import { tryParseJson } from "../../http/response/parse-json.js";
import type { Caller } from "../server/node-listener.js";
import { isLocalHost, isLocalOrigin } from "../server/origins.js";
import { controls, findMember, toArguments } from "./create-controls.js";
import { openApiPath, serveOpenApi } from "./openapi-route.js";
import type { Sandbox } from "./types.js";

const prefix = "/__sandbox/";

/** Adds control routes and the OpenAPI document, for callers that only have the sandbox's port. */
export function withControlRoutes(
  sandbox: Sandbox,
): (request: Request, caller: Caller) => Promise<Response> {
  return async (request, caller) => {
    const url = new URL(request.url);
    if (url.pathname === openApiPath) return serveOpenApi(request);
    if (!isControlPath(url.pathname)) return sandbox.fetch(request);
    const problem = findAccessProblem(request, caller);
    if (problem) {
      const message = `${prefix}…: only programs on this machine may control the sandbox, and ${problem}`;
      return createJsonResponse(403, { message });
    }
    const origin = request.headers.get("origin");
    const response = await runControl(sandbox, request, url.pathname.slice(prefix.length));
    if (origin !== null) response.headers.set("access-control-allow-origin", origin);
    return response;
  };
}

/** Headers that a proxy adds. Its requests come from anywhere, but arrive from this machine. */
const proxyHeader =
  /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.+)?|x-original-forwarded-for|x-client-ip|cf-connecting-ip|true-client-ip|x-envoy-external-address)$/;

/** Why a request may not control the sandbox, or undefined if it may. */
function findAccessProblem({ headers, url }: Request, caller: Caller): string | undefined {
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

export function isControlPath(path: string): boolean {
  return path.startsWith(prefix);
}

async function runControl(sandbox: Sandbox, request: Request, name: string): Promise<Response> {
  const control = controls.find((other) => other.name === name);
  if (!control) {
    const names = controls.map((other) => other.name).join(", ");
    return createJsonResponse(404, { message: `${prefix}${name} does not exist. Use: ${names}` });
  }
  const { method } = control;
  if (request.method === "OPTIONS") {
    const headers = {
      "access-control-allow-methods": method,
      "access-control-allow-headers": "content-type",
      vary: "origin",
    };
    return new Response(null, { status: 204, headers });
  }
  if (request.method !== method)
    return createJsonResponse(405, { message: `${name}: use ${method}` }, { allow: method });
  const contentType = request.headers.get("content-type") ?? "";
  // Browsers send this type across origins only after a preflight, which is rejected.
  if (method === "POST" && !/^application\/json\s*(?:;|$)/i.test(contentType)) {
    const message = `${name}: send the header content-type: application/json`;
    return createJsonResponse(415, { message });
  }
  try {
    const body = (await request.text()) || "{}";
    const args = toArguments(control, tryParseJson(body));
    const member = findMember(sandbox, control.name);
    const result =
      typeof member === "function"
        ? await (member as (...all: unknown[]) => unknown)(...args)
        : member;
    const response = control.toResponse ? control.toResponse(result as never) : result;
    return createJsonResponse(200, response ?? { now: new Date(sandbox.now()).toISOString() });
  } catch (thrown) {
    if (!(thrown instanceof BursarError)) throw thrown;
    const message = thrown.hint ? `${thrown.message}. ${thrown.hint}` : thrown.message;
    return createJsonResponse(400, { message, id: "BAD_REQUEST" });
  }
}

function createJsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const defaults = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    vary: "origin",
  };
  return new Response(JSON.stringify(body), { status, headers: { ...defaults, ...headers } });
}
