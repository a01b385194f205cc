import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";

/** An implementation that shares no code with bitcoinjs-lib: noble curves and scure encodings. */
export const base58check = createBase58check(sha256);
export { hex, schnorr, secp256k1 };

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
export const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
export const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function concatBytes(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function littleEndian(value: number | bigint, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, i) =>
    Number((BigInt(value) >> BigInt(8 * i)) & 0xffn),
  );
}

export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = sha256(encodeUtf8(tag));
  return sha256(concatBytes(prefix, prefix, ...parts));
}

const order = secp256k1.Point.Fn.ORDER;
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${hex.encode(bytes)}`);
const toBytes = (value: bigint): Uint8Array => hex.decode(value.toString(16).padStart(64, "0"));

const publicKeys = new Map<string, Uint8Array>();

/** Computes each key once, because most tests use the same keys. */
export function getPublicKey(secret: Uint8Array): Uint8Array {
  const name = hex.encode(secret);
  const point = publicKeys.get(name) ?? secp256k1.getPublicKey(secret, true);
  publicKeys.set(name, point);
  return point.slice();
}

/** The tweaked private key of BIP-341. */
export function tweakSecret(
  secret: Uint8Array,
  merkleRoot: Uint8Array = new Uint8Array(),
): Uint8Array {
  const point = getPublicKey(secret);
  const even = point[0] === 2 ? toNumber(secret) : order - toNumber(secret);
  return toBytes((even + toNumber(taggedHash("TapTweak", point.slice(1), merkleRoot))) % order);
}

export const getTaprootKey = (secret: Uint8Array, merkleRoot?: Uint8Array): Uint8Array =>
  getPublicKey(tweakSecret(secret, merkleRoot)).slice(1);

export type Kind = "P2PKH" | "P2WPKH" | "P2TR";

export function deriveScript(secret: Uint8Array, kind: Kind, merkleRoot?: Uint8Array): Uint8Array {
  if (kind === "P2TR") return concatBytes([0x51, 0x20], getTaprootKey(secret, merkleRoot));
  const hash = hash160(getPublicKey(secret));
  return kind === "P2WPKH"
    ? concatBytes([0x00, 0x14], hash)
    : concatBytes([0x76, 0xa9, 0x14], hash, [0x88, 0xac]);
}

export function deriveAddress(secret: Uint8Array, kind: Kind): string {
  const script = deriveScript(secret, kind);
  if (kind === "P2PKH") return base58check.encode(concatBytes([0], script.slice(3, 23)));
  const version = kind === "P2TR" ? 1 : 0;
  return (version ? bech32m : bech32).encode("bc", [version, ...bech32.toWords(script.slice(2))]);
}

export const toWif = (secret: Uint8Array, version = 0x80): string =>
  base58check.encode(concatBytes([version], secret, [1]));

/** The parts of a transaction that a signature commits to. */
export interface PlainTransaction {
  version: number;
  ins: { txid: string; vout: number; sequence: number }[];
  outs: { script: Uint8Array; value: bigint }[];
  locktime: number;
}

export interface SpentOutput {
  script: Uint8Array;
  value: bigint;
}

const outpoint = ({ txid, vout }: { txid: string; vout: number }): Uint8Array =>
  concatBytes(hex.decode(txid).reverse(), littleEndian(vout, 4));
const sized = (bytes: Uint8Array): Uint8Array => concatBytes([bytes.length], bytes);
const output = ({ script, value }: SpentOutput): Uint8Array =>
  concatBytes(littleEndian(value, 8), sized(script));

/** BIP-143, for P2WPKH. */
export function computeSegwitV0Sighash(
  tx: PlainTransaction,
  index: number,
  spent: SpentOutput[],
  type = 1,
): Uint8Array {
  const input = tx.ins[index] as PlainTransaction["ins"][number];
  const { script, value } = spent[index] as SpentOutput;
  return sha256d(
    concatBytes(
      littleEndian(tx.version, 4),
      sha256d(concatBytes(...tx.ins.map(outpoint))),
      sha256d(concatBytes(...tx.ins.map(({ sequence }) => littleEndian(sequence, 4)))),
      outpoint(input),
      sized(concatBytes([0x76, 0xa9, 0x14], script.slice(2), [0x88, 0xac])),
      littleEndian(value, 8),
      littleEndian(input.sequence, 4),
      sha256d(concatBytes(...tx.outs.map(output))),
      littleEndian(tx.locktime, 4),
      littleEndian(type, 4),
    ),
  );
}

/** BIP-341, for the key path. */
export function computeTaprootSighash(
  tx: PlainTransaction,
  index: number,
  spent: SpentOutput[],
  type: 0 | 1,
): Uint8Array {
  return taggedHash(
    "TapSighash",
    concatBytes(
      [0, type],
      littleEndian(tx.version, 4),
      littleEndian(tx.locktime, 4),
      sha256(concatBytes(...tx.ins.map(outpoint))),
      sha256(concatBytes(...spent.map(({ value }) => littleEndian(value, 8)))),
      sha256(concatBytes(...spent.map(({ script }) => sized(script)))),
      sha256(concatBytes(...tx.ins.map(({ sequence }) => littleEndian(sequence, 4)))),
      sha256(concatBytes(...tx.outs.map(output))),
      [0],
      littleEndian(index, 4),
    ),
  );
}

/** Converts a DER signature. Assumes that it is well-formed. */
export function toCompactSignature(der: Uint8Array): Uint8Array {
  const r = der.slice(4, 4 + (der[3] as number));
  const s = der.slice(6 + r.length, 6 + r.length + (der[5 + r.length] as number));
  const padded = (part: Uint8Array): Uint8Array => toBytes(toNumber(part));
  return concatBytes(padded(r), padded(s));
}

export const verifyEcdsa = (compact: Uint8Array, hash: Uint8Array, point: Uint8Array): boolean =>
  secp256k1.verify(compact, hash, point, { prehash: false, lowS: true });

/** Like that of `tiny-secp256k1`: without `strict`, a high `s` is valid. */
export const verifyLikeTinySecp256k1 = (
  hash: Uint8Array,
  point: Uint8Array,
  signature: Uint8Array,
  strict?: boolean,
): boolean => secp256k1.verify(signature, hash, point, { prehash: false, lowS: strict === true });

/** The same signature with the other `s`, which no node relays. */
export function toHighS(der: Uint8Array): Uint8Array {
  const rs = toCompactSignature(der);
  const s = order - toNumber(rs.slice(32));
  const signature = new secp256k1.Signature(toNumber(rs.slice(0, 32)), s);
  return concatBytes(signature.toBytes("der"), [der.at(-1) as number]);
}
