import { crypto } from "bitcoinjs-lib";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import { ignoreIndex } from "../../shared/ignore-index.js";
import type { OptionNames } from "../../shared/option-names.js";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeHex } from "../shared/bytes.js";
import { getEcc } from "../shared/ecc.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { computeTaprootOutputKey, type Destination, toAddress } from "../shared/scripts.js";

/** The address kinds that a single key can spend from. */
export type SingleKeyAddressKind = "P2PKH" | "P2WPKH" | "P2TR";

export function isSingleKeyKind(kind: string | undefined): kind is SingleKeyAddressKind {
  return kind === "P2PKH" || kind === "P2WPKH" || kind === "P2TR";
}

/** Options of `bitcoinAddress`. */
export interface BitcoinAddressOptions {
  /** @defaultValue `"P2WPKH"` */
  kind?: SingleKeyAddressKind | undefined;
  /** @defaultValue the network of a private key, otherwise `"mainnet"` */
  network?: BitcoinNetwork | undefined;
}

const optionNames: OptionNames<BitcoinAddressOptions> = { kind: true, network: true };

/**
 * Derives the address of a compressed public key, given as 33 bytes, as hex, or as its private key.
 * P2TR addresses follow BIP-86: key path only, with the BIP-341 tweak.
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
  options?: BitcoinAddressOptions,
): string {
  const given = ignoreIndex(options) ?? {};
  assertKnownOptions("bitcoinAddress", given, optionNames);
  const isPublicKey = typeof publicKey === "string" || publicKey instanceof Uint8Array;
  const { kind = "P2WPKH", network = isPublicKey ? "mainnet" : publicKey.network } = given;
  const point = decodePublicKey(isPublicKey ? publicKey : publicKey.publicKey);
  return toAddress(toDestination(point, kind), network);
}

/** Rejects uncompressed keys: segwit outputs that pay to them are unspendable. */
export function decodePublicKey(publicKey: string | Uint8Array): Uint8Array {
  const point = typeof publicKey === "string" ? decodeHex(publicKey.replace(/^0x/, "")) : publicKey;
  if (point?.length !== 33 || !getEcc().isPointCompressed(point)) {
    throw createBitcoinError(
      "bitcoin",
      "expected a compressed public key",
      "Pass 33 bytes that start with 2 or 3 and are a point on the curve.",
    );
  }
  return point;
}

export function toDestination(
  point: Uint8Array,
  kind: SingleKeyAddressKind,
  merkleRoot?: Uint8Array,
): Destination {
  // For any other kind, the result would be a valid address with unspendable funds.
  if (!isSingleKeyKind(kind))
    throw createBitcoinError(
      "bitcoin",
      "the kind is not P2PKH, P2WPKH or P2TR",
      "Pass one of the three kinds.",
    );
  if (kind !== "P2TR") return { kind, program: crypto.hash160(point) };
  return { kind, program: computeTaprootOutputKey(point.slice(1), merkleRoot) };
}
