import { ApiError } from "../errors/api.js";
import { UnreadableResponseError } from "../errors/data.js";
import { AbortedError, ConnectionError, TimeoutError, WaitTimeoutError } from "../errors/transport.js";
import { bounded } from "./exchange.js";
import type { CallOptions } from "./options.js";
import { sleep } from "./retry.js";

/** How a wait goes about it. Times are milliseconds. */
export interface WaitOptions<Progress> {
  /** How long to wait in all. @defaultValue `600000` */
  timeout?: number | undefined;
  /** The first pause between two looks; it grows by half each time. @defaultValue `1000` */
  interval?: number | undefined;
  /** The longest pause between two looks. @defaultValue `10000` */
  maxInterval?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called after each look that got an answer. */
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
}

/** Looks again and again until a final status. A failure that may pass is survived, any other is thrown. */
export async function waitUntilFinal<T>(watch: Watch<T>, options: WaitOptions<Progress<T>> = {}): Promise<T> {
  const { timeout = 600_000, interval = 1_000, maxInterval = 10_000, signal, onProgress } = options;
  const begun = Date.now();
  const left = () => timeout - (Date.now() - begun);
  let lastStatus: string | undefined;
  let lastError: unknown;
  for (let pause = interval; ; pause = Math.min(maxInterval, pause * 1.5)) {
    try {
      // The next look is the retry.
      const record = await watch.look({ signal, retry: false, totalTimeout: Math.max(1, left()) });
      lastError = undefined;
      if (record !== undefined) lastStatus = watch.statusOf(record);
      onProgress?.({ status: lastStatus, record, elapsed: Date.now() - begun });
      if (record !== undefined && watch.final.has(lastStatus as string)) return record;
    } catch (error) {
      if (!mayPass(error)) throw error;
      lastError = error;
    }
    // Towards the end the looks come closer, so that the last one is not long before the time is up.
    const wait = Math.min(pause, left() / 2);
    if (wait < Math.min(interval, timeout / 10)) throw timedOut(watch, timeout, lastStatus, lastError);
    await bounded(
      watch.operation,
      { signal, timeout: left(), scope: "total" },
      () => true,
      (inner) => sleep(wait, inner),
    );
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof AbortedError) return false;
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnreadableResponseError;
}

function timedOut<T>(watch: Watch<T>, timeout: number, lastStatus: string | undefined, lastError: unknown): WaitTimeoutError {
  const seen = lastStatus === undefined ? "it has not shown up yet" : `its last status was ${lastStatus}`;
  return new WaitTimeoutError(
    `${watch.operation}: ${watch.subject} did not come to an end within ${timeout} ms; ${seen}. It is already submitted: do not submit it again, wait again.`,
    {
      operation: watch.operation,
      timeout,
      subject: watch.subject,
      lastStatus,
      lastError,
      hint: "Already submitted: wait again with the same hash or id.",
    },
  );
}
