// Replaces `node:events` in a browser. It has `getEventListeners` only.

interface Entry {
  readonly type: string;
  readonly listener: EventListenerOrEventListenerObject;
}

const entries = new WeakMap<EventTarget, Set<Entry>>();
const { addEventListener: add, removeEventListener: remove } = AbortSignal.prototype;

const find = (target: EventTarget, type: string, listener: unknown) =>
  [...(entries.get(target) ?? [])].find(
    (entry) => entry.type === type && entry.listener === listener,
  );

AbortSignal.prototype.addEventListener = function (
  this: AbortSignal,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
) {
  if (listener && !find(this, type, listener)) {
    const entry = { type, listener };
    const all = entries.get(this) ?? new Set();
    entries.set(this, all.add(entry));
    if (typeof options === "object" && options.once)
      add.call(this, type, () => all.delete(entry), { once: true });
  }
  add.call(this, type, listener as EventListener, options);
};

AbortSignal.prototype.removeEventListener = function (
  this: AbortSignal,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | EventListenerOptions,
) {
  const entry = find(this, type, listener);
  if (entry) entries.get(this)?.delete(entry);
  remove.call(this, type, listener as EventListener, options);
};

export const getEventListeners = (target: EventTarget, type: string): unknown[] =>
  [...(entries.get(target) ?? [])]
    .filter((entry) => entry.type === type)
    .map(({ listener }) => listener);
