/**
 * Ends what a task has started. It makes an `AbortSignal` only for what reads one: a signal and its
 * listeners take longer than the rest of an attempt.
 */
export class Cancellation {
  #isCancelled = false;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isCancelled) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Called once, if the task must stop. One listener is enough: that of the attempt. */
  set listener(listener: () => void) {
    this.#listener = listener;
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#controller?.abort();
    this.#listener?.();
  }

  throwIfCancelled(): void {
    if (this.#isCancelled) throw this.signal.reason;
  }
}

/**
 * The hidden property of a request to a wire that has its `Cancellation`. A copy of the request has
 * only the signal, which the copier may replace.
 */
export const cancellationOf: unique symbol = Symbol.for("bursar.cancellationOf") as never;
