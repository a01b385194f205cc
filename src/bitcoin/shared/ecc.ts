import * as defaultEcc from "@bitcoinerlab/secp256k1";

/** The secp256k1 functions in use. `tiny-secp256k1` and `@bitcoinerlab/secp256k1` have them. */
export interface BitcoinEcc {
  isPrivate(secret: Uint8Array): boolean;
  isPointCompressed(point: Uint8Array): boolean;
  isXOnlyPoint(point: Uint8Array): boolean;
  pointFromScalar(secret: Uint8Array, compressed?: boolean): Uint8Array | null;
  xOnlyPointAddTweak(
    point: Uint8Array,
    tweak: Uint8Array,
  ): { parity: 0 | 1; xOnlyPubkey: Uint8Array } | null;
  privateAdd(secret: Uint8Array, tweak: Uint8Array): Uint8Array | null;
  privateNegate(secret: Uint8Array): Uint8Array;
  sign(hash: Uint8Array, secret: Uint8Array): Uint8Array;
  signRecoverable(
    hash: Uint8Array,
    secret: Uint8Array,
  ): { signature: Uint8Array; recoveryId: 0 | 1 | 2 | 3 };
  signSchnorr(hash: Uint8Array, secret: Uint8Array, auxiliary?: Uint8Array): Uint8Array;
  verify(hash: Uint8Array, point: Uint8Array, signature: Uint8Array, strict?: boolean): boolean;
  verifySchnorr(hash: Uint8Array, point: Uint8Array, signature: Uint8Array): boolean;
  recover(
    hash: Uint8Array,
    signature: Uint8Array,
    recoveryId: 0 | 1 | 2 | 3,
    compressed?: boolean,
  ): Uint8Array | null;
}

let customEcc: BitcoinEcc | undefined;

/**
 * Replaces the secp256k1 implementation of `bursar/bitcoin`, for example by the faster
 * `tiny-secp256k1` on a server. `undefined` restores `@bitcoinerlab/secp256k1`.
 * Does not change the implementation that bitcoinjs-lib itself uses.
 *
 * @example
 * ```ts
 * import { setEcc } from "bursar/bitcoin";
 *
 * // import * as secp256k1 from "tiny-secp256k1"; setEcc(secp256k1);
 * setEcc(undefined); // restores the default
 * ```
 */
export function setEcc(ecc: BitcoinEcc | undefined): void {
  customEcc = ecc;
}

export function getEcc(): BitcoinEcc {
  return customEcc ?? defaultEcc;
}
