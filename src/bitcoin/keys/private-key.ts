import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeHex, toHex } from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import type { BitcoinNetwork } from "../shared/networks.js";

/** A private key, as `readPrivateKey` makes it. Nothing that prints, copies or serialises it shows more than its public half. */
export interface BitcoinPrivateKey {
  /** The compressed public key: 33 bytes in hex. */
  readonly publicKey: string;
  readonly network: BitcoinNetwork;
  toString(): string;
  toJSON(): { readonly publicKey: string; readonly network: BitcoinNetwork };
}

// Beside the object, not in it: inspect, JSON, spread, clone and every error that quotes the object find nothing there.
const secretsByKey = /* @__PURE__ */ new WeakMap<object, Uint8Array>();

class OpaquePrivateKey implements BitcoinPrivateKey {
  readonly publicKey: string;
  readonly network: BitcoinNetwork;

  constructor(publicKey: string, network: BitcoinNetwork) {
    this.publicKey = publicKey;
    this.network = network;
    Object.freeze(this);
  }

  toString(): string {
    return `[private key of ${this.publicKey}]`;
  }

  toJSON(): { readonly publicKey: string; readonly network: BitcoinNetwork } {
    return { publicKey: this.publicKey, network: this.network };
  }
}

export function createPrivateKey(secret: Uint8Array, network: BitcoinNetwork): BitcoinPrivateKey {
  const point = derivePublicKey(secret);
  if (!point)
    throw createBitcoinError(
      "the private key is out of range",
      "It is zero, or not below the order of the curve: no such key exists.",
    );
  const key = new OpaquePrivateKey(toHex(point), network);
  secretsByKey.set(key, secret);
  return key;
}

function derivePublicKey(secret: Uint8Array): Uint8Array | null {
  try {
    return ecc().isPrivate(secret) ? ecc().pointFromScalar(secret, true) : null;
  } catch {
    // What a curve implementation throws may quote what it was given.
    throw createBitcoinError(
      "the curve implementation failed on the private key",
      "Check which curve implementation is in use.",
    );
  }
}

/** Never hand the result to anything that may keep, print or throw it. */
export function getSecret(key: BitcoinPrivateKey): Uint8Array {
  const secret = secretsByKey.get(key);
  if (!secret)
    throw createBitcoinError(
      "this is no key that readPrivateKey made",
      "Read the key with readPrivateKey of the same copy of this package.",
    );
  return secret;
}

export function getPublicKey(key: BitcoinPrivateKey): Uint8Array {
  getSecret(key);
  return decodeHex(key.publicKey) as Uint8Array;
}
