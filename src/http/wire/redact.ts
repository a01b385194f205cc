/** Removes one API key from text and JSON before it reaches an error, a log line or an event. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** A copy without the key: in strings, at any depth, and in field names. */
  readonly json: <T>(value: T) => T;
}

const replacement = "[api key]";

const unchanged: Redactor = { text: (text) => text, json: (value) => value };

/** Finds the key as it is, escaped as in JSON, and percent-encoded. Apply it before cutting text. */
export function createRedactor(key: string | undefined): Redactor {
  if (!key) return unchanged;
  let patterns: readonly RegExp[] | undefined;
  const text = (value: string) => {
    // Every form is at least as long as the key.
    if (value.length < key.length) return value;
    patterns ??= [jsonPattern(key), percentPattern(key)];
    const withoutPlain = value.replaceAll(key, replacement);
    return patterns.reduce((clean, pattern) => clean.replace(pattern, replacement), withoutPlain);
  };
  return { text, json: (value) => redactJson(value, text) };
}

/** Remembers the last key, because most requests of a client carry the same one. */
export function cacheRedactor(): (key: string | undefined) => Redactor {
  let lastKey: string | undefined;
  let last = unchanged;
  return (key) => {
    if (key !== lastKey) {
      lastKey = key;
      last = createRedactor(key);
    }
    return last;
  };
}

/** JSON may write any character as `\u0041`, must escape quotes and backslashes, and may escape slashes. */
function jsonPattern(key: string): RegExp {
  return patternOf(key, (character, hex) => {
    const escaped = `\\\\u00${hex}`;
    if (character === '"' || character === "\\") return `\\\\\\${character}|${escaped}`;
    return character === "/" ? `\\\\?/|${escaped}` : `${literal(character)}|${escaped}`;
  });
}

function percentPattern(key: string): RegExp {
  return patternOf(key, (character, hex) =>
    character === "%" ? `%${hex}` : `${literal(character)}|%${hex}`,
  );
}

// In both patterns each character has alternatives that begin differently, so matching stays linear.
function patternOf(key: string, formsOf: (character: string, hex: string) => string): RegExp {
  const source = [...key].map((character) => `(?:${formsOf(character, hexOf(character))})`);
  return new RegExp(source.join(""), "g");
}

function hexOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return character.replace(/[^\w]/, "\\$&");
}

/** A loop instead of recursion: a response may be nested deeper than the call stack. */
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
      // An assignment to a field called `__proto__` would change the prototype.
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
