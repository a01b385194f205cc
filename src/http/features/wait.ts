import { ApiError } from "../../errors/api.js";
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  WaitTimeoutError,
} from "../../errors/connection.js";
import { UnreadableResponseError } from "../../errors/data.js";
import { validateTime } from "../config.js";
import { notify } from "../events.js";
import type { CallOptions } from "../options.js";
import type { Transport } from "../transport.js";
import { sleep, withDeadline } from "../wire/deadline.js";

/** The options of a wait. Times are milliseconds. */
export interface WaitOptions<Progress>
  extends Pick<CallOptions, "signal" | "headers" | "validation"> {
  /** The longest wait. @defaultValue `600000` */
  timeout?: number | undefined;
  /** The first pause between two requests. It grows by half each time. @defaultValue `1000` */
  interval?: number | undefined;
  /** The longest pause between two requests. @defaultValue `10000` */
  maxInterval?: number | undefined;
  /** Called after each response. A callback that throws is logged and changes nothing. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What `onProgress` gets. */
export interface Progress<T> {
  /** Undefined until the record exists. */
  status: string | undefined;
  record: T | undefined;
  /** Milliseconds since the wait began. */
  elapsed: number;
}

/** What is waited for. */
export interface WaitTarget<T> {
  readonly operation: string;
  /** The hash or id that is waited for. */
  readonly subject: string;
  readonly read: (options: CallOptions) => Promise<T | undefined>;
  readonly getStatus: (record: T) => string;
  /** With every other status, also an unknown one, the wait continues. */
  readonly final: ReadonlySet<string>;
  /** What to do after a timeout. */
  readonly advice: string;
}

/** A shorter pause would only cost compute units. */
const shortestPause = 10;

/** Polls until a final status. Transient failures are tolerated, others are thrown. */
export async function pollUntilFinal<T>(
  transport: Transport,
  target: WaitTarget<T>,
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
  const reserve = Math.min(2_000, timeout / 5);
  const startedAt = Date.now();
  const left = () => timeout - (Date.now() - startedAt);
  let lastStatus: string | undefined;
  let lastError: unknown;
  for (let pause = first; ; pause = Math.min(longest, pause * 1.5)) {
    try {
      // The next request is the retry.
      const record = await target.read({
        signal,
        headers,
        validation,
        retry: false,
        totalTimeout: Math.max(1, left()),
      });
      lastError = undefined;
      if (record !== undefined) lastStatus = target.getStatus(record);
      notify(transport.config, target.operation, "onProgress", options.onProgress, {
        status: lastStatus,
        record,
        elapsed: Date.now() - startedAt,
      });
      if (record !== undefined && target.final.has(lastStatus as string)) return record;
    } catch (error) {
      if (!isTransient(error)) throw error;
      lastError = error;
    }
    // The last request is sent early enough for its response to arrive.
    if (left() <= reserve) throw timedOut(target, timeout, lastStatus, lastError);
    const wait = Math.min(pause, left() - reserve);
    await pauseFor(wait, target.operation, signal);
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

function isTransient(error: unknown): boolean {
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
  target: WaitTarget<T>,
  timeout: number,
  lastStatus: string | undefined,
  lastError: unknown,
): WaitTimeoutError {
  const seen =
    lastStatus === undefined ? "it has not shown up yet" : `its last status was ${lastStatus}`;
  return new WaitTimeoutError(
    `${target.operation}: ${target.subject} did not come to an end within ${timeout} ms; ${seen}. ${target.advice}`,
    {
      operation: target.operation,
      timeout,
      subject: target.subject,
      lastStatus,
      lastError,
      hint: target.advice,
    },
  );
}
