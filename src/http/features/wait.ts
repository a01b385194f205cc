import { sameAddress } from "../../contract/shared/addresses/same-address.js";
import { expiryGrace, readExpiry } from "../../contract/shared/expiry.js";
import { provesMiss } from "../../contract/wallets/history-miss.js";
import { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  WaitTimeoutError,
} from "../../errors/connection.js";
import { RequestValidationError, UnreadableResponseError } from "../../errors/data.js";
import {
  above,
  aFunction,
  type Options,
  readOptions,
  unchecked,
  withDefault,
} from "../../errors/options.js";
import { withUnknownOutcome } from "../../errors/outcome.js";
import { isMissing } from "../../shared/guards.js";
import { getMoment, getSteadyTime } from "../../shared/steady-time.js";
import { sleep } from "../../shared/time/run-within.js";
import { payForRetry } from "../attempts/retry-quota.js";
import type { Config } from "../config/config.js";
import { notify } from "../config/events.js";
import type { CallOptions } from "../config/options.js";
import { limitTimer } from "../config/resolve-config.js";
import { createIssue } from "../validation/create-issue.js";
import { createAbortedError } from "../wire/deadline.js";

/** The options of a wait. Times are milliseconds. */
export interface WaitOptions<Progress>
  extends Pick<CallOptions, "signal" | "headers" | "validation"> {
  /**
   * The time limit for the whole wait. The last request is sent a fifth of it, at most two seconds,
   * before its end. @defaultValue `600000`, for a limit order 7 days
   */
  timeout?: number | undefined;
  /** The first delay between two requests. It grows by half each time. @defaultValue `1000` */
  interval?: number | undefined;
  /** The maximum delay between two requests. @defaultValue `10000`, for a limit order `60000` */
  maxInterval?: number | undefined;
  /** Called after each response. If it throws, the failure is only logged. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export const waitOptions: Options<WaitOptions<unknown>, "interval"> = () => ({
  signal: unchecked,
  headers: unchecked,
  // Validated by each call.
  validation: unchecked,
  timeout: above(0, "milliseconds"),
  interval: withDefault(above(0, "milliseconds"), 1_000),
  maxInterval: above(0, "milliseconds"),
  onProgress: aFunction,
});

/** The progress of a wait. */
export interface Progress<T> {
  /** What the wait is for: the hash of the operation, or the id of the session. */
  subject: string;
  /** Whether the service has shown the record since the start of the wait. */
  found: boolean;
  /** The last known status. Undefined until the record was found. */
  status: string | undefined;
  /** The record in the latest response. */
  record: T | undefined;
  /** Milliseconds since the start of the wait. */
  elapsed: number;
}

/** The latest response of the history to a search for a hash, not validated. */
export interface HistoryLookup {
  readonly records: unknown;
  readonly cursor: unknown;
  readonly hash: string;
  /** The number of records that were requested. */
  readonly take: number;
  /** The header `date`: the service's time. */
  readonly date: string | null;
}

export interface WaitTarget<T> {
  readonly operation: string;
  /** The hash or id of the record. */
  readonly subject: string;
  /** Of an operation: its wallet and its expiry, if the caller passed them. */
  readonly signed?: { readonly walletAddress?: unknown; readonly expiresAt?: unknown } | undefined;
  /** The wallet whose history is read. */
  readonly walletAddress?: string | undefined;
  readonly read: (options: CallOptions) => Promise<T | undefined>;
  /** Of an operation: the latest response, which shows whether there is no record. */
  readonly getHistoryLookup?: (() => HistoryLookup | undefined) | undefined;
  readonly getStatus: (record: T) => string;
  /** The wait continues at every other status, including unknown ones. */
  readonly final: ReadonlySet<string>;
  /** What to do after a timeout. */
  readonly advice: string;
  /** If the method adds options to those of all waits. */
  readonly options?: Options<WaitOptions<unknown>, "interval"> | undefined;
  readonly defaults?: { readonly timeout: number; readonly maxInterval: number } | undefined;
}

/** A shorter delay would only waste compute units. */
const minDelay = 10;
const limitDelay = (delay: number) => Math.max(minDelay, delay);

/** Polls until the status is final. Ignores transient failures and throws all others. */
export async function pollUntilFinal<T>(
  config: Config,
  target: WaitTarget<T>,
  given: WaitOptions<Progress<T>> = {},
): Promise<T> {
  const options = readOptions<WaitOptions<Progress<T>>, "interval">(
    target.operation,
    given,
    target.options ?? waitOptions,
  );
  assertSameWallet(target);
  const { defaults = { timeout: 600_000, maxInterval: 10_000 } } = target;
  const timeout = limitTimer(options.timeout ?? defaults.timeout);
  const maxInterval = limitDelay(options.maxInterval ?? defaults.maxInterval);
  const interval = limitDelay(options.interval);
  const { signal, headers, validation } = options;
  // The first request would name its own operation.
  if (signal?.aborted) throw createAbortedError(target.operation, signal.reason, false);
  const reserve = Math.min(2_000, timeout / 5);
  const startedAt = getSteadyTime();
  const left = () => timeout - (getSteadyTime() - startedAt);
  let lastStatus: string | undefined;
  let isFound = false;
  let hasLooked = false;
  let lookedAt = Number.NaN;
  let isUnclear = false;
  let lastError: BursarError | undefined;
  for (let delay = Math.min(maxInterval, interval); ; delay = Math.min(maxInterval, delay * 1.5)) {
    const sentAt = getMoment();
    try {
      // No retry: the next poll is the retry. No shared call: its error is about this wait.
      const record = await target.read({
        signal,
        headers,
        validation,
        retry: false,
        dedupe: false,
        totalTimeout: Math.max(1, left()),
      });
      lastError = undefined;
      hasLooked = true;
      const lookup = target.getHistoryLookup?.();
      // Of the latest response: an earlier one may be of a server whose clock is wrong.
      lookedAt = Math.min(config.clock.observe(lookup?.date, sentAt), Date.now());
      // For the whole wait: a later response may be of a server that is behind.
      isUnclear ||= record === undefined && lookup !== undefined && !provesMiss(lookup);
      if (record !== undefined) lastStatus = target.getStatus(record);
      isFound ||= record !== undefined;
      notify(config, target.operation, "onProgress", options.onProgress, {
        subject: target.subject,
        found: isFound,
        status: lastStatus,
        record,
        elapsed: getSteadyTime() - startedAt,
      });
      if (record !== undefined && target.final.has(lastStatus as string)) return record;
    } catch (error) {
      if (!isTransient(error)) throw error;
      lastError = error;
    }
    // Send the last request early enough for its response to arrive.
    if (left() <= reserve)
      throw createWaitTimeoutError(target, {
        timeout,
        isFound,
        hasLooked,
        isUnclear,
        lookedAt,
        lastStatus,
        lastError: withUnknownOutcome(lastError),
      });
    // After a failure, the next poll is a retry. A wait needs it, but it can be slow.
    if (lastError && !payForRetry(config, target.operation, lastError)) delay = maxInterval;
    // Has no time limit: after the process was busy, Node may fire its timer before the delay's.
    await sleep(Math.min(delay, left() - reserve), signal).catch((reason) => {
      // `sent`: requests were sent before this delay.
      throw createAbortedError(target.operation, reason, true);
    });
  }
}

/** The history of another wallet would show no record, and so allow a second operation. */
function assertSameWallet<T>({ operation, signed, walletAddress }: WaitTarget<T>): void {
  const own = signed?.walletAddress;
  if (isMissing(own) || sameAddress(String(own), walletAddress)) return;
  const expected = `${own}, the wallet of the operation`;
  const issue = createIssue(["walletAddress"], "invalid_value", expected, String(walletAddress));
  throw new RequestValidationError(operation, [issue]);
}

function isTransient(error: unknown): error is BursarError {
  if (error instanceof AbortedError) return false;
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 408 || error.status === 429;
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnreadableResponseError
  );
}

