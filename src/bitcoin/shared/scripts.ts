import { address } from "bitcoinjs-lib";
import { concatBytes, taggedHash } from "./bytes.js";
import { ecc } from "./ecc.js";
import { type BitcoinNetwork, getNetworkParams } from "./networks.js";

/** The kinds of address that the service and this package know. */
export type BitcoinAddressKind = "P2PKH" | "P2SH" | "P2WPKH" | "P2WSH" | "P2TR";

/** What a script pays to: the kind, and the hash or key in it. */
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

/** Undefined for every script that has no address of the five kinds. */
export function fromScript(script: Uint8Array): Destination | undefined {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, i) => script[i] === byte);
  const { length } = script;
  if (length === 25 && starts(0x76, 0xa9, 0x14) && script[23] === 0x88 && script[24] === 0xac) {
    return { kind: "P2PKH", program: script.slice(3, 23) };
  }
  if (length === 23 && starts(0xa9, 0x14) && script[22] === 0x87)
    return { kind: "P2SH", program: script.slice(2, 22) };
  if (length === 22 && starts(0x00, 0x14)) return { kind: "P2WPKH", program: script.slice(2) };
  if (length === 34 && starts(0x00, 0x20)) return { kind: "P2WSH", program: script.slice(2) };
  if (length === 34 && starts(0x51, 0x20)) return { kind: "P2TR", program: script.slice(2) };
  return undefined;
}

export function toAddress({ kind, program }: Destination, network: BitcoinNetwork): string {
  const marks = getNetworkParams(network);
  if (kind === "P2PKH") return address.toBase58Check(program, marks.pubKeyHash);
  if (kind === "P2SH") return address.toBase58Check(program, marks.scriptHash);
  return address.toBech32(program, kind === "P2TR" ? 1 : 0, marks.bech32);
}

const none = new Uint8Array();

/** BIP-341's tweak of a key without scripts, or with the Merkle root of them. */
export function computeTaprootTweak(xOnly: Uint8Array, merkleRoot: Uint8Array = none): Uint8Array {
  return taggedHash("TapTweak", xOnly, merkleRoot);
}

/** The output key of BIP-341. Undefined for a key that is no point, which no honest key is. */
export function computeTaprootOutputKey(
  xOnly: Uint8Array,
  merkleRoot?: Uint8Array,
): Uint8Array | undefined {
  return ecc().xOnlyPointAddTweak(xOnly, computeTaprootTweak(xOnly, merkleRoot))?.xOnlyPubkey;
}
