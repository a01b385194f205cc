/**
 * Hex that is long enough to be a private key (also a mistyped one, or a key as a number), a
 * Bitcoin key in WIF, and the words of a recovery phrase. Other text has shorter words or
 * punctuation.
 */
const secrets =
  /(0x)?([\da-f]{60,})|\b[5KLc9][\da-z]{48,53}\b|(?:[\p{L}\p{M}]{3,8}[\s,]{1,3}){11,}[\p{L}\p{M}]{3,8}/giu;

/**
 * Replaces what could be a private key or a recovery phrase by its length. Every message that
 * quotes a caller's value uses this, before it truncates the value. `isHash` shows hex, for values
 * that are hashes.
 */
export function hideSecrets(text: string, isHash = false): string {
  return text.replace(secrets, (found: string, prefix?: string, hex?: string) => {
    if (hex && isHash) return found;
    const [length, kind] = hex ? [hex.length, "hex digits"] : [found.length, "characters"];
    const suffix = hex && !prefix ? ", without 0x" : "";
    return `${length} ${kind} (not shown: it could be a private key)${suffix}`;
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
