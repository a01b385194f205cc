import type { Effect } from "../contract/endpoint.js";
import { errorFacts } from "../contract/errors.js";
import { ApiError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { ConnectionError } from "../errors/transport.js";
import type { Config } from "./config.js";

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Whether a failed call may be sent again. It depends on what the operation does to the world, not on its verb: reads and quotes again
 * when that can help, writes only when they provably never arrived.
 */
export function mayRetry(effect: Effect, error: BursarError): boolean {
  if (error instanceof ConnectionError) return error.phase === "connect" || effect !== "write";
  if (effect === "write" || !(error instanceof ApiError)) return false;
  return retriedStatuses.has(error.status) && errorFacts(error.id)?.retry !== false;
}

/** Full jitter: anything from nothing to the doubled delay, so that clients do not come back together. */
export function backoff(retry: Config["retry"], attempt: number): number {
  return Math.random() * Math.min(retry.maxDelay, retry.baseDelay * 2 ** (attempt - 1));
}

const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? .*\d\d:\d\d:\d\d/;

/** Milliseconds from a `Retry-After` header: seconds, or a date. Undefined where it says nothing that can be used. */
export function parseRetryAfter(header: string | null): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // Some engines read a date into almost any text that holds a number.
  if (!httpDate.test(text)) return undefined;
  // The oldest of the three forms names no zone, and means GMT.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
