import { onTestFinished, vi } from "vitest";
import { takeTurn, until } from "../support/waiting.js";
import { transport } from "./test-client.js";

/** Node's own undici publishes on the same channels as the package. */
const channels = transport === "fetch" ? undefined : await import("node:diagnostics_channel");

/**
 * Replaces the timers and the clocks for one test. `passTime` moves them. Requests need a
 * `fetch` in memory, because the runtime's own uses timers, too.
 */
export function fakeTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { now } = Date;
  const startedAt = now();
  // Vitest cannot replace `performance` in WebKit.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() - startedAt);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
}

/** Ends the timers that are due, and then lets all promises settle. */
export async function passTime(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await takeTurn();
}

/** Moves the time in steps until a condition is true. Between the steps, other work continues. */
export function passTimeUntil(condition: () => boolean, what: string, step: number): Promise<void> {
  return until(() => {
    if (!condition()) vi.advanceTimersByTime(step);
    return condition();
  }, what);
}

/** Timers of at least this length are held by `holdTimers`. No other code starts such timers. */
export const heldLength = 1_000_000;

export interface HeldTimers {
  readonly size: number;
  /** Ends all held timers. */
  fire(): void;
}

/**
 * Holds long timers during one test, which ends them when its requests have arrived. All other
 * timers are real, so the requests can be real, too.
 */
export function holdTimers(): HeldTimers {
  const held = new Map<unknown, () => void>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const starts = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: (...args: unknown[]) => void,
    milliseconds = 0,
    ...args: unknown[]
  ) => {
    if (milliseconds < heldLength) return start(run, milliseconds, ...args);
    const timer = {};
    held.set(timer, () => run(...args));
    return timer;
  }) as typeof setTimeout);
  const stops = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    if (!held.delete(timer)) stop(timer);
  });
  onTestFinished(() => {
    starts.mockRestore();
    stops.mockRestore();
  });
  return {
    get size() {
      return held.size;
    },
    fire() {
      const all = [...held.values()];
      held.clear();
      for (const run of all) run();
    },
  };
}

/** Counts the responses whose headers have arrived, during one test. */
export function countResponses(): { readonly count: number } {
  const responses = { count: 0 };
  if (channels) {
    const count = () => {
      responses.count++;
    };
    const { subscribe, unsubscribe } = channels;
    subscribe("undici:request:headers", count);
    onTestFinished(() => void unsubscribe("undici:request:headers", count));
    return responses;
  }
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
    const response = await fetch(...request);
    responses.count++;
    return response;
  });
  onTestFinished(() => spy.mockRestore());
  return responses;
}

/** Whether a promise has settled. */
export function watchEnd(promise: PromiseLike<unknown>): { readonly hasEnded: boolean } {
  const state = { hasEnded: false };
  const end = () => {
    state.hasEnded = true;
  };
  promise.then(end, end);
  return state;
}

/** A `fetch` that records its requests and makes these replies. The last one repeats. */
export function fetchInMemory(
  ...replies: readonly ((request: Request) => Response | Promise<Response>)[]
) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    const index = requests.push(request) - 1;
    return (replies[Math.min(index, replies.length - 1)] as (typeof replies)[0])(request);
  };
  return { url: "https://service.test", requests, fetch };
}

export const never = () => new Promise<never>(() => {});

/** The headers of a response whose body never ends. */
export const endlessBody = (status: number) => () =>
  new Response(new ReadableStream({ pull: never }), {
    status,
    headers: { "content-type": "application/json" },
  });
