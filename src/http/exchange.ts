import ky from "ky";
import type { BursarError } from "../errors/base.js";
import { AbortedError, ConnectionError, type SystemCause, TimeoutError } from "../errors/transport.js";
import { onAbort } from "./abort.js";
import { isReactNative, isServer, resendsByItself } from "./runtime.js";
import { scrub } from "./scrub.js";

/** One request, ready to go. */
export interface Outgoing {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** One answer, read to its end. */
export interface Incoming {
  readonly response: Response;
  readonly text: string;
}

/** The bounds of one attempt. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly scope: TimeoutError["scope"];
}

/** A stop from outside: nothing that was asked for will come. */
class Stop {
  constructor(readonly why: "timeout" | "abort") {}
}

/**
 * Runs a task under a timer and the caller's signal, and leaves no timer and no listener behind. The task gets a signal of its own that
 * ends with it, because dependants of a long-lived signal pile up on it.
 */
export async function bounded<T>(
  operation: string,
  bounds: Bounds,
  sent: () => boolean,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal: outer, timeout } = bounds;
  if (outer?.aborted) throw aborted(operation, outer.reason, sent());
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwatch: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (why: Stop["why"]) => {
        reject(new Stop(why));
        controller.abort();
      };
      timer = setTimeout(stop, timeout, "timeout");
      unwatch = outer && onAbort(outer, () => stop("abort"));
      task(controller.signal).then(resolve, reject);
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.why === "abort") throw aborted(operation, outer?.reason, sent());
    throw timedOut(operation, bounds);
  } finally {
    clearTimeout(timer);
    unwatch?.();
  }
}

function aborted(operation: string, reason: unknown, sent: boolean): AbortedError {
  return new AbortedError(`${operation}: aborted by the caller${sent ? " after it was sent" : ""}`, { operation, reason, sent });
}

function timedOut(operation: string, { timeout, scope }: Bounds): TimeoutError {
  const what = scope === "total" ? "all attempts together" : "one attempt";
  return new TimeoutError(`${operation}: no complete answer within ${timeout} ms (the limit of ${what})`, {
    operation,
    timeout,
    scope,
    hint: scope === "total" ? "Raise totalTimeout, or ask for less." : "Raise timeout, or ask for less.",
  });
}

/**
 * Sends one request on ky. Headers, body and signal go to `fetch` itself, from a hook that answers for ky: on every call ky would copy headers
 * four times, tee bodies, combine signals and clone the request, and a teed form that is cancelled makes newer Nodes crash.
 */
export function sendOnce(
  url: string,
  method: string,
  init: RequestInit,
  fetch: ((request: Request) => Promise<Response>) | undefined,
): Promise<Response> {
  let answer: Promise<Response>;
  return ky(url, {
    method,
    hooks: {
      beforeRequest: [
        (request) => {
          answer = fetch ? fetch(new Request(request, init)) : globalThis.fetch(request, init);
          return answer;
        },
      ],
    },
    // ky asks here where it does not know the hook's answer for a `Response`, as that of another realm: nothing is sent twice.
    fetch: () => answer,
    // The key must not go along to another origin.
    redirect: "manual",
    // Retries, timeouts and errors are ours, because they depend on what an operation does, and cover the body.
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

/** Sends one request and reads the answer to its end. Whatever fails on the wire becomes a `ConnectionError`. */
export async function exchange(
  outgoing: Outgoing,
  fetch: ((request: Request) => Promise<Response>) | undefined,
  signal: AbortSignal,
  key: string | undefined,
): Promise<Incoming> {
  let response: Response | undefined;
  try {
    const init: RequestInit & { duplex?: "half" } = { headers: outgoing.headers, body: outgoing.body ?? null, signal };
    // A stream that was read cannot be sent again.
    if (outgoing.method !== "GET" && resendsByItself())
      Object.assign(init, { body: new Blob([outgoing.body ?? ""]).stream(), duplex: "half" });
    // A browser's cache would show a wait the same old status again and again. Workers without one refuse the field, and React Native's fetch
    // would put the time into the query instead, which the service does not know.
    if (isReactNative()) init.headers = { ...outgoing.headers, "cache-control": "no-cache" };
    else if (!isServer() && "cache" in Request.prototype) init.cache = "no-store";
    response = await sendOnce(outgoing.url, outgoing.method, init, fetch);
    // Of a `fetch` of the caller's: no status was answered, so nothing is known of what was sent.
    if (response.type === "error") throw connectionError(outgoing, { message: "network error" }, true, true, key);
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    throw connectionError(outgoing, error, response !== undefined, fetch !== undefined, key);
  }
}

const lookedUp = new Set(["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
const refusedOrUnreachable = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);

/**
 * Whether the connection was never made, so that nothing can have arrived. An open connection can report an unreachable host too, after the
 * request went out: only the connecting itself proves anything. And a `fetch` of the caller's proves nothing: it may fail after its request was answered.
 */
function neverArrived({ code, syscall }: SystemFailure, ownFetch: boolean): boolean {
  if (ownFetch || code === undefined) return false;
  return lookedUp.has(code) || (refusedOrUnreachable.has(code) && syscall === "connect");
}

function connectionError(outgoing: Outgoing, error: unknown, answered: boolean, ownFetch: boolean, key: string | undefined): BursarError {
  const failure = systemFailure(error);
  const cause = scrubbed(failure, key);
  const phase = answered ? "body" : neverArrived(failure, ownFetch) ? "connect" : "exchange";
  const what = { connect: "could not connect", exchange: "the connection failed", body: "the answer was cut off while it was read" }[phase];
  const origin = new URL(outgoing.url).origin;
  return new ConnectionError(`${outgoing.operation}: ${what} (${origin}: ${cause.code ?? cause.message})`, {
    operation: outgoing.operation,
    phase,
    code: cause.code,
    cause,
    hint: phase === "connect" ? "Check baseUrl, the network and DNS. The request did not arrive." : "Try again later.",
  });
}

interface SystemFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

/** What lies deepest beneath what fetch throws. */
function systemFailure(error: unknown): SystemFailure {
  let deepest = error as { name?: unknown; message?: unknown; code?: unknown; syscall?: unknown; cause?: unknown; errors?: unknown[] };
  for (let depth = 0; depth < 5; depth++) {
    // Where several addresses were tried, each has its own failure; the first stands for them.
    const next = deepest?.cause ?? (deepest?.syscall === undefined ? deepest?.errors?.[0] : undefined);
    if (typeof next !== "object" || next === null) break;
    deepest = next as typeof deepest;
  }
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    name: textOf(deepest?.name) ?? "Error",
    message: textOf(deepest?.message) ?? String(deepest),
    code: textOf(deepest?.code),
    syscall: textOf(deepest?.syscall),
  };
}

/** A copy, because the original may hold the request and with it the key. */
function scrubbed({ name, message, code }: SystemFailure, key: string | undefined): SystemCause {
  return { name: scrub(name, key), message: scrub(message, key), ...(code !== undefined && { code: scrub(code, key) }) };
}
