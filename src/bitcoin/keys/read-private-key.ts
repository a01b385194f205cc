import { crypto } from "bitcoinjs-lib";
import { decodeBase58Check } from "../../contract/shared/addresses/bitcoin-encodings.js";
import { decodeHex } from "../shared/bytes.js";
import { type BitcoinNetworkOptions, getNetworkParams, readNetwork } from "../shared/networks.js";
import { type BitcoinPrivateKey, createKeyError, createPrivateKey } from "./private-key.js";

/**
 * Reads a private key from WIF or 64 hex digits. No error, log, JSON or inspect output shows the
 * secret. Rejects keys of uncompressed public keys: segwit and taproot do not support them.
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
export function readPrivateKey(text: string, options?: BitcoinNetworkOptions): BitcoinPrivateKey {
  const network = readNetwork("readPrivateKey", options);
  const { wif } = getNetworkParams(network);
  if (typeof text !== "string")
    throw createKeyError("the private key is not a string", "Pass WIF or 64 hex digits.");
  const isHex = /^(?:0x)?[0-9a-fA-F]{64}$/.test(text);
  const secret = isHex ? (decodeHex(text.slice(-64)) as Uint8Array) : decodeWif(text, wif, network);
  return createPrivateKey(secret, network);
}

/** Errors never quote the text: a mistyped key is almost the key. */
function decodeWif(text: string, version: number, network: string): Uint8Array {
  const payload = decodeBase58Check(text, crypto.hash256);
  if (payload === "checksum")
    throw createKeyError("the checksum of the private key does not match", "Check for typos.");
  if (payload === "characters" || payload === "length")
    throw createKeyError("the private key is neither WIF nor hex", "Check for white space.");
  if (payload.length !== 33 && payload.length !== 34)
    throw createKeyError("the text is too short or too long for WIF", "Pass a private key.");
  if (payload[0] !== version)
    throw createKeyError(`the private key is not for ${network}`, "Set the network of the key.");
  if (payload.length === 33)
    throw createKeyError("the private key is uncompressed", "Move the funds with its wallet.");
  if (payload[33] !== 1)
    throw createKeyError("the private key is not valid WIF", "Check that its last byte is 1.");
  return payload.slice(1, 33);
}
