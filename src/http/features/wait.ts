import { ApiError } from "../../errors/api.js";
import { UnreadableResponseError } from "../../errors/data.js";
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  WaitTimeoutError,
} from "../../errors/transport.js";
import { validateTime } from "../config.js";
import { notify } from "../events.js";
import type { CallOptions } from "../options.js";
import type { Transport } from "../transport.js";
import { sleep, withDeadline } from "../wire/deadline.js";

/** How a wait goes about it. Times are milliseconds. */
export interface WaitOptions<Progress>
  extends Pick<CallOptions, "signal" | "headers" | "validation"> {
  /** How long to wait in all. @defaultValue `600000` */
  timeout?: number | undefined;
  /** The first pause between two looks; it grows by half each time. @defaultValue `1000` */
  interval?: number | undefined;
  /** The longest pause between two looks. @defaultValue `10000` */
  maxInterval?: number | undefined;
  /** Called after each look that got an answer. What it throws changes nothing. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What a wait tells after each look. */
export interface Progress<T> {
  /** Undefined as long as the record has not shown up. */
  status: string | undefined;
  record: T | undefined;
  /** Milliseconds since the wait began. */
  elapsed: number;
}

/** What to look at, and when it has come to its end. */
export interface Watch<T> {
  readonly operation: string;
  /** The hash or id that is waited for. */
  readonly subject: string;
  readonly look: (options: CallOptions) => Promise<T | undefined>;
  readonly statusOf: (record: T) => string;
  /** Every other status goes on, the unknown ones too. */
  readonly final: ReadonlySet<string>;
  /** What to do when the time is up. */
  readonly advice: string;
}

/** Anything shorter would only spend the project's compute units. */
const shortestPause = 10;

/** Looks again and again until a final status. A failure that may pass is survived, any other is thrown. */
export async function waitUntilFinal<T>(
  transport: Transport,
  watch: Watch<T>,
  options: WaitOptions<Progress<T>> = {},
): Promise<T> {
  const timeout = validateTime("timeout", options.timeout ?? 600_000);
  const longest = Math.max(
    shortestPause,
    validateTime("maxInterval", options.maxInterval ?? 10_000),
  );
  const first = Math.min(
    longest,
    Math.max(shortestPause, validateTime("interval", options.interval ?? 1_000)),
  );
  const { signal, headers, validation } = options;
  const lastLook = Math.min(2_000, timeout / 5);
  const begun = Date.now();
  const left = () => timeout - (Date.now() - begun);
  let lastStatus: string | undefined;
  let lastError: unknown;
  for (let pause = first; ; pause = Math.min(longest, pause * 1.5)) {
    try {
      // The next look is the retry.
      const record = await watch.look({
        signal,
        headers,
        validation,
        retry: false,
        totalTimeout: Math.max(1, left()),
      });
      lastError = undefined;
      if (record !== undefined) lastStatus = watch.statusOf(record);
      notify(transport.config, watch.operation, "onProgress", options.onProgress, {
        status: lastStatus,
        record,
        elapsed: Date.now() - begun,
      });
      if (record !== undefined && watch.final.has(lastStatus as string)) return record;
    } catch (error) {
      if (!mayPass(error)) throw error;
      lastError = error;
    }
    // The last look comes so long before the end that it can still be answered.
    if (left() <= lastLook) throw timedOut(watch, timeout, lastStatus, lastError);
    const wait = Math.min(pause, left() - lastLook);
    await pauseFor(wait, watch.operation, signal);
  }
}

async function pauseFor(
  milliseconds: number,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = { signal, timeout: milliseconds + 1_000, scope: "wait" } as const;
  try {
    await withDeadline(operation, deadline, (inner) => sleep(milliseconds, inner));
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error;
    // The operation that is waited for was submitted before.
    const { message, reason } = error;
    throw new AbortedError(message, { operation, reason, sent: true });
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof AbortedError) return false;
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 408 || error.status === 429;
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnreadableResponseError
  );
}

function timedOut<T>(
  watch: Watch<T>,
  timeout: number,
  lastStatus: string | undefined,
  lastError: unknown,
): WaitTimeoutError {
  const seen =
    lastStatus === undefined ? "it has not shown up yet" : `its last status was ${lastStatus}`;
  return new WaitTimeoutError(
    `${watch.operation}: ${watch.subject} did not come to an end within ${timeout} ms; ${seen}. ${watch.advice}`,
    {
      operation: watch.operation,
      timeout,
      subject: watch.subject,
      lastStatus,
      lastError,
      hint: watch.advice,
    },
  );
}
