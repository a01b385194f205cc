interface Watch {
  readonly waiting: Set<() => void>;
  readonly end: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when a signal aborts; returns what stops that. However many calls share a signal, it holds one listener of ours: at eleven, Node
 * would warn of a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { waiting, end } = watches.get(signal) ?? startWatch(signal);
  waiting.add(callback);
  return () => {
    waiting.delete(callback);
    if (waiting.size === 0) end();
  };
}

function startWatch(signal: AbortSignal): Watch {
  const waiting = new Set<() => void>();
  const end = () => {
    signal.removeEventListener("abort", fire);
    watches.delete(signal);
  };
  const fire = () => {
    end();
    for (const callback of [...waiting]) callback();
  };
  const watch = { waiting, end };
  watches.set(signal, watch);
  signal.addEventListener("abort", fire);
  return watch;
}
