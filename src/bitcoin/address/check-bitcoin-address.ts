import { crypto, type Network } from "bitcoinjs-lib";
import {
  decodeBase58Check,
  decodeSegwit,
} from "../../contract/shared/addresses/bitcoin-encodings.js";
import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import { getEcc } from "../shared/ecc.js";
import type { BitcoinNetwork, BitcoinNetworkOptions } from "../shared/networks.js";
import { getNetworkParams, readNetwork } from "../shared/networks.js";
import type { BitcoinAddressKind, Destination } from "../shared/scripts.js";

/** Why a value is not a valid Bitcoin address. */
export type BitcoinAddressFault =
  /** Empty, or not a string. */
  | "not_text"
  /** Contains white space. */
  | "white_space"
  /** A bech32 address with both upper and lower case. */
  | "mixed_case"
  /** A character outside the address alphabet. */
  | "characters"
  /** Not structured like an address. */
  | "form"
  /** The checksum does not match: probably a typo. */
  | "checksum"
  /** bech32 instead of bech32m, or the other way round. */
  | "encoding"
  /** An address of another network. */
  | "network"
  /** The wrong length for its version. */
  | "program_length"
  /** A witness version with no spending rules yet. */
  | "witness_version"
  /** A taproot key that is not on the curve: funds sent there are lost. */
  | "off_curve"
  /** Valid in Bitcoin, but not in the form that the service accepts, for example all upper case. */
  | "pattern";

/** The result of `checkBitcoinAddress`. */
export type BitcoinAddressCheck =
  | { readonly valid: true; readonly kind: BitcoinAddressKind }
  | { readonly valid: false; readonly code: BitcoinAddressFault; readonly reason: string };

/** A decoded address, or why the address is not valid. */
export type DecodedAddress =
  | Destination
  | { readonly code: BitcoinAddressFault; readonly reason: string };

/**
 * Checks whether a value is a Bitcoin address that the service accepts, and returns the reason if
 * it is not. Checks form, checksum and network.
 *
 * @example
 * ```ts
 * import { checkBitcoinAddress } from "bursar/bitcoin";
 *
 * const check = checkBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5");
 * if (!check.valid) console.log(check.code, check.reason); // checksum
 * ```
 */
export function checkBitcoinAddress(
  text: unknown,
  options?: BitcoinNetworkOptions,
): BitcoinAddressCheck {
  const decoded = decodeAddress(text, readNetwork("checkBitcoinAddress", options));
  return "code" in decoded ? { valid: false, ...decoded } : { valid: true, kind: decoded.kind };
}

function createFault(code: BitcoinAddressFault, reason: string): DecodedAddress {
  return { code, reason };
}

function createChecksumFault() {
  return createFault(
    "checksum",
    "The checksum does not match: check for missing characters and typos.",
  );
}

export function decodeAddress(text: unknown, network: BitcoinNetwork): DecodedAddress {
  const params = getNetworkParams(network);
  if (typeof text !== "string" || text === "")
    return createFault("not_text", "The address is empty or not a string.");
  if (/\s/.test(text)) return createFault("white_space", "The address contains white space.");
  const decoded = /^(?:bc|tb|bcrt)1/i.test(text)
    ? decodeBech32Address(text, network, params)
    : decodeBase58Address(text, network, params);
  // The service supports only mainnet, and its pattern is stricter than Bitcoin.
  if (!("code" in decoded) && network === "mainnet" && !bitcoinAddressPattern.test(text))
    return createFault("pattern", "The service accepts this address only in lower case.");
  return decoded;
}

function decodeBase58Address(
  text: string,
  network: BitcoinNetwork,
  { pubKeyHash, scriptHash }: Network,
): DecodedAddress {
  const payload = decodeBase58Check(text, crypto.hash256);
  if (payload === "characters")
    return createFault("characters", "The address contains a character that is not base58.");
  if (payload === "checksum") return createChecksumFault();
  if (payload === "length" || payload.length !== 21)
    return createFault("form", "The text does not have the length of an address.");
  const [version] = payload;
  const program = payload.slice(1);
  if (version === pubKeyHash) return { kind: "P2PKH", program };
  if (version === scriptHash) return { kind: "P2SH", program };
  return createFault(
    "network",
    `The address is not for ${network}: its version byte is ${version}.`,
  );
}

function decodeBech32Address(
  text: string,
  network: BitcoinNetwork,
  params: Network,
): DecodedAddress {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase())
    return createFault("mixed_case", "The address mixes upper and lower case.");
  // Check the original text: U+212A (kelvin sign) becomes an ASCII k in lower case.
  const data = text.slice(text.indexOf("1") + 1);
  if (!/^[02-9ac-hj-np-z]*$/i.test(data))
    return createFault("characters", "The address contains a character that is not bech32.");
  // The minimum is a version, a program of two bytes, and the checksum.
  if (data.length < 11 || text.length > 90)
    return createFault("form", "The text does not have the length of an address.");
  const decoded = decodeSegwit(lower);
  if (decoded === "checksum") return createChecksumFault();
  if (decoded === "encoding")
    return createFault("encoding", "Version 0 requires bech32, later versions require bech32m.");
  if (decoded === "padding")
    return createFault("form", "The address has left-over bits at its end.");
  const { version, prefix, program } = decoded;
  if (prefix !== params.bech32)
    return createFault("network", `The address is not for ${network}: its prefix is ${prefix}.`);
  if (version > 1)
    return createFault("witness_version", `Witness version ${version} has no spending rules yet.`);
  const { length } = program;
  if (length !== 32 && !(version === 0 && length === 20))
    return createFault(
      "program_length",
      `The witness program has a wrong length: ${length} bytes.`,
    );
  if (version === 0) return { kind: length === 20 ? "P2WPKH" : "P2WSH", program };
  if (!getEcc().isXOnlyPoint(program))
    return createFault("off_curve", "The key is not on the curve: funds sent there are lost.");
  return { kind: "P2TR", program };
}
