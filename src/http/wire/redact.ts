import { findKey, type Place } from "./find-key.js";

/** Removes an API key from text and JSON before it is put into an error, a log line or an event. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Removes the key from the strings and field names of JSON, at any depth, in place. */
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
  return { text, json: (value) => redactJson(value, text) };
}

/** How much of a text is searched if only its start is kept. */
const searched = 100_000;
/** How much at the end of that can be a part of a key that was cut. */
const uncertain = 20_000;

/** The start of a text, without the key. Searching all of a long text takes long. */
export function redactStart({ text: clean }: Redactor, text: string, length: number): string {
  const isCut = text.length > searched;
  const start = clean(text.slice(0, searched));
  return (isCut ? start.slice(0, -uncertain) : start).slice(0, length);
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
 * Uses a loop, because a response may be nested more deeply than the call stack allows.
 */
function redactJson<T>(value: T, redactText: (text: string) => string): T {
  const root = { value };
  const pending: Record<string, unknown>[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of Object.keys(next)) {
      const item = next[name];
      const clean = typeof item === "string" ? redactText(item) : item;
      const cleanName = redactText(name);
      if (cleanName !== name) delete next[name];
      if (clean !== item || cleanName !== name) next[cleanName] = clean;
      if (typeof item === "object" && item !== null) pending.push(item as typeof next);
    }
  }
  return root.value;
}
