import { findKey, type Place } from "./find-key.js";

/** Removes an API key from text and JSON before it is put into an error, a log line or an event. */
export interface Redactor {
  readonly text: (text: string) => string;
  /**
   * Removes the key from strings and field names of JSON, at any depth. JSON with the key is copied,
   * because it is the caller's.
   */
  readonly json: <T>(value: T) => T;
}

const replacement = "[api key]";

/** A shorter key can be a word of the data, and redaction would garble messages. */
const minKeyLength = 8;

/** Whether a key is so short that it is not redacted. */
function isUnredactedKey(key: string | undefined): boolean {
  return key !== undefined && key.length < minKeyLength;
}

const unchanged: Redactor = { text: (text) => text, json: (value) => value };

/**
 * Finds the key in every form that a reader could decode. Redact text before truncating it, or part
 * of the key may remain.
 */
export function createRedactor(key: string | undefined): Redactor {
  if (!key || isUnredactedKey(key)) return unchanged;
  const text = (value: string) => {
    // No form is shorter than the key.
    if (value.length < key.length) return value;
    if (!/[\\%&]/.test(value)) return value.replaceAll(key, replacement);
    return replacePlaces(value, findKey(value, key));
  };
  return { text, json: (value) => (hasKey(value, text) ? redactJson(value, text) : value) };
}

/** Replaces the places, and the backslashes before them, which would escape the replacement. */
function replacePlaces(text: string, places: readonly Place[]): string {
  let clean = "";
  let from = 0;
  let lastEnd = 0;
  for (const { start, end } of places) {
    if (start >= lastEnd) {
      let unescaped = start;
      while (unescaped > from && text[unescaped - 1] === "\\") unescaped--;
      clean += text.slice(from, unescaped) + replacement;
    }
    lastEnd = Math.max(lastEnd, end);
    from = lastEnd;
  }
  return clean + text.slice(from);
}

/**
 * Caches the redactor of the last key, because most requests of a client have the same key. Calls
 * `onShortKey` with the first key that is not redacted.
 */
export function cacheRedactor(onShortKey: () => void): (key: string | undefined) => Redactor {
  let lastKey: string | undefined;
  let last = unchanged;
  let isReported = false;
  return (key) => {
    if (key === lastKey) return last;
    lastKey = key;
    last = createRedactor(key);
    if (isUnredactedKey(key) && !isReported) {
      isReported = true;
      onShortKey();
    }
    return last;
  };
}

/**
 * Whether a string or a name has the key. Copying a large response takes long, and its whole text is
 * not decoded as far as its strings are.
 */
function hasKey(value: unknown, redactText: (text: string) => string): boolean {
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string" && redactText(next) !== next) return true;
    if (typeof next !== "object") continue;
    // A list of its entries would take more time and memory than parsing.
    for (const name in next) {
      if (redactText(name) !== name) return true;
      const item = (next as Record<string, unknown>)[name];
      if (typeof item === "string" || typeof item === "object") pending.push(item);
    }
  }
  return false;
}

/** Uses a loop, because a response may be nested more deeply than the call stack allows. */
function redactJson<T>(value: T, redactText: (text: string) => string): T {
  const root: { value?: T } = {};
  const pending: { from: object; to: object }[] = [{ from: { value }, to: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, item] of Object.entries(next.from)) {
      let copy: unknown = item;
      if (typeof item === "string") copy = redactText(item);
      else if (typeof item === "object" && item !== null) {
        copy = Array.isArray(item) ? [] : {};
        pending.push({ from: item, to: copy as object });
      }
      // Assigning to a field named `__proto__` would change the prototype.
      Object.defineProperty(next.to, redactText(name), {
        value: copy,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return root.value as T;
}
