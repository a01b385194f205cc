import { trimEnd } from "../../shared/trim-end.js";

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
 * Finds the key in every form that a reader could decode. Redact text before truncating it, or part
 * of the key may remain.
 */
export function createRedactor(key: string | undefined): Redactor {
  if (!key || isUnredactedKey(key)) return unchanged;
  let codes: readonly number[] | undefined;
  const text = (value: string) => {
    // No form is shorter than the key.
    if (value.length < key.length) return value;
    if (!/[\\%&]/.test(value)) return value.replaceAll(key, replacement);
    codes ??= decodeKey(key);
    const parts: string[] = [];
    let rest = value;
    for (const { start, end } of decode(value, codes).places) {
      parts.push(rest.slice(end), replacement);
      rest = value.slice(0, start);
    }
    return [...parts, rest].reverse().join("").replaceAll(key, replacement);
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

/** Without an escape that is open at its end: in a text, it would go on with the text after it. */
function decodeKey(key: string): number[] {
  const { codes } = decode(trimEnd(key.replace(/\\u?[\da-f]{0,3}$/i, ""), "\\"));
  const decoded = String.fromCharCode(...codes.reverse());
  const closed = decoded.replace(/(?:%[\da-f]?|&#?\w{0,8})$/i, "");
  const text = closed.length < minKeyLength ? decoded : closed;
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** The HTML entities of the characters that a key can have. */
const entities = new Map(
  "amp& lt< gt> quot\" apos' num# sol/ bsol\\ plus+ equals= percnt% lowbar_ colon: semi; comma, period. excl! quest? dollar$ commat@ lpar( rpar) ast* lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} verbar| vert| grave` Hat^"
    .split(" ")
    .map((each) => [each.slice(0, -1), each.charCodeAt(each.length - 1)]),
);

const [percent, ampersand, backslash] = [37, 38, 92];

/**
 * Decodes escapes of JSON, percent escapes and HTML entities until none is left, in any order and
 * depth. It reads the text from its end, so that each escape is complete, and what it decodes to
 * can start another one: the cost is linear. Other backslashes are dropped, because JSON in JSON
 * adds any number of them before a character. Also finds the places where a decoded `key` starts,
 * the last one first.
 */
function decode(text: string, key: readonly number[] = []) {
  // The decoded text in reverse, and where each of its characters ends in `text`.
  const codes = new Uint16Array(text.length);
  const ends = new Uint32Array(text.length);
  const places: { start: number; end: number }[] = [];
  let size = 0;
  const codeAt = (at: number) => (at < size ? (codes[size - 1 - at] as number) : Number.NaN);

  const [first] = key;
  for (let i = text.length - 1; i >= 0; i--) {
    let code = text.charCodeAt(i);
    let end = i + 1;
    if (code === percent || code === ampersand || code === backslash) {
      let escaped = readEscape(code, codeAt);
      for (; escaped; escaped = readEscape(code, codeAt)) {
        size -= escaped.length;
        code = escaped.code;
        end = ends[size] as number;
      }
      if (code === backslash) continue;
    }
    codes[size] = code;
    ends[size++] = end;
    if (code !== first || !key.every((expected, at) => expected === codeAt(at))) continue;
    let start = i;
    // They escape the first character, and would otherwise escape the replacement.
    while (text.charCodeAt(start - 1) === backslash) start--;
    const last = places[places.length - 1];
    const keyEnd = ends[size - key.length] as number;
    if (last && last.start < keyEnd) last.start = start;
    else places.push({ start, end: keyEnd });
  }
  return { codes: codes.subarray(0, size), places };
}

type CodeAt = (at: number) => number;

/** Reads the escape that a character starts, with the decoded text after it. */
function readEscape(first: number, codeAt: CodeAt) {
  if (first === percent) return readDigits(codeAt, 0, 16, 2, 2);
  if (first === backslash) return codeAt(0) === 117 ? readDigits(codeAt, 1, 16, 4, 4) : undefined;
  if (first !== ampersand) return undefined;
  const escaped = codeAt(0) === 35 ? readNumber(codeAt) : readName(codeAt);
  const hasSemicolon = escaped && codeAt(escaped.length) === 59;
  return hasSemicolon ? { ...escaped, length: escaped.length + 1 } : escaped;
}

/** A numeric entity. */
function readNumber(codeAt: CodeAt) {
  const isHex = (codeAt(1) | 32) === 120;
  return isHex ? readDigits(codeAt, 2, 16, 1, 8) : readDigits(codeAt, 1, 10, 1, 8);
}

function readName(codeAt: CodeAt) {
  let word = "";
  for (let at = 0; at < 6; at++) {
    word += String.fromCharCode(codeAt(at));
    const code = entities.get(word);
    if (code !== undefined) return { code, length: at + 1 };
  }
  return undefined;
}

function readDigits(codeAt: CodeAt, start: number, radix: number, least: number, most: number) {
  let code = 0;
  let length = start;
  for (; length < start + most; length++) {
    const digit = Number.parseInt(String.fromCharCode(codeAt(length)), radix);
    if (Number.isNaN(digit)) break;
    code = code * radix + digit;
  }
  return length < start + least ? undefined : { code, length };
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
