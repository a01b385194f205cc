import { crypto } from "bitcoinjs-lib";
import { type BitcoinPrivateKey, getPublicKey, getSecret } from "../keys/private-key.js";
import { createSignatureMismatch } from "../shared/bitcoin-error.js";
import {
  concatBytes,
  decodeBase64,
  encodeUtf8,
  equalBytes,
  toBase64,
  toHex,
} from "../shared/bytes.js";
import { getEcc } from "../shared/ecc.js";
import { type Destination, toScript } from "../shared/scripts.js";
import { encodeCompactSize } from "../signatures/witness.js";

const messagePrefix = "Bitcoin Signed Message:\n";
/** The first of the four header bytes per address kind (BIP-137). The offset is the recovery id. */
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
  const hash = hashLegacyMessage(message);
  const point = getPublicKey(key);
  let signed: ReturnType<ReturnType<typeof getEcc>["signRecoverable"]>;
  let recovered: Uint8Array | null;
  try {
    signed = getEcc().signRecoverable(hash, getSecret(key));
    recovered = getEcc().recover(hash, signed.signature, signed.recoveryId, true);
  } catch {
    // The message of a curve implementation may quote the secret.
    throw createSignatureMismatch(0, key.publicKey);
  }
  if (!recovered || !equalBytes(recovered, point)) throw createSignatureMismatch(0, key.publicKey);
  return toBase64(concatBytes([firstHeader.compressed + signed.recoveryId], signed.signature));
}

/** Half of the order of secp256k1. */
const maxLowS = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";

/** With a high `s`, everyone could turn a signature into a second valid one. */
function hasLowS(compact: Uint8Array): boolean {
  return toHex(compact.slice(32)) <= maxLowS;
}

export function verifyLegacyMessage(
  message: string,
  { kind, program }: Destination,
  signature: string,
): boolean {
  const bytes = decodeBase64(signature);
  const header = bytes?.[0] ?? 0;
  if (bytes?.length !== 65 || header < firstHeader.uncompressed || header > firstHeader.segwit + 3)
    return false;
  const compact = bytes.slice(1);
  if (!hasLowS(compact)) return false;
  let point: Uint8Array | null;
  const hash = hashLegacyMessage(message);
  const recoveryId = ((header - firstHeader.uncompressed) & 3) as 0 | 1 | 2 | 3;
  try {
    const isCompressed = header >= firstHeader.compressed;
    point = getEcc().recover(hash, compact, recoveryId, isCompressed);
  } catch {
    return false;
  }
  if (!point) return false;
  const keyHash = crypto.hash160(point);
  if (header < firstHeader.nested) return kind === "P2PKH" && equalBytes(keyHash, program);
  if (header >= firstHeader.segwit) return kind === "P2WPKH" && equalBytes(keyHash, program);
  const redeemScript = toScript({ kind: "P2WPKH", program: keyHash });
  return kind === "P2SH" && equalBytes(crypto.hash160(redeemScript), program);
}
