import { base58 } from "@scure/base";
import { crypto } from "bitcoinjs-lib";
import { equalBytes } from "./bytes.js";

/** Addresses and keys are shorter. Base58 decoding takes quadratic time. */
const maxLength = 120;

/** Returns the payload, or why the text is not base58check. */
export function decodeBase58Check(text: string): Uint8Array | "characters" | "length" | "checksum" {
  if (text.length > maxLength) return "length";
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(text);
  } catch {
    return "characters";
  }
  if (bytes.length < 5) return "length";
  const payload = bytes.slice(0, -4);
  return equalBytes(crypto.hash256(payload).slice(0, 4), bytes.slice(-4)) ? payload : "checksum";
}
