import type { ErrorEvent, Hooks, ResponseEvent } from "bursar";
import { isApiError } from "bursar";

/** One answer, or one failure without an answer. No headers, no bodies, no ids: only what the client's hooks tell. */
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
  subscribe(listener: () => void): () => void;
  snapshot(): readonly LoggedRequest[];
  clear(): void;
}

const most = 500;

export function createRequestLog(): RequestLogStore {
  let entries: readonly LoggedRequest[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly LoggedRequest[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const add = (entry: Omit<LoggedRequest, "id" | "at">) => set([{ id: ++count, at: Date.now(), ...entry }, ...entries].slice(0, most));
  const hooks: Hooks = {
    onResponse: ({ method, path, operation, attempt, status, duration, traceId }: ResponseEvent) =>
      add({ method, path, operation, attempt, status, ms: duration, traceId, failure: undefined }),
    // An answer of the service has been logged by then.
    onError: ({ method, path, operation, attempt, duration, error }: ErrorEvent) => {
      if (isApiError(error)) return;
      add({ method, path, operation, attempt, status: undefined, ms: duration, traceId: undefined, failure: error.name });
    },
  };
  return {
    hooks,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => entries,
    clear: () => set([]),
  };
}
