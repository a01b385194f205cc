import { Psbt } from "bitcoinjs-lib";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeBase64, decodeHex } from "../shared/bytes.js";

/** A PSBT as base64, hex or bytes, or as an object like the `Psbt` of bitcoinjs-lib. */
export type PsbtLike = string | Uint8Array | { toBase64(): string; toBuffer?(): Uint8Array };

/** Returns a copy: the caller's PSBT is never changed. */
export function parsePsbt(psbt: PsbtLike): Psbt {
  let parsed: Psbt | undefined;
  try {
    const bytes = toPsbtBytes(psbt);
    parsed = bytes && Psbt.fromBuffer(Uint8Array.from(bytes));
  } catch {
    // The message of the library may quote its input.
  }
  if (!parsed)
    throw createBitcoinError(
      "bitcoin",
      "the PSBT cannot be parsed",
      "Pass a version 0 PSBT as base64, hex or bytes.",
    );
  return parsed;
}

function toPsbtBytes(psbt: PsbtLike): Uint8Array | undefined {
  if (psbt instanceof Uint8Array) return psbt;
  if (typeof psbt === "string") return decodePsbtText(psbt);
  // Prefer bytes: in browsers, the library's toBase64 overflows the stack above about 100 kB.
  return psbt?.toBuffer ? psbt.toBuffer() : decodePsbtText(psbt?.toBase64?.());
}

function decodePsbtText(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  const trimmed = text.trim();
  return /^70736274ff/i.test(trimmed) ? decodeHex(trimmed) : decodeBase64(trimmed);
}
