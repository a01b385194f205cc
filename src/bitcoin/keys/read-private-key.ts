import { decodeBase58Check } from "../shared/base58.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { decodeHex } from "../shared/bytes.js";
import { type BitcoinNetworkOptions, getNetworkParams } from "../shared/networks.js";
import { type BitcoinPrivateKey, createPrivateKey } from "./private-key.js";

/**
 * Reads a private key from WIF or from 64 hex digits. The secret stays hidden: no error, log, JSON or inspect output shows it.
 * Only keys for compressed public keys are read, since segwit and taproot know no others.
 *
 * @example
 * ```ts
 * import { bitcoinAddress, readPrivateKey } from "bursar/bitcoin";
 *
 * const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
 * console.log(bitcoinAddress(key, { kind: "P2TR" }));
 * console.log(`${key}`); // [private key of 0279be66…]
 * ```
 */
export function readPrivateKey(
  text: string,
  { network = "mainnet" }: BitcoinNetworkOptions = {},
): BitcoinPrivateKey {
  const { wif } = getNetworkParams(network);
  const secret =
    typeof text !== "string"
      ? undefined
      : /^(?:0x)?[0-9a-fA-F]{64}$/.test(text)
        ? decodeHex(text.slice(-64))
        : decodeWif(text, wif, network);
  if (!secret)
    throw createBitcoinError("the private key is not a text", "Hand over WIF, or 64 hex digits.");
  return createPrivateKey(secret, network);
}

/** No message may quote any part of the text: a mistyped key is nearly a key. */
function decodeWif(text: string, version: number, network: string): Uint8Array {
  const payload = decodeBase58Check(text);
  if (payload === "checksum")
    throw createBitcoinError(
      "the private key's checksum does not fit",
      "A character is mistyped, missing or too many.",
    );
  if (payload === "characters" || payload === "length") {
    throw createBitcoinError(
      "the private key is neither WIF nor 64 hex digits",
      "Check for white space, quotes and missing characters.",
    );
  }
  if (payload.length !== 33 && payload.length !== 34)
    throw createBitcoinError(
      "the private key is not as long as WIF is",
      "It may be an address or an extended key.",
    );
  if (payload[0] !== version)
    throw createBitcoinError(
      `the private key is not one of ${network}`,
      "Name its network in the options.",
    );
  if (payload.length === 33)
    throw createBitcoinError(
      "the private key is for an uncompressed public key",
      "Segwit and taproot need compressed ones: move the funds with the wallet that made it.",
    );
  if (payload[33] !== 1)
    throw createBitcoinError(
      "the private key is not built as WIF is",
      "Its last byte should be 1.",
    );
  return payload.slice(1, 33);
}
