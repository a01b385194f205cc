import { refusal } from "../shared/bitcoin-error.js";
import { fromHex, toHex } from "../shared/bytes.js";
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
const secrets = /* @__PURE__ */ new WeakMap<object, Uint8Array>();

class HiddenKey implements BitcoinPrivateKey {
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

export function hideSecret(secret: Uint8Array, network: BitcoinNetwork): BitcoinPrivateKey {
  const point = pointOf(secret);
  if (!point)
    throw refusal(
      "the private key is out of range",
      "It is zero, or not below the order of the curve: no such key exists.",
    );
  const key = new HiddenKey(toHex(point), network);
  secrets.set(key, secret);
  return key;
}

function pointOf(secret: Uint8Array): Uint8Array | null {
  try {
    return ecc().isPrivate(secret) ? ecc().pointFromScalar(secret, true) : null;
  } catch {
    // What a curve implementation throws may quote what it was given.
    throw refusal(
      "the curve implementation failed on the private key",
      "Check which curve implementation is in use.",
    );
  }
}

/** Never hand the result to anything that may keep, print or throw it. */
export function secretOf(key: BitcoinPrivateKey): Uint8Array {
  const secret = secrets.get(key);
  if (!secret)
    throw refusal(
      "this is no key that readPrivateKey made",
      "Read the key with readPrivateKey of the same copy of this package.",
    );
  return secret;
}

export function publicKeyOf(key: BitcoinPrivateKey): Uint8Array {
  secretOf(key);
  return fromHex(key.publicKey) as Uint8Array;
}
