/** Removes an API key from text and JSON before it is put into an error, a log line or an event. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Copies JSON without the key: in strings and field names, at any depth. */
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
 * Finds the key in plain, JSON-escaped and percent-encoded form. Redact text before truncating it,
 * or part of the key may remain.
 */
export function createRedactor(key: string | undefined): Redactor {
  if (!key || isUnredactedKey(key)) return unchanged;
  let patterns: readonly RegExp[] | undefined;
  const text = (value: string) => {
    // No form is shorter than the key.
    if (value.length < key.length) return value;
    patterns ??= [createJsonPattern(key), createPercentPattern(key)];
    const withoutPlain = value.replaceAll(key, replacement);
    return patterns.reduce((clean, pattern) => clean.replace(pattern, replacement), withoutPlain);
  };
  return { text, json: (value) => redactJson(value, text) };
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

/** JSON escapes quotes and backslashes. It may escape slashes, and any character as `\u0041`. */
function createJsonPattern(key: string): RegExp {
  return createPattern(key, (character, hex) => {
    const escaped = `\\\\u00${hex}`;
    if (character === '"' || character === "\\") return `\\\\\\${character}|${escaped}`;
    return character === "/" ? `\\\\?/|${escaped}` : `${escapeLiteral(character)}|${escaped}`;
  });
}

function createPercentPattern(key: string): RegExp {
  return createPattern(key, (character, hex) =>
    character === "%" ? `%${hex}` : `${escapeLiteral(character)}|%${hex}`,
  );
}

// The alternatives of one character start differently, so matching takes linear time.
function createPattern(key: string, formsOf: (character: string, hex: string) => string): RegExp {
  const source = [...key].map((character) => `(?:${formsOf(character, toHexPattern(character))})`);
  return new RegExp(source.join(""), "g");
}

function toHexPattern(character: string): string {
  // A valid key consists of `!` to `~`, which have two digits.
  const hex = character.charCodeAt(0).toString(16);
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapeLiteral(character: string): string {
  return character.replace(/[^\w]/, "\\$&");
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
