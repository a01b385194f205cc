/**
 * Hex that is long enough to be a private key (also a mistyped one, or a key as a number), a
 * Bitcoin key in WIF, an extended private key (BIP-32), and the words of a recovery phrase in Latin
 * letters. Other text has shorter or longer words, articles or punctuation. No lookbehind: Safari
 * before 16.4 could not load the client.
 */
const secrets =
  /(0x)?([\da-f]{60,})|(\b|_)[5KLc9][\da-z]{48,53}(?![\da-z])|[xyztuv]prv[\da-z]{50,}|(?:(?!(?:the|and|not|for)\s)[\p{L}\p{M}]{3,10}[\s,]{1,3}){11,}[\p{L}\p{M}]{3,10}/giu;
const invisibleCharacters = /[\p{Cc}\p{Cf}]/gu;

/**
 * Replaces what could be a private key or a recovery phrase by its length, also a key that is split
 * by line breaks or invisible characters. Every message that quotes a caller's value uses this,
 * before it truncates the value. `isHash` shows hex, for values that are hashes.
 */
export function hideSecrets(text: string, isHash = false): string {
  const hidden = replaceSecrets(text, isHash);
  const joined = hidden.replace(invisibleCharacters, "");
  const redacted = replaceSecrets(joined, isHash);
  return redacted === joined ? hidden : redacted;
}

function replaceSecrets(text: string, isHash: boolean): string {
  return text.replace(secrets, (found: string, prefix?: string, hex?: string, before = "") => {
    if (hex && isHash) return found;
    const { length } = hex ?? found.slice(before.length);
    const kind = hex ? "hex digits" : "characters";
    const suffix = hex && !prefix ? ", without 0x" : "";
    return `${before}${length} ${kind} (not shown: it could be a private key)${suffix}`;
  });
}

/** Formats a caller's value for an error message, without secrets. Cuts a string to `maxLength`. */
export function quoteValue(value: unknown, maxLength = Number.POSITIVE_INFINITY): string {
  if (typeof value === "string") {
    const text = hideSecrets(value);
    return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
  }
  // An object may have no text, and its contents could be a secret.
  return Object(value) === value ? `a value of type ${typeof value}` : hideSecrets(String(value));
}
