import { hideSecrets } from "../../shared/hide-secrets.js";

const maxLength = 300;
/** Control, invisible and bidirectional characters. `DI` is default ignorable. */
const unsafeCharacters = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{DI}|\u2800/gu;
/** Not `\p{Cs}`: React Native's Babel preset compiles it so that it also removes neighbours. */
const unpairedSurrogates =
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Unpaired surrogates go first, so that removing a character cannot pair two of them. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(unpairedSurrogates, "").replace(unsafeCharacters, "");
}

/** Removes characters that could make untrusted text look like other text, and truncates it. */
export function sanitizeText(text: string, limit = maxLength): string {
  const characters = [...removeUnsafeCharacters(text)];
  return characters.length > limit
    ? `${characters.slice(0, limit).join("")}…`
    : characters.join("");
}

/** Hides secrets, also if removing invisible characters joins one. */
export function redactSecrets(text: string, isHash?: boolean): string {
  // Before characters are removed: removing a line break could join a secret to other text.
  const hidden = hideSecrets(text, isHash);
  const readable = removeUnsafeCharacters(hidden);
  const redacted = hideSecrets(readable, isHash);
  return redacted === readable ? hidden : redacted;
}

/**
 * Matches URLs, also with the escaped slashes of JSON. The host is captured only if no `@` follows:
 * before one there are a user name and a password.
 */
const urls =
  /([a-z][a-z\d+.-]{0,19}:(?:\\*\/){2})((?![^\s"<>]*@)(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?![^\\/?#\s"'<>,;:)]))?[^\s"<>]*/gi;

/** Keeps only scheme and host of URLs: node URLs contain API keys. */
export function redactUrls(text: string): string {
  // Remove invisible characters first: removing them later could join the parts of a URL.
  return removeUnsafeCharacters(text).replace(urls, (url, scheme: string, host = "…") => {
    const origin = scheme + host;
    return url === origin ? origin : `${origin}/…`;
  });
}

/** Converts any untrusted value to text that is safe to display. */
export function toPlainText(value: unknown, limit?: number): string {
  return sanitizeText(stringify(value), limit);
}

/** Converts any value to one line. After wide space, the end could look like the next line. */
export function toLine(value: unknown): string {
  return toPlainText(value).replace(/\s+/g, " ");
}

/** Whether `toLine` shows the whole value: it cuts, removes and replaces nothing. */
export function isWholeLine(value: unknown): boolean {
  const text = stringify(value);
  return text.length <= 2 * maxLength && toLine(text) === text;
}

/**
 * Converts a value of a response to a few printable ASCII characters: letters that are wide, look
 * like others or run from right to left could change how the line around them reads.
 */
export function toWords(value: unknown, limit = 100): string {
  const text = toPlainText(value, limit + 1)
    .replace(/[^\x20-\x7e]+/g, "?")
    .replace(/ {2,}/g, " ");
  return text.length > limit ? `${text.slice(0, limit)}...` : text;
}

/** Undefined if nothing would be shown. */
export function toOptionalWords(value: unknown, limit?: number): string | undefined {
  const words = value === null || value === undefined ? "" : toWords(value, limit);
  return words.trim() === "" ? undefined : words;
}

/**
 * Formats a value for an error message, without secrets. Strings are quoted, so that "1" differs
 * from 1. `isHash` shows hex, for values that are hashes or the bytes of a message.
 */
export function formatValue(value: unknown, isHash?: boolean): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  // The contents of an object could be a secret that was passed by mistake.
  if (Object(value) === value) return "an object";
  const text = redactSecrets(String(value), isHash);
  return sanitizeText(typeof value === "string" ? JSON.stringify(text) : text);
}

function stringify(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "nothing";
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
