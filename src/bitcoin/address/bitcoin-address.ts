import { crypto } from "bitcoinjs-lib";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeHex } from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { computeTaprootOutputKey, type Destination, toAddress } from "../shared/scripts.js";

/** The kinds of address that one key alone can spend from. */
export type SingleKeyAddressKind = "P2PKH" | "P2WPKH" | "P2TR";

/** What address to make of a public key. */
export interface BitcoinAddressOptions {
  /** P2WPKH unless told otherwise. */
  kind?: SingleKeyAddressKind | undefined;
  /** The network of a private key, otherwise mainnet. */
  network?: BitcoinNetwork | undefined;
}

/**
 * The address of a compressed public key: its 33 bytes, their hex, or the private key it belongs to.
 * P2TR is that of BIP-86: the key alone may spend, tweaked as BIP-341 demands.
 *
 * @example
 * ```ts
 * import { bitcoinAddress } from "bursar/bitcoin";
 *
 * const publicKey = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
 * console.log(bitcoinAddress(publicKey)); // bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
 * console.log(bitcoinAddress(publicKey, { kind: "P2TR" }));
 * ```
 */
export function bitcoinAddress(
  publicKey: string | Uint8Array | BitcoinPrivateKey,
  options: BitcoinAddressOptions = {},
): string {
  const isBytes = publicKey instanceof Uint8Array;
  const {
    kind = "P2WPKH",
    network = typeof publicKey === "string" || isBytes ? "mainnet" : publicKey.network,
  } = options;
  const point = decodePublicKey(
    isBytes || typeof publicKey === "string" ? publicKey : publicKey.publicKey,
  );
  return toAddress(toDestination(point, kind), network);
}

/** Refuses uncompressed keys: segwit outputs made of them can never be spent. */
export function decodePublicKey(publicKey: string | Uint8Array): Uint8Array {
  const point = typeof publicKey === "string" ? decodeHex(publicKey.replace(/^0x/, "")) : publicKey;
  if (point?.length !== 33 || !ecc().isPointCompressed(point)) {
    throw createBitcoinError(
      "this is no compressed public key",
      "A compressed key has 33 bytes, the first of them 2 or 3, and is a point of the curve.",
    );
  }
  return point;
}

export function toDestination(
  point: Uint8Array,
  kind: SingleKeyAddressKind,
  merkleRoot?: Uint8Array,
): Destination {
  // Any other kind would make an address of the right form from which nobody can spend.
  if (kind !== "P2TR" && kind !== "P2WPKH" && kind !== "P2PKH")
    throw createBitcoinError(
      "the kind is not P2PKH, P2WPKH or P2TR",
      "Write one of the three as it stands.",
    );
  if (kind !== "P2TR") return { kind, program: crypto.hash160(point) };
  const program = computeTaprootOutputKey(point.slice(1), merkleRoot);
  if (!program) throw createBitcoinError("this key has no taproot address", "Take another key.");
  return { kind, program };
}
