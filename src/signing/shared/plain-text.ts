/** More than any name, amount or sentence of a dialog needs. */
const longest = 300;
/** What has no shape of its own, or changes the order of what has: also what prints as nothing (`DI`: the default ignorable). */
const unreadable = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{DI}|\u2800/gu;
/** Half of a character. Not as `\p{Cs}`: React Native's Babel preset turns that into what takes the character before it out as well. */
const unpaired = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

// What is unpaired goes first: what is taken out between two halves must not join them.
function readableOf(text: string): string {
  return text.replace(unpaired, "").replace(unreadable, "");
}

/**
 * Text from the wire that a person is to read: control characters, bidirectional overrides, invisible characters and unpaired surrogates
 * are taken out, because they can make a line read as another one.
 */
export function sanitizeText(text: string, most = longest): string {
  const characters = [...readableOf(text)];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : characters.join("");
}

/** Hex that is long enough for a private key, also one that was mistyped. */
const keyLike = /(?<![0-9a-f])(0x)?([0-9a-f]{60,})/gi;

/** Text without what could be a private key that was passed by mistake. */
export function redactKeys(text: string): string {
  const readable = readableOf(text);
  const hidden = readable.replace(keyLike, (_, prefix: string | undefined, digits: string) => {
    return `${digits.length} hex digits (not shown: it could be a private key)${prefix ? "" : ", without 0x"}`;
  });
  return hidden === readable ? text : hidden;
}

/** A host counts only where no `@` follows it: before one stand a name and a password. JSON puts backslashes before its slashes. */
const addresses =
  /([a-z][a-z\d+.-]{0,19}:(?:\\*\/){2})((?![^\s"<>]*@)(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?![^\\/?#\s"'<>,;:)]))?[^\s"<>]*/gi;

/** Text without what stands in addresses of nodes beside the host: their keys are there. */
export function redactUrls(text: string): string {
  // What is taken out for people would join what stands on both sides of it.
  return readableOf(text).replace(addresses, (address, scheme: string, host = "…") => {
    const shown = scheme + host;
    return address === shown ? shown : `${shown}/…`;
  });
}

/** Any value from the wire, for a dialog. */
export function toPlainText(value: unknown, most?: number): string {
  return sanitizeText(printed(value), most);
}

/** A value as an error quotes it. Text stands in quotes, so that it is told apart from the number it looks like. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  // What an object holds may be a secret that was passed by mistake.
  if (Object(value) === value) return "an object";
  return sanitizeText(typeof value === "string" ? JSON.stringify(value) : String(value));
}

function printed(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "nothing";
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
