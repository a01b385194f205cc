import type { EndpointName } from "../../contract/endpoints.js";
import type { Effect } from "../../contract/shared/endpoint.js";
import type { BursarError } from "../../errors/base.js";
import type { Issue } from "../../errors/data.js";
import type { TransportName } from "../wire/choose-sender.js";
import type { Wire } from "../wire/wire.js";

/** How often a call is retried, and the delay before each retry. */
export interface RetryOptions {
  /** The number of retries. 0 means none. @defaultValue `2` */
  limit?: number | undefined;
  /**
   * The maximum delay before the first retry, in milliseconds. It doubles with each retry. The
   * actual delay is a random part of it (full jitter).
   *
   * @defaultValue `500`
   */
  baseDelay?: number | undefined;
  /** The maximum delay before any retry, in milliseconds. @defaultValue `8000` */
  maxDelay?: number | undefined;
}

/** The retries of a client. */
export interface ClientRetryOptions extends RetryOptions {
  /**
   * The tokens that pay for retries, so that an outage does not multiply the requests. A retry
   * costs 5 tokens, a successful response gives 1 back. Without tokens, the first failure is final.
   * Clients of `withOptions` share the tokens, unless they change `quota`, `baseUrl` or `apiKey`.
   * `false`: no quota.
   *
   * @defaultValue `500`
   */
  quota?: number | false | undefined;
}

/**
 * How a response that differs from the documentation is handled.
 *
 * - `essential` throws if a field is missing or malformed that the call exists for, or that money
 *   depends on. Other differences are reported to `onDrift` and logged once per field, and the
 *   response is returned as received.
 * - `strict` throws for every documented field.
 * - `off` does not validate.
 */
export type ValidationMode = "essential" | "strict" | "off";

/** The last argument of every call. Times are milliseconds. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /**
   * The time limit for one attempt, headers and body together. An `apiKey` function has the same
   * limit of its own.
   *
   * @defaultValue `30000`, and `90000` for slow quote profiles
   */
  timeout?: number | undefined;
  /**
   * The time limit for the whole call: all attempts, delays, and everything else it awaits.
   *
   * @defaultValue `120000`, or `timeout` if that is longer
   */
  totalTimeout?: number | undefined;
  /**
   * Retries reads and quotes. A write is retried only if it provably never arrived, and so is a
   * slow quote without this option of the call. `false` and 0 disable retries.
   *
   * @defaultValue `2`
   */
  retry?: number | false | RetryOptions | undefined;
  /**
   * The maximum size of a response in bytes, after decompression. The rest of a larger one is not
   * read, and the call rejects with `UnreadableResponseError`, or `OutcomeUnknownError` if it is a
   * write. `Infinity`: no limit.
   *
   * @defaultValue `32000000`
   */
  maxResponseBytes?: number | undefined;
  /** Additional headers. `x-api-key` is rejected: pass the key as the client option `apiKey`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue `"essential"` */
  validation?: ValidationMode | undefined;
  /**
   * `off` sends the values of this request although they do not match the contract. Unknown fields
   * of known records, unsafe paths and values that JSON would change are rejected nevertheless. For
   * a request that only the client rejects: see docs/configuration.md. `bursar/proxy` validates
   * each request again.
   *
   * @defaultValue `"on"`
   */
  requestValidation?: "on" | "off" | undefined;
  /**
   * Sends one request for identical concurrent reads, and shares its response. Reads with different
   * API keys are never shared.
   *
   * @defaultValue `false`
   */
  dedupe?: boolean | undefined;
  /**
   * Body fields that the contract does not know yet. They are sent as given, not validated, and
   * must not repeat a field of the request.
   */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Query parameters that the contract does not know yet, under the same rules. */
  extraQuery?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of calls that return pages. */
export interface ListOptions extends CallOptions {
  /** Fetches the next page while the consumer works on this one. @defaultValue `false` */
  prefetch?: boolean | undefined;
}

/** The event that hooks and logs receive. It never contains the key, a body, or an address. */
export interface CallEvent {
  /** The number of the call. It is the same for all attempts. */
  call: number;
  /** For example `swap.quote`. */
  operation: string;
  method: string;
  /** The path template, with `{names}` in place of ids. */
  path: string;
  effect: Effect;
  /** 1 for the first attempt. */
  attempt: number;
}

/** A request that is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** What sends it: `dispatcher` is that of Node, `wire` the client option. */
  transport: TransportName;
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

/** The client has no tokens for a retry. */
export interface RetryQuotaEvent {
  /** The call that is not retried, for example `swap.quote`. */
  operation: string;
  error: BursarError;
}

