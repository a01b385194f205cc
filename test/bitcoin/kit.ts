import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";

/** Bitcoin by another hand: what the package does by bitcoinjs-lib is done here on noble's curves and scure's encodings. */
export const base58check = createBase58check(sha256);
export { hex, schnorr, secp256k1 };

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
export const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function join(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function little(value: number | bigint, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, i) =>
    Number((BigInt(value) >> BigInt(8 * i)) & 0xffn),
  );
}

export function tagged(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = sha256(utf8(tag));
  return sha256(join(prefix, prefix, ...parts));
}

const order = secp256k1.Point.Fn.ORDER;
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${hex.encode(bytes)}`);
const toBytes = (value: bigint): Uint8Array => hex.decode(value.toString(16).padStart(64, "0"));

export const publicKeyOf = (secret: Uint8Array): Uint8Array => secp256k1.getPublicKey(secret, true);

/** BIP-341's tweaked private key. */
export function tweakedSecret(
  secret: Uint8Array,
  merkleRoot: Uint8Array = new Uint8Array(),
): Uint8Array {
  const point = publicKeyOf(secret);
  const even = point[0] === 2 ? toNumber(secret) : order - toNumber(secret);
  return toBytes((even + toNumber(tagged("TapTweak", point.slice(1), merkleRoot))) % order);
}

export const taprootKeyOf = (secret: Uint8Array, merkleRoot?: Uint8Array): Uint8Array =>
  publicKeyOf(tweakedSecret(secret, merkleRoot)).slice(1);

export type Kind = "P2PKH" | "P2WPKH" | "P2TR";

export function scriptFor(secret: Uint8Array, kind: Kind, merkleRoot?: Uint8Array): Uint8Array {
  if (kind === "P2TR") return join([0x51, 0x20], taprootKeyOf(secret, merkleRoot));
  const hash = hash160(publicKeyOf(secret));
  return kind === "P2WPKH"
    ? join([0x00, 0x14], hash)
    : join([0x76, 0xa9, 0x14], hash, [0x88, 0xac]);
}

export function addressFor(secret: Uint8Array, kind: Kind): string {
  const script = scriptFor(secret, kind);
  if (kind === "P2PKH") return base58check.encode(join([0], script.slice(3, 23)));
  const version = kind === "P2TR" ? 1 : 0;
  return (version ? bech32m : bech32).encode("bc", [version, ...bech32.toWords(script.slice(2))]);
}

export const wifOf = (secret: Uint8Array, version = 0x80): string =>
  base58check.encode(join([version], secret, [1]));

/** Just enough of a transaction to compute what is signed. */
export interface PlainTransaction {
  version: number;
  ins: { txid: string; vout: number; sequence: number }[];
  outs: { script: Uint8Array; value: bigint }[];
  locktime: number;
}

export interface PlainSpent {
  script: Uint8Array;
  value: bigint;
}

const outpoint = ({ txid, vout }: { txid: string; vout: number }): Uint8Array =>
  join(hex.decode(txid).reverse(), little(vout, 4));
const sized = (bytes: Uint8Array): Uint8Array => join([bytes.length], bytes);
const output = ({ script, value }: PlainSpent): Uint8Array => join(little(value, 8), sized(script));

/** BIP-143 for P2WPKH with SIGHASH_ALL. */
export function hashOfV0(
  tx: PlainTransaction,
  index: number,
  spent: PlainSpent,
  type = 1,
): Uint8Array {
  const input = tx.ins[index] as PlainTransaction["ins"][number];
  return sha256d(
    join(
      little(tx.version, 4),
      sha256d(join(...tx.ins.map(outpoint))),
      sha256d(join(...tx.ins.map(({ sequence }) => little(sequence, 4)))),
      outpoint(input),
      sized(join([0x76, 0xa9, 0x14], spent.script.slice(2), [0x88, 0xac])),
      little(spent.value, 8),
      little(input.sequence, 4),
      sha256d(join(...tx.outs.map(output))),
      little(tx.locktime, 4),
      little(type, 4),
    ),
  );
}

/** BIP-341 for the key path with SIGHASH_DEFAULT or SIGHASH_ALL. */
export function hashOfV1(
  tx: PlainTransaction,
  index: number,
  spent: PlainSpent[],
  type: 0 | 1,
): Uint8Array {
  return tagged(
    "TapSighash",
    join(
      [0, type],
      little(tx.version, 4),
      little(tx.locktime, 4),
      sha256(join(...tx.ins.map(outpoint))),
      sha256(join(...spent.map(({ value }) => little(value, 8)))),
      sha256(join(...spent.map(({ script }) => sized(script)))),
      sha256(join(...tx.ins.map(({ sequence }) => little(sequence, 4)))),
      sha256(join(...tx.outs.map(output))),
      [0],
      little(index, 4),
    ),
  );
}

/** Strict enough for signatures that were just made: two integers in a sequence. */
export function compactOf(der: Uint8Array): Uint8Array {
  const r = der.slice(4, 4 + (der[3] as number));
  const s = der.slice(6 + r.length, 6 + r.length + (der[5 + r.length] as number));
  const padded = (part: Uint8Array): Uint8Array => toBytes(toNumber(part));
  return join(padded(r), padded(s));
}

export const verifyEcdsa = (compact: Uint8Array, hash: Uint8Array, point: Uint8Array): boolean =>
  secp256k1.verify(compact, hash, point, { prehash: false, lowS: true });
