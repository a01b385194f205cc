import * as bundled from "@bitcoinerlab/secp256k1";

/** The curve arithmetic that this package needs: what `tiny-secp256k1` and `@bitcoinerlab/secp256k1` both offer. */
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

let chosen: BitcoinEcc | undefined;

/**
 * Takes another implementation of secp256k1 for everything in `bursar/bitcoin`, such as the faster `tiny-secp256k1` on a server.
 * `undefined` goes back to `@bitcoinerlab/secp256k1`. The choice that an app makes for bitcoinjs-lib itself is left alone.
 *
 * @example
 * ```ts
 * import { setEcc } from "bursar/bitcoin";
 *
 * // import * as secp256k1 from "tiny-secp256k1"; setEcc(secp256k1);
 * setEcc(undefined); // back to the bundled one
 * ```
 */
export function setEcc(ecc: BitcoinEcc | undefined): void {
  chosen = ecc;
}

export function ecc(): BitcoinEcc {
  return chosen ?? bundled;
}
