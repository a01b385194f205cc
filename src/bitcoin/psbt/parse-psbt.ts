import { Psbt } from "bitcoinjs-lib";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeBase64, decodeHex } from "../shared/bytes.js";

/** A PSBT as base64, hex or bytes, or as an object with `toBase64()` or `toBuffer()`, such as bitcoinjs-lib's `Psbt`. */
export type PsbtLike = string | Uint8Array | { toBase64(): string; toBuffer?(): Uint8Array };

/** A copy of its own: what the caller handed over is never changed. */
export function parsePsbt(psbt: PsbtLike): Psbt {
  let read: Psbt | undefined;
  try {
    const bytes = toPsbtBytes(psbt);
    read = bytes && Psbt.fromBuffer(Uint8Array.from(bytes));
  } catch {
    // Said below, without the library's words, which may quote what it was given.
  }
  if (!read)
    throw createBitcoinError(
      "this is no PSBT that can be read",
      "Hand over a PSBT of version 0 as base64, hex or bytes.",
    );
  return read;
}

function toPsbtBytes(psbt: PsbtLike): Uint8Array | undefined {
  if (psbt instanceof Uint8Array) return psbt;
  if (typeof psbt === "string") return decodePsbtText(psbt);
  // In browsers the library's base64 overflows the stack on a hundred kilobytes.
  return psbt?.toBuffer ? psbt.toBuffer() : decodePsbtText(psbt?.toBase64?.());
}

function decodePsbtText(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  const trimmed = text.trim();
  return /^70736274ff/i.test(trimmed) ? decodeHex(trimmed) : decodeBase64(trimmed);
}
