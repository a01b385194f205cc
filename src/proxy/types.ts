import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { Issue } from "../errors/data.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";

/** What a request says: everything of it that goes to the service, but for a language header. */
export interface ProxyInput<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

type Part<T> = [T] extends [undefined] ? Readonly<Record<string, never>> : T;

/** What a request to that operation says. */
export type ProxyInputOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer Params, infer Query, infer Body, infer _Response>
    ? ProxyInput<Part<Params>, Part<Query>, Body>
    : never;

/**
 * One request that has passed the contract's checks, as it will be sent: read back from the request to the service, so that nothing can
 * differ. Every hook gets a copy of its own. `operation` tells the forms of `input` apart.
 */
export type ProxyCall = {
  readonly [Name in EndpointName]: { readonly operation: Name; readonly input: ProxyInputOf<Name> };
}[EndpointName];

/** Too much: the answer is 429, and nothing is sent. */
export interface TooMany {
  /** Milliseconds until it is worth trying again. */
  readonly retryAfter?: number | undefined;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the common one.
type Limited = TooMany | null | undefined | void;

/** What the log is told of one request, once it is answered. Never the key, a body, a header, or an address. */
export interface ProxyEvent {
  /** Such as `swap.quote`; undefined where the request is for none. */
  readonly operation: EndpointName | undefined;
  readonly method: string;
  /** The path's template, with `{names}` in place of ids. */
  readonly path: string | undefined;
  /** What was answered. */
  readonly status: number;
  /** Why, where it was refused or failed: an id of the proxy's own. The service's errors pass through and are none of the proxy's. */
  readonly id: ProxyErrorId | undefined;
  /** True where the service may have received something. */
  readonly sent: boolean;
  /** The service's trace id, or the one that the proxy put into its own answer. */
  readonly traceId: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** What is wrong with the input, by path and code. */
  readonly issues: readonly Pick<Issue, "path" | "code">[];
  /**
   * What a hook threw, or how the service failed: its name, and its code where it has one, such as `ECONNREFUSED`. No message, because a message
   * may quote what was sent. The page does not get it.
   */
  readonly error: { readonly name: string; readonly code: string | undefined } | undefined;
}

/**
 * Decides about one request. True lets it pass; false refuses it with 403; a `Response` is given as it is, for an answer of your own. Whatever
 * else comes, or is thrown, refuses too.
 */
export type Authorize<Context> = (
  request: Request,
  call: ProxyCall,
  context: Context,
) => boolean | Response | Promise<boolean | Response>;

/** How a proxy is made. Times are milliseconds. */
export interface ProxyOptions<Context = unknown> {
  /** The service's address. */
  baseUrl: string;
  /** The project's API key, or a function that yields it, asked for each request, so that keys can be rotated. */
  apiKey: string | (() => string | Promise<string>);
  /** Where the proxy is mounted, such as `/api/bursar`: the path of the page's `baseUrl`. `"/"` is the root. */
  prefix: string;
  /** The operations that are forwarded, by name. All others are refused. @defaultValue none */
  allow?: readonly EndpointName[] | undefined;
  /**
   * Decides whether who asks may do what is asked: that the wallet is theirs, above all. Called after the contract's checks, before anything is
   * sent. `request` is the one that came, with its cookies and headers; its body has been read. `context` is what the proxy was called with
   * beside it: what the framework knows of the request.
   */
  authorize: Authorize<Context>;
  /** Called for what is authorized. Answers with nothing, or with `{ retryAfter }` where it is too much. What it throws refuses with 503. */
  limit?:
    | ((request: Request, call: ProxyCall, context: Context) => Limited | Promise<Limited>)
    | undefined;
  /**
   * Answers true where it sees an id for the first time. Browsers send a write a second time by themselves where a connection breaks that was used
   * before, though the first may have arrived; by the id that the page's client gives it, the proxy tells, and forwards it once. Needed where several
   * instances share the load, on what they share: `SET id 1 NX EX 600` of Redis. What it throws refuses.
   *
   * @defaultValue the last 10,000 ids, in this instance's memory
   */
  once?: ((id: string) => boolean | Promise<boolean>) | undefined;
  /**
   * Pages of other origins that may call, such as `https://app.example.com`. They are answered with CORS headers, cookies allowed. Pages of the
   * proxy's own origin, and callers that are no browser, need no entry.
   *
   * @defaultValue none
   */
  allowOrigins?: readonly string[] | undefined;
  /** The largest request body, in bytes. @defaultValue `65536` */
  maxBodyBytes?: number | undefined;
  /**
   * How long a request may take to arrive, `authorize` and `limit` to decide, and the service to answer: each. The defaults lie a little under
   * those of the client, so that it hears of it. @defaultValue `28000`, and `85000` for slow quote profiles
   */
  timeout?: number | undefined;
  /** In place of the global `fetch`: a proxy agent, a test double, or the sandbox. It must honour `redirect: "manual"` and the signal. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Corrects the path at the service of a call that its contract does not state, by operation name. */
  paths?: Readonly<Partial<Record<EndpointName, string>>> | undefined;
  /** Told of every request once it is answered, refused ones included. What it throws changes nothing. */
  onAnswer?: ((event: ProxyEvent) => void) | undefined;
  /** Allows plain http to other hosts than this machine. @defaultValue `false` */
  allowInsecureHttp?: boolean | undefined;
}

/**
 * Answers a request; never rejects. `context` is handed to `authorize` and `limit`: give it what your framework knows of the request, such as its
 * session.
 */
export type BursarProxy<Context = unknown> = (
  request: Request,
  context?: Context,
) => Promise<Response>;

/** The body of an answer that is the proxy's own, in the form of the service's errors. */
export interface ProxyErrorBody {
  readonly statusCode: number;
  /** Left out where a write was sent and its answer lost: a client then takes the outcome for unknown, as it must. */
  readonly id?: ProxyErrorId | undefined;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly traceId: string;
}
