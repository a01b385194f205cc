import { AbortedError } from "../../errors/transport.js";
import { onAbort } from "../wire/abort-listener.js";

interface SharedCall {
  readonly outcome: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Lets callers with the same identity share one call. Each caller can abort alone; the call is
 * aborted when the last caller has left.
 */
export function shareInFlight() {
  const inFlight = new Map<string, SharedCall>();

  return async function share<T>(
    identity: string,
    signal: AbortSignal | undefined,
    operation: string,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const aborted = () =>
      new AbortedError(`${operation}: aborted by the caller`, {
        operation,
        reason: signal?.reason,
        sent: inFlight.has(identity),
      });
    if (signal?.aborted) throw aborted();
    const shared = inFlight.get(identity) ?? startShared(identity, start);
    shared.callers++;
    try {
      const { outcome } = shared;
      return (await (signal ? untilAborted(outcome, signal, aborted) : outcome)) as T;
    } finally {
      if (--shared.callers === 0) {
        inFlight.delete(identity);
        shared.controller.abort();
      }
    }
  };

  function startShared(
    identity: string,
    start: (signal: AbortSignal) => Promise<unknown>,
  ): SharedCall {
    const controller = new AbortController();
    const outcome = start(controller.signal);
    // All callers may have left by the time it fails.
    outcome.catch(() => {});
    const shared = { outcome, controller, callers: 0 };
    inFlight.set(identity, shared);
    return shared;
  }
}

function untilAborted<T>(
  outcome: Promise<T>,
  signal: AbortSignal,
  aborted: () => AbortedError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => reject(aborted()));
    outcome.then(resolve, reject).finally(stopListening);
  });
}
