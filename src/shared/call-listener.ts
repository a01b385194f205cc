/**
 * Calls a callback of the caller. If it throws or rejects, only `onFailure` is called: a broken
 * logger must not fail a call that moves money, and must not end the process.
 */
export function callListener(listener: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const outcome = listener();
    // Not `instanceof`: a callback from another realm returns a promise of that realm.
    if (typeof (outcome as PromiseLike<unknown> | undefined)?.then === "function") {
      Promise.resolve(outcome).then(undefined, onFailure);
    }
  } catch (error) {
    onFailure(error);
  }
}
