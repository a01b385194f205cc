/** 32 bytes that stand alone. No lookbehind: Safari before 16.4 could not load the client. */
const privateKeys = /(\b|_)(0x)?[\da-f]{64}(?![\da-z])/gi;

/**
 * Hides what could be a private key: 64 hex digits. Every message that quotes a caller's value uses
 * this, before it truncates the value. `isHash` shows the digits, for values that are hashes.
 */
export function hideSecrets(text: string, isHash = false): string {
  if (isHash) return text;
  return text.replace(privateKeys, (_, before: string, prefix?: string) => {
    const suffix = prefix ? "" : ", without 0x";
    return `${before}64 hex digits (not shown: it could be a private key)${suffix}`;
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
