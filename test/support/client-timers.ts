/** In the stack of a timer that the client has started. */
const ofClient =
  /[\\/]src[\\/](?:shared|http|resources|undici|tasks|intents|proxy)[\\/]|[\\/]ky[\\/.]/;

/** The pending timers of this worker or page, with the places that started them. */
const pending: Map<unknown, Error> = watchTimers();

/**
 * Vitest loads this module for each file, also where files share one process, so the replaced
 * functions are kept in `globalThis`. A stack is formatted only when it is read.
 */
function watchTimers(): Map<unknown, Error> {
  const shared = globalThis as { pendingTimers?: Map<unknown, Error> };
  if (shared.pendingTimers) return shared.pendingTimers;
  const timers = new Map<unknown, Error>();
  shared.pendingTimers = timers;
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const watched = (run: (...args: unknown[]) => void, time?: number, ...args: unknown[]) => {
    const timer = start(() => {
      timers.delete(timer);
      run(...args);
    }, time);
    timers.set(timer, new Error("a timer"));
    return timer;
  };
  // `util.promisify` reads a symbol of the function.
  globalThis.setTimeout = Object.assign(watched, start) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    stop(timer);
  };
  return timers;
}

/** Whether a timer of the client is pending. Timers that a test replaces do not count. */
export const hasClientTimer = (): boolean =>
  [...pending.values()].some(({ stack = "" }) => ofClient.test(stack));
