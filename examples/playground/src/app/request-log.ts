import type { ErrorEvent, Hooks, ResponseEvent } from "bursar";
import { isApiError } from "bursar";

/** What was sent and what came back, as text. No headers: a key could only stand there. */
export interface LoggedBodies {
  /** The whole path with its query. */
  address: string;
  request: string | undefined;
  response: string | undefined;
}

/** One answer, or one failure without an answer: what the client's hooks tell. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  /** The path's template, with names in place of ids. */
  path: string;
  operation: string;
  attempt: number;
  /** Undefined where no answer came. */
  status: number | undefined;
  ms: number;
  traceId: string | undefined;
  /** The error's name, where the call failed without an answer. */
  failure: string | undefined;
}

/** What this page has asked for, newest first, for `useSyncExternalStore`. */
export interface RequestLogStore {
  readonly hooks: Hooks;
  /** The same way to the service, with the bodies of what goes by kept. */
  watch(fetch: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
  /** The bodies of an answer, by its trace id. */
  bodies(traceId: string | undefined): LoggedBodies | undefined;
  subscribe(listener: () => void): () => void;
  snapshot(): readonly LoggedRequest[];
  clear(): void;
}

const most = 500;
const longest = 100_000;

function shortened(text: string): string {
  return text.length > longest
    ? `${text.slice(0, longest)}… (${text.length} characters in all)`
    : text;
}

export function createRequestLog(): RequestLogStore {
  let entries: readonly LoggedRequest[] = [];
  let count = 0;
  const bodies = new Map<string, LoggedBodies>();
  const keep = (traceId: string, kept: LoggedBodies) => {
    bodies.set(traceId, kept);
    const [oldest] = bodies.keys();
    if (bodies.size > most && oldest !== undefined) bodies.delete(oldest);
  };
  const listeners = new Set<() => void>();
  const set = (next: readonly LoggedRequest[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const add = (entry: Omit<LoggedRequest, "id" | "at">) =>
    set([{ id: ++count, at: Date.now(), ...entry }, ...entries].slice(0, most));
  const hooks: Hooks = {
    onResponse: ({ method, path, operation, attempt, status, duration, traceId }: ResponseEvent) =>
      add({ method, path, operation, attempt, status, ms: duration, traceId, failure: undefined }),
    // An answer of the service has been logged by then.
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
        const answered = (text: string | undefined) =>
          keep(traceId, { address: pathname + search, request: sent, response: text });
        // A body that breaks off is the client's to report.
        void response
          .clone()
          .text()
          .then(
            (text) => answered(shortened(text)),
            () => answered(undefined),
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
