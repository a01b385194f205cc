import { SigningError } from "../../errors/signing.js";

/** The error has no cause: messages of other libraries may quote a secret. */
export function createBitcoinError(operation: string, problem: string, hint: string): SigningError {
  return new SigningError(`${operation}: ${problem}`, { hint });
}

/** The curve arithmetic failed. Never return the signature: a wrong one can reveal the key. */
export function createSignatureMismatch(index: number, publicKey: string): SigningError {
  return createBitcoinError(
    "bitcoin",
    `the signature of input ${index} does not match the public key ${publicKey}`,
    "The signature was discarded. Check the curve implementation that is in use.",
  );
}
