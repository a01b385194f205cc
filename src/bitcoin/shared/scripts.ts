import { address } from "bitcoinjs-lib";
import { createBitcoinError } from "./bitcoin-error.js";
import { concatBytes, taggedHash } from "./bytes.js";
import { getEcc } from "./ecc.js";
import { type BitcoinNetwork, getNetworkParams } from "./networks.js";

/** The address kinds that the service and this package support. */
export type BitcoinAddressKind = "P2PKH" | "P2SH" | "P2WPKH" | "P2WSH" | "P2TR";

/** What an output script pays to: its kind, and the hash or key in it. */
export interface Destination {
  readonly kind: BitcoinAddressKind;
  readonly program: Uint8Array;
}

export function toScript({ kind, program }: Destination): Uint8Array {
  switch (kind) {
    case "P2PKH":
      return concatBytes([0x76, 0xa9, 0x14], program, [0x88, 0xac]);
    case "P2SH":
      return concatBytes([0xa9, 0x14], program, [0x87]);
    case "P2TR":
      return concatBytes([0x51, 0x20], program);
    default:
      return concatBytes([0x00, program.length], program);
  }
}

/** Returns undefined if the script has no address of the five kinds. */
export function fromScript(script: Uint8Array): Destination | undefined {
  const startsWith = (...bytes: number[]): boolean => bytes.every((byte, i) => script[i] === byte);
  const { length } = script;
  if (length === 25 && startsWith(0x76, 0xa9, 0x14) && script[23] === 0x88 && script[24] === 0xac) {
    return { kind: "P2PKH", program: script.slice(3, 23) };
  }
  if (length === 23 && startsWith(0xa9, 0x14) && script[22] === 0x87)
    return { kind: "P2SH", program: script.slice(2, 22) };
  if (length === 22 && startsWith(0x00, 0x14)) return { kind: "P2WPKH", program: script.slice(2) };
  if (length === 34 && startsWith(0x00, 0x20)) return { kind: "P2WSH", program: script.slice(2) };
  if (length === 34 && startsWith(0x51, 0x20)) return { kind: "P2TR", program: script.slice(2) };
  return undefined;
}

export function toAddress({ kind, program }: Destination, network: BitcoinNetwork): string {
  const params = getNetworkParams(network);
  if (kind === "P2PKH") return address.toBase58Check(program, params.pubKeyHash);
  if (kind === "P2SH") return address.toBase58Check(program, params.scriptHash);
  return address.toBech32(program, kind === "P2TR" ? 1 : 0, params.bech32);
}

const noScripts = new Uint8Array();

/** The BIP-341 tweak of a key, with the Merkle root of its scripts if it has any. */
export function computeTaprootTweak(
  xOnly: Uint8Array,
  merkleRoot: Uint8Array = noScripts,
): Uint8Array {
  return taggedHash("TapTweak", xOnly, merkleRoot);
}

/** The BIP-341 output key. */
export function computeTaprootOutputKey(xOnly: Uint8Array, merkleRoot?: Uint8Array): Uint8Array {
  const tweak = computeTaprootTweak(xOnly, merkleRoot);
  const tweaked = getEcc().xOnlyPointAddTweak(xOnly, tweak);
  if (!tweaked)
    throw createBitcoinError("bitcoin", "the key has no taproot address", "Use another key.");
  return tweaked.xOnlyPubkey;
}
