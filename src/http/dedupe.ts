import { AbortedError } from "../errors/transport.js";
import { onAbort } from "./abort.js";

type Run<T> = (signal: AbortSignal) => Promise<T>;

interface Flight {
  readonly outcome: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lets callers with the same key share one run. Each may leave by its own signal; the run ends when the last has left. */
export function shareInFlight() {
  const flights = new Map<string, Flight>();

  return async function share<T>(key: string, signal: AbortSignal | undefined, operation: string, run: Run<T>): Promise<T> {
    const leave = () =>
      new AbortedError(`${operation}: aborted by the caller`, { operation, reason: signal?.reason, sent: flights.has(key) });
    if (signal?.aborted) throw leave();
    const flight = flights.get(key) ?? takeOff(key, run);
    flight.waiting++;
    try {
      return (await (signal ? untilAborted(flight.outcome, signal, leave) : flight.outcome)) as T;
    } finally {
      if (--flight.waiting === 0) {
        flights.delete(key);
        flight.controller.abort();
      }
    }
  };

  function takeOff(key: string, run: Run<unknown>): Flight {
    const controller = new AbortController();
    const outcome = run(controller.signal);
    // Everybody may have left by the time it fails.
    outcome.catch(() => {});
    const flight = { outcome, controller, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }
}

function untilAborted<T>(outcome: Promise<T>, signal: AbortSignal, error: () => AbortedError): Promise<T> {
  return new Promise((resolve, reject) => {
    const unwatch = onAbort(signal, () => reject(error()));
    outcome.then(resolve, reject).finally(unwatch);
  });
}