/** The end of a call. */
export interface EndEvent {
  /** For example `swap.quote`. */
  operation: string;
  /** Undefined if the call failed before its operation was loaded. */
  effect: Effect | undefined;
  /** The number of requests that this call sent. 0 if it shared the request of another call. */
  attempts: number;
  /** Milliseconds since the call began. */
  duration: number;
  /**
   * What happened at the service. For an error: `none`, the call changed nothing. `unknown`, a
   * write may have been executed. `done`, it was executed, but its response cannot be used.
   */
  outcome: "success" | "none" | "unknown" | "done";
  /** The error that the call rejects with. */
  error: BursarError | undefined;
}

/** Functions to call during each call. If a hook throws or rejects, the failure is only logged. */
export interface Hooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called when `retry.quota` is empty: once, and again only after it was half full. */
  onRetryQuotaEmpty?: ((event: RetryQuotaEvent) => void) | undefined;
  /** Called when the call has failed, after all retries. */
  onError?: ((event: ErrorEvent) => void) | undefined;
  /**
   * Called once per call of an operation, also if it was invalid, aborted, or shared by `dedupe`.
   * Listings call an operation per page, and waits per poll.
   */
  onEnd?: ((event: EndEvent) => void) | undefined;
}

/** The attempt that `schedule` runs. */
export interface ScheduledAttempt {
  operation: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the call has ended. A later run sends nothing. */
  signal: AbortSignal;
}

/**
 * Calls `run` when a request may be sent. `run` sends it and resolves after the response, also if
 * the attempt failed.
 */
export type Schedule = (run: () => Promise<void>, attempt: ScheduledAttempt) => Promise<void>;

/** A response that does not match its schema. */
export interface Drift {
  operation: string;
  issues: readonly Issue[];
  traceId: string | undefined;
}

export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/**
 * The receiver of log lines, for example `console`, winston, pino or bunyan. A logger with `child`
 * and `fatal` and without `log`, such as pino, gets the fields first, and then the message.
 */
export interface Logger {
  error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  debug: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** The options of a client. Times are milliseconds. */
export interface ClientOptions
  extends Omit<CallOptions, "signal" | "extraBody" | "extraQuery" | "requestValidation" | "retry"> {
  /**
   * Retries reads and quotes. A write is retried only if it provably never arrived. `false` and 0
   * disable retries.
   *
   * @defaultValue `2`
   */
  retry?: number | false | ClientRetryOptions | undefined;
  /**
   * The URL of the service. In a browser, the URL of your own server, for example `/api/bursar`.
   * Default: the environment variable `BURSAR_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * The project's API key, or a function that returns it. The function is called for each attempt,
   * so that keys can be rotated. Null sends no key, for a server of your own that adds it. Default:
   * the environment variable `BURSAR_API_KEY`.
   */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /**
   * Replaces the global `fetch`, for example by a proxy agent, a test double, or the sandbox. It
   * receives one complete `Request` per attempt. It must send the request once, and must respect
   * `redirect: "manual"` and the signal.
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Sends each request, for example `undiciWire()` of `bursar/undici` with a pool of its own, or
   * `fetchWire(fetch)` for a `fetch` with classes of its own. `"fetch"`: the global `fetch`.
   * Default on Node: the dispatcher of its `fetch`, unless something has replaced the global
   * `fetch`. In other runtimes: `fetch`.
   */
  wire?: Wire | "fetch" | undefined;
  /**
   * Runs each attempt and each upload when your limiter allows. The time limit of an attempt begins
   * with `run`; `signal` and `totalTimeout` also end the wait for it. If it rejects or ends without
   * calling `run`, the call rejects and nothing was sent.
   */
  schedule?: Schedule | undefined;
  hooks?: Hooks | undefined;
  /** @defaultValue `console` */
  logger?: Logger | undefined;
  /** @defaultValue the environment variable `BURSAR_LOG`, or `"warn"` */
  logLevel?: LogLevel | undefined;
  /** Called for every response that does not match its schema, unless `validation` is `off`. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** Replaces paths that the service contract does not state, by operation name. */
  paths?: Readonly<Partial<Record<EndpointName, string>>> | undefined;
  /** Allows an API key in a browser, where every visitor can read it. @defaultValue `false` */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * Allows plain http to hosts other than `localhost`, `127.0.0.0/8` and `[::1]`.
   *
   * @defaultValue `false`
   */
  allowInsecureHttp?: boolean | undefined;
}
