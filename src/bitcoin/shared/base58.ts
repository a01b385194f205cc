import { crypto } from "bitcoinjs-lib";
import { concat, equal } from "./bytes.js";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Longer texts are no address and no key; the conversion's cost grows with the square of the length. */
const longest = 120;

/** The payload, or what is wrong. bitcoinjs-lib offers this for addresses only, not for keys. */
export function decodeBase58Check(text: string): Uint8Array | "characters" | "length" | "checksum" {
  if (text.length > longest) return "length";
  let value = 0n;
  for (const char of text) {
    const digit = alphabet.indexOf(char);
    if (digit < 0) return "characters";
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 0xffn));
  const zeros = text.length - text.replace(/^1+/, "").length;
  const all = concat(new Uint8Array(zeros), bytes);
  if (all.length < 5) return "length";
  const payload = all.slice(0, -4);
  return equal(crypto.hash256(payload).slice(0, 4), all.slice(-4)) ? payload : "checksum";
}
