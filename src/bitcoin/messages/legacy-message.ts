import { crypto } from "bitcoinjs-lib";
import { type BitcoinPrivateKey, getPublicKey, getSecret } from "../keys/private-key.js";
import { createSignatureMismatch } from "../shared/bitcoin-error.js";
import {
  concatBytes,
  decodeBase64,
  encodeCompactSize,
  encodeUtf8,
  equalBytes,
  toBase64,
} from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import { type Destination, toScript } from "../shared/scripts.js";

const messagePrefix = "Bitcoin Signed Message:\n";
/** A header says which point the signature recovers to, and which kind of address it is for (BIP-137). */
const firstHeader = { uncompressed: 27, compressed: 31, nested: 35, segwit: 39 };

function hashLegacyMessage(message: string): Uint8Array {
  const bytes = encodeUtf8(message);
  return crypto.hash256(
    concatBytes(
      encodeCompactSize(messagePrefix.length),
      encodeUtf8(messagePrefix),
      encodeCompactSize(bytes.length),
      bytes,
    ),
  );
}

export function signLegacyMessage(message: string, key: BitcoinPrivateKey): string {
  const point = getPublicKey(key);
  const hash = hashLegacyMessage(message);
  let made: { signature: Uint8Array; recoveryId: number };
  let recovered: Uint8Array | null;
  try {
    const { signature, recoveryId } = ecc().signRecoverable(hash, getSecret(key));
    made = { signature, recoveryId };
    recovered = ecc().recover(hash, signature, recoveryId, true);
  } catch {
    // What a curve implementation throws may quote what it was given.
    throw createSignatureMismatch(0, key.publicKey);
  }
  if (!recovered || !equalBytes(recovered, point)) throw createSignatureMismatch(0, key.publicKey);
  return toBase64(concatBytes([firstHeader.compressed + made.recoveryId], made.signature));
}

export function verifyLegacyMessage(
  message: string,
  { kind, program }: Destination,
  text: string,
): boolean {
  const bytes = decodeBase64(text);
  const header = bytes?.[0] ?? 0;
  if (bytes?.length !== 65 || header < firstHeader.uncompressed || header > firstHeader.segwit + 3)
    return false;
  let point: Uint8Array | null;
  const hash = hashLegacyMessage(message);
  const recoveryId = ((header - firstHeader.uncompressed) & 3) as 0 | 1 | 2 | 3;
  try {
    point = ecc().recover(hash, bytes.slice(1), recoveryId, header >= firstHeader.compressed);
  } catch {
    return false;
  }
  if (!point) return false;
  const keyHash = crypto.hash160(point);
  if (header < firstHeader.nested) return kind === "P2PKH" && equalBytes(keyHash, program);
  if (header >= firstHeader.segwit) return kind === "P2WPKH" && equalBytes(keyHash, program);
  return (
    kind === "P2SH" &&
    equalBytes(crypto.hash160(toScript({ kind: "P2WPKH", program: keyHash })), program)
  );
}
