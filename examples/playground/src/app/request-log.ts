import type { ErrorEvent, Hooks, ResponseEvent } from "bursar";
import { isApiError } from "bursar";

/**
 * The bodies of a request and its response, as text. Headers are not logged, because they may
 * contain a key.
 */
export interface LoggedBodies {
  /** The path with its query. */
  url: string;
  request: string | undefined;
  response: string | undefined;
}

/** One response, or one error without a response, from the client's hooks. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  /** The path template. */
  path: string;
  operation: string;
  attempt: number;
  /** Undefined without a response. */
  status: number | undefined;
  ms: number;
  traceId: string | undefined;
  /** The name of the error if there is no response. */
  failure: string | undefined;
}

/** The requests of this page, newest first. A store for `useSyncExternalStore`. */
export interface RequestLogStore {
  readonly hooks: Hooks;
  /** Wraps a fetch so that it records the bodies. */
  watch(fetch: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
  /** Returns the bodies of a response by its trace id. */
  bodies(traceId: string | undefined): LoggedBodies | undefined;
  subscribe(listener: () => void): () => void;
  snapshot(): readonly LoggedRequest[];
  clear(): void;
}

const maxEntries = 500;
const maxLength = 100_000;

function truncate(text: string): string {
  return text.length > maxLength
    ? `${text.slice(0, maxLength)}… (${text.length} characters in total)`
    : text;
}

export function createRequestLog(): RequestLogStore {
  let entries: readonly LoggedRequest[] = [];
  let count = 0;
  const bodies = new Map<string, LoggedBodies>();
  const keep = (traceId: string, kept: LoggedBodies) => {
    bodies.set(traceId, kept);
    const [oldest] = bodies.keys();
    if (bodies.size > maxEntries && oldest !== undefined) bodies.delete(oldest);
  };
  const listeners = new Set<() => void>();
  const set = (next: readonly LoggedRequest[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const add = (entry: Omit<LoggedRequest, "id" | "at">) =>
    set([{ id: ++count, at: Date.now(), ...entry }, ...entries].slice(0, maxEntries));
  const hooks: Hooks = {
    onResponse: ({ method, path, operation, attempt, status, duration, traceId }: ResponseEvent) =>
      add({ method, path, operation, attempt, status, ms: duration, traceId, failure: undefined }),
    // onResponse has already logged an error response.
    onError: ({ method, path, operation, attempt, duration, error }: ErrorEvent) => {
      if (isApiError(error)) return;
      add({
        method,
        path,
        operation,
        attempt,
        status: undefined,
        ms: duration,
        traceId: undefined,
        failure: error.name,
      });
    },
  };
  return {
    hooks,
    watch: (fetch) => async (request) => {
      const isJson = request.headers.get("content-type")?.includes("json");
      const sent = isJson ? await request.clone().text() : undefined;
      const response = await fetch(request);
      const traceId = response.headers.get("trace-id");
      const { pathname, search } = new URL(request.url);
      if (traceId) {
        const keepBodies = (text: string | undefined) =>
          keep(traceId, { url: pathname + search, request: sent, response: text });
        // The client reports an incomplete body.
        void response
          .clone()
          .text()
          .then(
            (text) => keepBodies(truncate(text)),
            () => keepBodies(undefined),
          );
      }
      return response;
    },
    bodies: (traceId) => (traceId === undefined ? undefined : bodies.get(traceId)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => entries,
    clear() {
      bodies.clear();
      set([]);
    },
  };
}
