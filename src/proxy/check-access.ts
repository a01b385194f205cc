import { withDeadline } from "../http/wire/deadline.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyConfig } from "./resolve-options.js";
import type { ProxyCall } from "./types.js";

type Settings<Context> = Pick<ProxyConfig<Context>, "authorize" | "limit">;

/** Calls `authorize` and `limit`. Only `true` allows the request. A `Response` is returned as is. */
export async function checkAccess<Context>(
  { authorize, limit }: Settings<Context>,
  request: Request,
  context: Context,
  readBack: () => ProxyCall,
  timeout: number,
): Promise<Response | undefined> {
  const deadline = { signal: request.signal, timeout, scope: "attempt" } as const;
  const ask = <T>(task: () => T | Promise<T>) => withDeadline("proxy", deadline, task);
  let verdict: unknown;
  try {
    verdict = await ask(() => authorize(request, readBack(), context));
  } catch (cause) {
    throw new ProxyError(request.signal.aborted ? "PROXY_ABORTED" : "PROXY_FORBIDDEN", { cause });
  }
  if (
    verdict instanceof Response ||
    Object.prototype.toString.call(verdict) === "[object Response]"
  )
    return verdict as Response;
  if (verdict !== true) throw new ProxyError("PROXY_FORBIDDEN");
  if (limit)
    await assertBelowLimit(
      await answerOfLimit(() => ask(() => limit(request, readBack(), context)), request),
    );
  return undefined;
}

async function answerOfLimit(asked: () => Promise<unknown>, request: Request): Promise<unknown> {
  try {
    return await asked();
  } catch (cause) {
    throw new ProxyError(request.signal.aborted ? "PROXY_ABORTED" : "PROXY_LIMIT_FAILED", {
      cause,
    });
  }
}

function assertBelowLimit(answer: unknown): void {
  if (answer === undefined || answer === null) return;
  if (typeof answer !== "object") throw new ProxyError("PROXY_LIMIT_FAILED");
  const { retryAfter } = answer as { retryAfter?: unknown };
  const seconds =
    typeof retryAfter === "number" && retryAfter >= 0 && retryAfter < Number.POSITIVE_INFINITY
      ? Math.ceil(retryAfter / 1_000)
      : undefined;
  throw new ProxyError("PROXY_RATE_LIMITED", {
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
  });
}
