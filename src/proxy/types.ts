import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { Outcome } from "../contract/shared/outcome.js";
import type { Issue } from "../errors/data.js";
import type { Wire } from "../http/wire/wire.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";

/** The input of a request: everything that is sent to the service, except a language header. */
export interface ProxyInput<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

type Part<T> = [T] extends [undefined] ? Readonly<Record<string, never>> : T;

/** The input of one operation. */
export type ProxyInputOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer Params, infer Query, infer Body, infer _Response>
    ? ProxyInput<Part<Params>, Part<Query>, Body>
    : never;

/**
 * A request, parsed from what will be sent to the service. Each hook gets its own copy. `input` is
 * validated when it is read first: if it is invalid, reading it throws, and the response is 400.
 * `operation` discriminates the types of `input`.
 */
export type ProxyCall = {
  readonly [Name in EndpointName]: { readonly operation: Name; readonly input: ProxyInputOf<Name> };
}[EndpointName];

/** Rejects a request with 429. It is not sent. */
export interface TooMany {
  /** Milliseconds until a retry makes sense. Sent as `retry-after`. */
  readonly retryAfter?: number | undefined;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most functions return nothing.
type Limited = TooMany | null | undefined | void;

/** One request, for your log. Never contains the key, a body, a header or an address. */
export interface ProxyEvent {
  /** Such as `swap.quote`. Undefined if no operation has the path and method. */
  readonly operation: EndpointName | undefined;
  readonly method: string;
  /** The path's template, with `{names}` in place of ids. */
  readonly path: string | undefined;
  /** The status of the response. */
  readonly status: number;
  /** The proxy's error id. Undefined for a success and for an error of the service. */
  readonly id: ProxyErrorId | undefined;
  /** Whether the service may have received the request. */
  readonly sent: boolean;
  /** `success`, or whether what the failed request was to bring about has happened. */
  readonly outcome: "success" | Outcome;
  /** The service's trace id, or the one that the proxy created for its own response. */
  readonly traceId: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** The issues of the input, by path and code. */
  readonly issues: readonly Pick<Issue, "path" | "code">[];
  /**
   * The name and code of what a hook threw, or of why the service failed, such as `ECONNREFUSED`.
   * It has no message, because a message may quote what was sent. The page does not get it.
   */
  readonly error: { readonly name: string; readonly code: string | undefined } | undefined;
}

/**
 * Decides about one request. Only `true` allows it. A `Response` is returned as is. Returning
 * anything else, or throwing, responds with 403.
 */
export type Authorize<Context> = (
  request: Request,
  call: ProxyCall,
  context: Context,
) => boolean | Response | Promise<boolean | Response>;

/** Options of {@link createProxy}. Times are milliseconds. */
export interface ProxyOptions<Context = unknown> {
  /**
   * The service's address. Default: the environment variable `BURSAR_BASE_URL`, read at the first
   * request.
   */
  baseUrl?: string | undefined;
  /**
   * The project's API key, or a function that returns it. It is called for every request. Default:
   * the environment variable `BURSAR_API_KEY`, read at the first request.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** The path of the proxy, such as `/api/bursar`: the `baseUrl` of the page. `"/"` is the root. */
  prefix: string;
  /** The operations that are forwarded. All others are rejected. @defaultValue none */
  allow?: readonly EndpointName[] | undefined;
  /**
   * Decides whether the user may make this call. Check above all that the user owns the wallet.
   * Called before anything is sent. Reading `input` of the call validates it: a hook that does not
   * read it costs no validation. `request` is the incoming request with its
   * cookies and headers; its body has been read. `context` is the second argument of the proxy.
   */
  authorize: Authorize<Context>;
  /**
   * Called after `authorize`. Return nothing to allow the request, or `{ retryAfter }` to respond
   * with 429. Throwing responds with 503.
   */
  limit?:
    | ((request: Request, call: ProxyCall, context: Context) => Limited | Promise<Limited>)
    | undefined;
  /**
   * Returns true the first time it is called with an id. Browsers repeat a write after a connection
   * breaks, although the first one may have arrived. The page's client gives each write an id, and
   * the proxy forwards each id once. Set this option if several instances share the load, and use
   * their common store: `SET id 1 NX EX 600` in Redis. It is called after `authorize`, so that
   * strangers fill no store, and before `limit`. Throwing rejects the request.
   *
   * @defaultValue only the last 10,000 ids, which each instance keeps in memory
   */
  once?: ((id: string) => boolean | Promise<boolean>) | undefined;
  /**
   * Other origins whose pages may call the proxy, such as `https://app.example.com`. They get CORS
   * headers and may send cookies. Pages of the proxy's own origin, and callers other than browsers,
   * need no entry. An `undefined` entry throws, so environment variables may be passed as they are.
   *
   * @defaultValue none
   */
  allowOrigins?: readonly (string | undefined)[] | undefined;
  /** The maximum size of a request body, in bytes. @defaultValue `65536` */
  maxBodyBytes?: number | undefined;
  /**
   * The limit for each of these: receiving the request, `authorize`, `limit`, and the response of
   * the service. The defaults are slightly lower than those of the client, so that the client gets
   * the error response.
   *
   * @defaultValue `28000`, and `85000` for slow quote profiles
   */
  timeout?: number | undefined;
  /** Replaces the global `fetch`. It must support `redirect: "manual"` and the signal. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Sends each request, like the client option of the same name, for example `undiciWire()` of
   * `bursar/undici`, or `"fetch"`.
   */
  wire?: Wire | "fetch" | undefined;
  /** Corrects the path of operations whose path the contract does not state, by operation name. */
  paths?: Readonly<Partial<Record<EndpointName, string>>> | undefined;
  /** Called after every response, rejected requests included. Errors that it throws are ignored. */
  onResponse?: ((event: ProxyEvent) => void) | undefined;
  /** Allows plain http to hosts other than this machine. @defaultValue `false` */
  allowInsecureHttp?: boolean | undefined;
}

/**
 * Handles a request and never rejects. `authorize` and `limit` get `context`. Pass what your
 * framework knows about the request, such as its session.
 */
export type BursarProxy<Context = unknown> = (
  request: Request,
  context?: Context,
) => Promise<Response>;

/** The body of the proxy's own error responses, in the format of the service's errors. */
export interface ProxyErrorBody {
  readonly statusCode: number;
  /** Omitted if the response to a write was lost: the client throws `OutcomeUnknownError`. */
  readonly id?: ProxyErrorId | undefined;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly traceId: string;
}
