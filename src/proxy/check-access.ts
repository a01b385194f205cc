import type { Endpoint } from "../contract/shared/endpoint.js";
import { withDeadline } from "../http/wire/deadline.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";
import type { ProxyConfig } from "./resolve-options.js";
import type { ProxyCall } from "./types.js";

type Hook<Context> = (request: Request, call: ProxyCall, context: Context) => unknown;

export function assertAllowed(
  { allow }: Pick<ProxyConfig<unknown>, "allow">,
  { name }: Pick<Endpoint, "name">,
): void {
  if (!allow.has(name)) throw new ProxyError("PROXY_OPERATION_NOT_ALLOWED");
}

interface Access<Context> {
  readonly request: Request;
  readonly context: Context;
  readonly createCall: () => ProxyCall;
  readonly claim: (() => Promise<void>) | undefined;
  readonly timeout: number;
}

/**
 * Calls `authorize` and `limit`. Only `true` allows the request. If `authorize` returns a
 * `Response`, this function returns it and does not call `limit`.
 */
export async function checkAccess<Context>(
  { authorize, limit }: Pick<ProxyConfig<Context>, "authorize" | "limit">,
  { request, context, createCall, claim, timeout }: Access<Context>,
): Promise<Response | undefined> {
  const deadline = { signal: request.signal, timeout, scope: "attempt" } as const;
  const callHook = async (hook: Hook<Context>, failureId: ProxyErrorId): Promise<unknown> => {
    try {
      return await withDeadline("proxy", deadline, () => hook(request, createCall(), context));
    } catch (cause) {
      // The hook has read an input that is invalid.
      if (cause instanceof ProxyError) throw cause;
      throw new ProxyError(request.signal.aborted ? "PROXY_ABORTED" : failureId, { cause });
    }
  };
  const result = await callHook(authorize, "PROXY_FORBIDDEN");
  if (isResponse(result)) return result;
  if (result !== true) throw new ProxyError("PROXY_FORBIDDEN");
  // After `authorize`, so that requests of strangers fill no shared store. Before `limit`, which
  // can refuse a repetition: that would say nothing about the first arrival.
  await claim?.();
  if (limit) assertBelowLimit(await callHook(limit, "PROXY_LIMIT_FAILED"));
  return undefined;
}

/** Also true for a `Response` of another realm or of a polyfill. */
function isResponse(value: unknown): value is Response {
  return value instanceof Response || Object.prototype.toString.call(value) === "[object Response]";
}

function assertBelowLimit(result: unknown): void {
  if (result === undefined || result === null) return;
  if (typeof result !== "object") throw new ProxyError("PROXY_LIMIT_FAILED");
  const { retryAfter } = result as { retryAfter?: unknown };
  const hasTime =
    typeof retryAfter === "number" && retryAfter >= 0 && retryAfter < Number.POSITIVE_INFINITY;
  throw new ProxyError("PROXY_RATE_LIMITED", {
    headers: hasTime ? { "retry-after": String(Math.ceil(retryAfter / 1_000)) } : {},
  });
}
