import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeHex, toHex } from "../shared/bytes.js";
import { getEcc } from "../shared/ecc.js";
import type { BitcoinNetwork } from "../shared/networks.js";

/** A private key. Printing, copying or serializing it shows only the public key and the network. */
export interface BitcoinPrivateKey {
  /** The compressed public key: 33 bytes in hex. */
  readonly publicKey: string;
  readonly network: BitcoinNetwork;
  toString(): string;
  toJSON(): { readonly publicKey: string; readonly network: BitcoinNetwork };
}

// Secrets are not properties, so inspect, JSON, spread, clone and error messages cannot show them.
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
    throw createKeyError("the private key is out of range", "Check where the key comes from.");
  const key = new OpaquePrivateKey(toHex(point), network);
  secretsByKey.set(key, secret);
  return key;
}

function derivePublicKey(secret: Uint8Array): Uint8Array | null {
  try {
    return getEcc().isPrivate(secret) ? getEcc().pointFromScalar(secret, true) : null;
  } catch {
    // The message of a curve implementation may quote the secret.
    throw createKeyError("the curve implementation failed", "Check the argument of setEcc.");
  }
}

export function createKeyError(problem: string, hint: string) {
  return createBitcoinError("bitcoin.readPrivateKey", problem, hint);
}

/** Never pass the result to code that may store, print or throw it. */
export function getSecret(key: BitcoinPrivateKey): Uint8Array {
  const secret = secretsByKey.get(key);
  if (!secret)
    throw createBitcoinError(
      "bitcoin",
      "the key was not created by readPrivateKey",
      "Read the key with readPrivateKey from the same copy of this package.",
    );
  return secret;
}

export function getPublicKey(key: BitcoinPrivateKey): Uint8Array {
  // Throws for objects that readPrivateKey did not create.
  getSecret(key);
  return decodeHex(key.publicKey) as Uint8Array;
}
