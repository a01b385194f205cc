import { crypto } from "bitcoinjs-lib";
import { type BitcoinPrivateKey, publicKeyOf, secretOf } from "../keys/private-key.js";
import { mismatch } from "../shared/bitcoin-error.js";
import { compactSize, concat, equal, fromBase64, toBase64, utf8 } from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import { type Destination, scriptOf } from "../shared/scripts.js";

const magic = "Bitcoin Signed Message:\n";
/** A header says which point the signature recovers to, and which kind of address it is for (BIP-137). */
const headers = { uncompressed: 27, compressed: 31, nested: 35, segwit: 39 };

function legacyHash(message: string): Uint8Array {
  const bytes = utf8(message);
  return crypto.hash256(
    concat(compactSize(magic.length), utf8(magic), compactSize(bytes.length), bytes),
  );
}

export function signLegacy(message: string, key: BitcoinPrivateKey): string {
  const point = publicKeyOf(key);
  const hash = legacyHash(message);
  let made: { signature: Uint8Array; recoveryId: number };
  let recovered: Uint8Array | null;
  try {
    const { signature, recoveryId } = ecc().signRecoverable(hash, secretOf(key));
    made = { signature, recoveryId };
    recovered = ecc().recover(hash, signature, recoveryId, true);
  } catch {
    // What a curve implementation throws may quote what it was given.
    throw mismatch(0, key.publicKey);
  }
  if (!recovered || !equal(recovered, point)) throw mismatch(0, key.publicKey);
  return toBase64(concat([headers.compressed + made.recoveryId], made.signature));
}

export function verifyLegacy(
  message: string,
  { kind, program }: Destination,
  text: string,
): boolean {
  const bytes = fromBase64(text);
  const header = bytes?.[0] ?? 0;
  if (bytes?.length !== 65 || header < headers.uncompressed || header > headers.segwit + 3)
    return false;
  let point: Uint8Array | null;
  const hash = legacyHash(message);
  const recoveryId = ((header - headers.uncompressed) & 3) as 0 | 1 | 2 | 3;
  try {
    point = ecc().recover(hash, bytes.slice(1), recoveryId, header >= headers.compressed);
  } catch {
    return false;
  }
  if (!point) return false;
  const keyHash = crypto.hash160(point);
  if (header < headers.nested) return kind === "P2PKH" && equal(keyHash, program);
  if (header >= headers.segwit) return kind === "P2WPKH" && equal(keyHash, program);
  return (
    kind === "P2SH" &&
    equal(crypto.hash160(scriptOf({ kind: "P2WPKH", program: keyHash })), program)
  );
}
