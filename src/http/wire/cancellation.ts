/**
 * Ends what a task has started. It makes an `AbortSignal` only for what reads one: a signal and its
 * listeners take longer than the rest of an attempt.
 */
export class Cancellation {
  #isCancelled = false;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isCancelled) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Calls the listener once, if the task must stop. There is one: that of the attempt. */
  onCancel(listener: () => void): void {
    if (this.#isCancelled) listener();
    else this.#listener = listener;
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#controller?.abort();
    this.#listener?.();
  }

  /** Nothing is left to stop: the response has been read. To abort a signal takes long. */
  release(): void {
    this.#controller = undefined;
    this.#listener = undefined;
  }

  throwIfCancelled(): void {
    if (this.#isCancelled) throw this.signal.reason;
  }
}
