import type { Effect } from "../contract/endpoint.js";
import type { BursarError } from "../errors/base.js";
import type { Issue } from "../errors/data.js";

/** How often a call is sent again, and how long to wait between. */
export interface RetryOptions {
  /** How many times more. 0 is off. @defaultValue `2` */
  limit?: number | undefined;
  /** Milliseconds: the longest first wait; it doubles each time, and a random part of it is taken (full jitter). @defaultValue `500` */
  baseDelay?: number | undefined;
  /** Milliseconds: the longest wait of all. @defaultValue `8000` */
  maxDelay?: number | undefined;
}

/** What to do with an answer that lacks what was promised: throw, hand it over and tell `onDrift`, or not look at all. */
export type ValidationMode = "strict" | "warn" | "off";

/** What every call takes as its last argument. Times are milliseconds. */
export interface CallOptions {
  /** Ends the call. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, headers and body together. @defaultValue `30000`, and `90000` for slow quote profiles */
  timeout?: number | undefined;
  /** How long all attempts may take together. @defaultValue `120000`, or `timeout` where that is longer */
  totalTimeout?: number | undefined;
  /** Reads and quotes only: a write is sent again only when it provably never arrived. `false` and 0 are off. @defaultValue `2` */
  retry?: number | false | RetryOptions | undefined;
  /** Further headers. The API key has its own option and is refused here. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue `"strict"` */
  validation?: ValidationMode | undefined;
  /** Lets identical reads in flight share one request, and its answer. @defaultValue `false` */
  dedupe?: boolean | undefined;
}

/** Options of calls that return pages. */
export interface ListOptions extends CallOptions {
  /** Fetches the next page while the consumer works on this one. @defaultValue `false` */
  prefetch?: boolean | undefined;
}

/** What hooks and logs are told. Enough for a span or a metric; never the key, a body, or an address. */
export interface CallEvent {
  /** Tells calls apart; the same for all attempts of one call. */
  call: number;
  /** Such as `swap.quote`. */
  operation: string;
  method: string;
  /** The path's template, with `{names}` in place of ids. */
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

/** Called as calls go by. What a hook throws is logged and changes nothing. */
export interface Hooks {
  onRequest?: ((event: CallEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** The call failed for good. */
  onError?: ((event: ErrorEvent) => void) | undefined;
}

/** An answer that was not of the promised form. */
export interface Drift {
  operation: string;
  issues: readonly Issue[];
  traceId: string | undefined;
}

export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where log lines go. `console` fits. */
export interface Logger {
  error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  debug: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** How a client is made. Times are milliseconds. */
export interface TransportOptions extends Omit<CallOptions, "signal"> {
  /** The service's address, or in a browser that of your own server, such as `/api/bursar`. Default: the environment's `BURSAR_BASE_URL`. */
  baseUrl?: string | undefined;
  /**
   * The project's API key, or a function that yields it, asked for each attempt, so that keys can be rotated. Default: the environment's
   * `BURSAR_API_KEY`. Null means none: for a `baseUrl` of your own that adds the key.
   */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /** In place of the global `fetch`: a proxy agent, a test double, or the sandbox. It must honour `redirect: "manual"` and the signal. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  hooks?: Hooks | undefined;
  /** @defaultValue `console` */
  logger?: Logger | undefined;
  /** @defaultValue the environment's `BURSAR_LOG`, or `"warn"` */
  logLevel?: LogLevel | undefined;
  /** Told of every answer that was not of the promised form, whatever `validation` does about it. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** Corrects the path of a call that the service contract does not state, by operation name. */
  paths?: Readonly<Record<string, string | undefined>> | undefined;
  /** Allows an API key in a browser, where everybody can read it. @defaultValue `false` */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Allows plain http to other hosts than this machine. @defaultValue `false` */
  allowInsecureHttp?: boolean | undefined;
}
