import { Psbt } from "bitcoinjs-lib";
import { fromBase64, fromHex, toBase64 } from "./bytes.js";
import { refusal } from "./refusal.js";

/** A PSBT as base64, hex or bytes, or as an object with `toBase64()`, such as bitcoinjs-lib's `Psbt`. */
export type PsbtLike = string | Uint8Array | { toBase64(): string };

/** A copy of its own: what the caller handed over is never changed. */
export function readPsbt(psbt: PsbtLike): Psbt {
  const bytes = psbt instanceof Uint8Array ? psbt : fromText(typeof psbt === "string" ? psbt : psbt?.toBase64?.());
  let read: Psbt | undefined;
  try {
    read = bytes && Psbt.fromBase64(toBase64(bytes));
  } catch {
    // Said below, without the library's words, which may quote what it was given.
  }
  if (!read) throw refusal("this is no PSBT that can be read", "Hand over a PSBT of version 0 as base64, hex or bytes.");
  return read;
}

function fromText(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  const trimmed = text.trim();
  return /^70736274ff/i.test(trimmed) ? fromHex(trimmed) : fromBase64(trimmed);
}
