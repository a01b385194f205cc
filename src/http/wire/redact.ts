import { trimEnd } from "../../shared/trim-end.js";

/** Removes an API key from text and JSON before it is put into an error, a log line or an event. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Removes the key from the strings and field names of JSON, at any depth, in place. */
  readonly json: <T>(value: T) => T;
  /** Whether a body has the key in no form. False if its text must be searched. */
  readonly isClean: (includes: (text: string) => boolean) => boolean;
}

const replacement = "[api key]";

/** A shorter key can be a word of the data, and redaction would garble messages. */
const minKeyLength = 8;

/** An error keeps no more of a text, and no more of it is searched. */
export const maxKeptLength = 64_000;
/** How much of the end of a cut text can be the start of a key: 5,000 characters like `\u0041`. */
const uncertainLength = 30_000;

/** Whether a key is so short that it is not redacted. */
function isUnredactedKey(key: string | undefined): boolean {
  return key !== undefined && key.length < minKeyLength;
}

const unchanged: Redactor = {
  text: (text) => text,
  json: (value) => value,
  isClean: () => true,
};

/** The spellings of a character in each form. Encoders differ in which characters they escape. */
const forms: readonly ((character: string, hex: string) => string[])[] = [
  (character) => [character],
  (character, hex) => [`\\u00${hex}`, `\\u00${hex.toUpperCase()}`, `\\${character}`, character],
  (character, hex) => [`%${hex}`, `%${hex.toUpperCase()}`, character],
];

const hexOf = (character: string) => character.charCodeAt(0).toString(16);

/**
 * Removes the key in three forms: as it is, JSON-escaped, and percent-encoded once. Redact text
 * before truncating it, or part of the key may remain.
 */
export function createRedactor(key: string | undefined): Redactor {
  if (!key || isUnredactedKey(key)) return unchanged;
  let search: Search | undefined;
  const isPlain = !/[\\%]/.test(key);
  const text = (value: string) => {
    if (!/[\\%]/.test(value)) return value.replaceAll(key, replacement);
    // The search takes a second for 2 MB of escapes. Few texts have the key at all.
    if (isPlain && !decodings.some((decode) => decode(value).includes(key))) return value;
    search ??= createSearch(key);
    return removeKey(value, search);
  };
  return {
    text,
    json: (value) => redactJson(value, text),
    isClean: (includes) => !includes("\\") && !includes("%") && !includes(key),
  };
}

/**
 * Each makes a key in one form plain text, within milliseconds per MB. `unescape` reads `%u0041`,
 * too, which is none of the forms.
 */
const decodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => unescape(text.replaceAll("%u", " u")),
  (text) => unescape(text.replaceAll("%", " ").replaceAll("\\u00", "%").replaceAll("\\", "")),
];

interface Search {
  /** Matches the first characters in any mixture of the forms, so that few places are compared. */
  readonly start: RegExp;
  /** Per form, the spellings of each character. */
  readonly spellings: readonly (readonly string[])[][];
}

function createSearch(key: string): Search {
  const start = [...key.slice(0, minKeyLength)].map((character) => {
    const hex = hexOf(character);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex}|%${hex})`;
  });
  const spell = (form: (typeof forms)[number]) => [...key].map((each) => form(each, hexOf(each)));
  return { start: new RegExp(start.join(""), "gi"), spellings: forms.map(spell) };
}

function removeKey(text: string, { start, spellings }: Search): string {
  let clean = "";
  let from = 0;
  start.lastIndex = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const { index } = found;
    const end = Math.max(...spellings.map((form) => findEnd(text, index, form)));
    start.lastIndex = end || index + 1;
    if (end === 0) continue;
    // A backslash before the replacement would escape it.
    clean += trimEnd(text.slice(from, index), "\\") + replacement;
    from = end;
  }
  return clean + text.slice(from);
}

/** The end of the key that starts at an index, or 0. It never goes back: the cost is linear. */
function findEnd(text: string, index: number, characters: readonly (readonly string[])[]): number {
  let end = index;
  for (const spellings of characters) {
    const found = spellings.find((spelling) => text.startsWith(spelling, end));
    if (found === undefined) return 0;
    end += found.length;
  }
  return end;
}

/** The start of a text, without the key. */
export function redactStart({ text: clean }: Redactor, text: string, length: number): string {
  const start = clean(text.slice(0, maxKeptLength));
  const isCut = text.length > maxKeptLength;
  return (isCut ? start.slice(0, -uncertainLength) : start).slice(0, length);
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

/** Uses a loop, because a response may be nested more deeply than the call stack allows. */
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
