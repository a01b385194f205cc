import { SigningError } from "../../errors/signing.js";

/** A cause is never taken along: what other libraries throw may quote what they were given. */
export function createBitcoinError(message: string, hint: string): SigningError {
  return new SigningError(`bitcoin: ${message}`, { hint });
}

/** The arithmetic failed, or was tampered with. The signature must not get out: a wrong one may give the key away. */
export function createSignatureMismatch(index: number, publicKey: string): SigningError {
  return createBitcoinError(
    `the signature of input ${index} is not one of ${publicKey}; it was thrown away`,
    "Nothing was handed out. Check which curve implementation is in use.",
  );
}