interface WaitState {
  readonly timeout: number;
  readonly isFound: boolean;
  /** Whether a request succeeded. Without it, nothing is known of the record. */
  readonly hasLooked: boolean;
  /** Whether a response did not show whether there is a record. */
  readonly isUnclear: boolean;
  /** The time of the latest response, by both clocks. NaN if the service's is unknown. */
  readonly lookedAt: number;
  readonly lastStatus: string | undefined;
  readonly lastError: unknown;
}

function createWaitTimeoutError<T>(
  target: WaitTarget<T>,
  { timeout, isFound, hasLooked, isUnclear, lookedAt, lastStatus, lastError }: WaitState,
): WaitTimeoutError {
  const { signed } = target;
  const isMiss = hasLooked && !isFound && !isUnclear && !isMissing(signed?.walletAddress);
  const expiry = isMiss ? readExpiry(signed?.expiresAt) : undefined;
  const safeAt = typeof expiry === "number" ? new Date(expiry + expiryGrace) : undefined;
  const safeToSignAgainAt = safeAt?.toISOString();
  const safeToSignAgain = safeAt !== undefined && lookedAt >= safeAt.getTime();
  const state = isFound
    ? `its last status is ${lastStatus ?? "missing in the response"}`
    : !hasLooked
      ? "no request for it succeeded"
      : isUnclear
        ? "the history does not show whether it was executed"
        : safeToSignAgain
          ? "it was looked for after its expiry and not found"
          : "it was not found";
  const safety = { safeToSignAgain, safeToSignAgainAt };
  const advice =
    isUnclear && !isFound
      ? "Do not sign again. Look for the operation in the history of the wallet, and on the chain."
      : !isFound && signed
        ? adviseWithoutRecord(signed, safety)
        : target.advice;
  return new WaitTimeoutError(
    `${target.operation}: ${target.subject} has no final status within ${timeout} ms (${state})`,
    {
      operation: target.operation,
      timeout,
      subject: target.subject,
      found: isFound,
      lastStatus,
      lastError,
      ...safety,
      hint: advice,
    },
  );
}

function adviseWithoutRecord(
  { walletAddress, expiresAt }: NonNullable<WaitTarget<unknown>["signed"]>,
  { safeToSignAgain, safeToSignAgainAt: at }: Partial<WaitTimeoutError>,
): string {
  if (safeToSignAgain) return "It is safe to sign again: start anew, with a new quote.";
  const missing = Object.entries({ walletAddress, expiresAt }).filter(([, it]) => isMissing(it));
  const names = missing.map(([name]) => name).join(" and ");
  const more = names && ` To learn when, pass ${names} as in the result of signing.`;
  const safe = at ? `after ${at}` : "a minute after the operation has expired";
  return `Wait again with the same hash. Sign a new quote only ${safe}, if it is still not found.${more}`;
}
