import type { Effect } from "../contract/shared/endpoint.js";
import type { BursarError } from "../errors/base.js";
import type { Issue } from "../errors/data.js";

/** How often a call is retried, and how long to wait before. */
export interface RetryOptions {
  /** How many retries. 0 is off. @defaultValue `2` */
  limit?: number | undefined;
  /**
   * Milliseconds: the longest first wait. It doubles each time, and a random part of it is waited
   * (full jitter).
   *
   * @defaultValue `500`
   */
  baseDelay?: number | undefined;
  /** Milliseconds: the longest wait. @defaultValue `8000` */
  maxDelay?: number | undefined;
}

/**
 * What happens to a response that does not match its schema: `strict` throws, `warn` calls `onDrift`
 * and returns it as received, `off` does not validate.
 */
export type ValidationMode = "strict" | "warn" | "off";

/** The last argument of every call. Times are milliseconds. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /**
   * How long one attempt may take, headers and body together. A key function may take as long again.
   *
   * @defaultValue `30000`, and `90000` for slow quote profiles
   */
  timeout?: number | undefined;
  /**
   * How long the whole call may take: all attempts, waits, and everything else it awaits.
   *
   * @defaultValue `120000`, or `timeout` if that is longer
   */
  totalTimeout?: number | undefined;
  /**
   * Retries reads and quotes. A write is retried only if it provably never arrived. `false` and 0
   * are off.
   *
   * @defaultValue `2`
   */
  retry?: number | false | RetryOptions | undefined;
  /** Additional headers. The API key has its own option and is rejected here. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue `"strict"` */
  validation?: ValidationMode | undefined;
  /**
   * Lets identical reads that are in flight share one request and its response. Reads with different
   * API keys are never shared.
   *
   * @defaultValue `false`
   */
  dedupe?: boolean | undefined;
}

/** Options of calls that return pages. */
export interface ListOptions extends CallOptions {
  /** Fetches the next page while the consumer works on this one. @defaultValue `false` */
  prefetch?: boolean | undefined;
}

/** What hooks and logs get: enough for a span or a metric, never the key, a body, or an address. */
export interface CallEvent {
  /** Identifies the call: the same for all its attempts. */
  call: number;
  /** Such as `swap.quote`. */
  operation: string;
  method: string;
  /** The path template, with `{names}` in place of ids. */
  path: string;
  effect: Effect;
  /** 1 for the first attempt. */
  attempt: number;
}

export interface ResponseEvent extends CallEvent {
  status: number;
  traceId: string | undefined;
  /** Milliseconds from sending to the end of the body. */
  duration: number;
}

export interface RetryEvent extends CallEvent {
  /** Milliseconds until the next attempt. */
  delay: number;
  error: BursarError;
}

export interface ErrorEvent extends CallEvent {
  error: BursarError;
  /** Milliseconds since the call began. */
  duration: number;
}

/** Called during calls. A hook that throws or rejects is logged and changes nothing. */
export interface Hooks {
  onRequest?: ((event: CallEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** The call has failed, after all retries. */
  onError?: ((event: ErrorEvent) => void) | undefined;
}

/** A response that does not match its schema. */
export interface Drift {
  operation: string;
  issues: readonly Issue[];
  traceId: string | undefined;
}

export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where log lines go, such as `console`. */
export interface Logger {
  error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  debug: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** The options of a client. Times are milliseconds. */
export interface TransportOptions extends Omit<CallOptions, "signal"> {
  /**
   * The service's address, or in a browser that of your own server, such as `/api/bursar`. Default:
   * the environment's `BURSAR_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * The project's API key, or a function that returns it. The function is called for each attempt,
   * so that keys can be rotated. Default: the environment's `BURSAR_API_KEY`. Null means no key, for
   * a server of your own that adds it.
   */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /**
   * In place of the global `fetch`: a proxy agent, a test double, or the sandbox. It gets one complete
   * `Request` per attempt, must honour `redirect: "manual"` and the signal, and must send it once.
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  hooks?: Hooks | undefined;
  /** @defaultValue `console` */
  logger?: Logger | undefined;
  /** @defaultValue the environment's `BURSAR_LOG`, or `"warn"` */
  logLevel?: LogLevel | undefined;
  /** Called for every response that does not match its schema, unless `validation` is `off`. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** Corrects a path that the service contract does not state, by operation name. */
  paths?: Readonly<Record<string, string | undefined>> | undefined;
  /** Allows an API key in a browser, where everyone can read it. @defaultValue `false` */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * Allows plain http to other hosts than `localhost`, `127.0.0.0/8` and `[::1]`.
   *
   * @defaultValue `false`
   */
  allowInsecureHttp?: boolean | undefined;
}
