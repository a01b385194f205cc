/** Hex that is long enough to be a private key, also a mistyped one or a key as a number. */
const hexKey = /(0x)?([0-9a-f]{60,})/gi;
/** A Bitcoin private key in WIF, with at most two characters too few or too many. */
const wifKey = /\b[5KLc9]\w{48,53}\b/g;
/** Words as in recovery phrases (BIP-39). Other text has shorter words or punctuation between. */
const phrase = /(?:[\p{L}\p{M}]{3,8}[\s,]{1,3}){11,}[\p{L}\p{M}]{3,8}/gu;

/**
 * Replaces what could be a private key or a recovery phrase by its length. Every message that
 * quotes a caller's value uses this, before it truncates the value.
 */
export function hideSecrets(text: string): string {
  return hidePhrases(text)
    .replace(hexKey, (_, prefix: string | undefined, digits: string) => {
      return `${digits.length} hex digits (not shown: it could be a private key)${prefix ? "" : ", without 0x"}`;
    })
    .replace(wifKey, (key) => `${key.length} characters (not shown: it could be a private key)`);
}

/** The same for values that are hashes or bytes: they show hex. */
export function hidePhrases(text: string): string {
  return text.replace(phrase, (words) => {
    return `${words.split(/[\s,]+/).length} words (not shown: it could be a recovery phrase)`;
  });
}

/** Formats a caller's value for an error message, without secrets. */
export function quoteValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(hideSecrets(value));
  if (typeof value === "function" || (typeof value === "object" && value !== null))
    return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  return hideSecrets(String(value));
}
