interface SharedListener {
  readonly callbacks: Set<() => void>;
  readonly remove: () => void;
}

const listeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls `callback` when the signal aborts. Returns a function that stops listening. All calls with
 * the same signal share one listener, because Node warns of a leak at eleven listeners.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, remove } = listeners.get(signal) ?? addListener(signal);
  callbacks.add(callback);
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) remove();
  };
}

function addListener(signal: AbortSignal): SharedListener {
  const callbacks = new Set<() => void>();
  const remove = () => {
    signal.removeEventListener("abort", notify);
    listeners.delete(signal);
  };
  const notify = () => {
    const current = [...callbacks];
    callbacks.clear();
    remove();
    for (const callback of current) callback();
  };
  const listener = { callbacks, remove };
  listeners.set(signal, listener);
  signal.addEventListener("abort", notify);
  return listener;
}
