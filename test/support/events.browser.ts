// The twin of `node:events` in a page, as far as the tests need it: which listeners an object has.

interface Held {
  readonly type: string;
  readonly listener: EventListenerOrEventListenerObject;
}

const held = new WeakMap<EventTarget, Set<Held>>();
const { addEventListener: add, removeEventListener: remove } = AbortSignal.prototype;

const find = (target: EventTarget, type: string, listener: unknown) =>
  [...(held.get(target) ?? [])].find((entry) => entry.type === type && entry.listener === listener);

AbortSignal.prototype.addEventListener = function (
  this: AbortSignal,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
) {
  if (listener && !find(this, type, listener)) {
    const entry = { type, listener };
    const all = held.get(this) ?? new Set();
    held.set(this, all.add(entry));
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
  if (entry) held.get(this)?.delete(entry);
  remove.call(this, type, listener as EventListener, options);
};

export const getEventListeners = (target: EventTarget, type: string): unknown[] =>
  [...(held.get(target) ?? [])]
    .filter((entry) => entry.type === type)
    .map(({ listener }) => listener);
