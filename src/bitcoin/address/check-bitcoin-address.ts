import { address } from "bitcoinjs-lib";
import { bitcoinAddressPattern } from "../../contract/shared/bitcoin-address.js";
import { decodeBase58Check } from "../shared/base58.js";
import { ecc } from "../shared/ecc.js";
import {
  type BitcoinNetwork,
  type BitcoinNetworkOptions,
  getNetworkParams,
  type NetworkParams,
} from "../shared/networks.js";
import type { BitcoinAddressKind, Destination } from "../shared/scripts.js";

/** Why a text is no Bitcoin address. */
export type BitcoinAddressFault =
  /** Nothing, or not a string. */
  | "not_text"
  /** White space in it or around it. */
  | "white_space"
  /** Upper and lower case in one bech32 address. */
  | "mixed_case"
  /** A character that the address's alphabet does not have. */
  | "characters"
  /** Not built as an address is. */
  | "form"
  /** Mistyped: the checksum does not fit. */
  | "checksum"
  /** bech32 where bech32m is due, or the other way round. */
  | "encoding"
  /** An address of another network. */
  | "network"
  /** Too long or too short for its version. */
  | "program_length"
  /** A witness version that nobody can spend from yet. */
  | "witness_version"
  /** A taproot key that is no point of the curve: what is sent there is lost. */
  | "off_curve"
  /** Right for Bitcoin, yet not of the form that the service accepts: all capitals, for one. */
  | "pattern";

/** The outcome of `checkBitcoinAddress`. */
export type BitcoinAddressCheck =
  | { readonly valid: true; readonly kind: BitcoinAddressKind }
  | { readonly valid: false; readonly code: BitcoinAddressFault; readonly reason: string };

/** A decoded address, or what is wrong with it. */
export type DecodedAddress =
  | Destination
  | { readonly code: BitcoinAddressFault; readonly reason: string };

/**
 * Tells whether a text is a Bitcoin address that the service accepts, and why not: its form, its checksum, its network.
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
  { network = "mainnet" }: BitcoinNetworkOptions = {},
): BitcoinAddressCheck {
  const decoded = decodeAddress(text, network);
  return "code" in decoded ? { valid: false, ...decoded } : { valid: true, kind: decoded.kind };
}

const fault = (code: BitcoinAddressFault, reason: string): DecodedAddress => ({ code, reason });

export function decodeAddress(text: unknown, network: BitcoinNetwork): DecodedAddress {
  const marks = getNetworkParams(network);
  if (typeof text !== "string" || text === "")
    return fault("not_text", "An address is a text, and this is none.");
  if (/\s/.test(text))
    return fault("white_space", "White space stands in the address or around it.");
  const decoded = /^(?:bc|tb|bcrt)1/i.test(text)
    ? decodeSegwit(text, network, marks)
    : decodeBase58(text, network, marks);
  // The service knows mainnet only; its pattern is narrower than Bitcoin's own rules.
  if (!("code" in decoded) && network === "mainnet" && !bitcoinAddressPattern.test(text)) {
    return fault(
      "pattern",
      "The service does not accept the address in this form: write it in lower case.",
    );
  }
  return decoded;
}

function decodeBase58(
  text: string,
  network: BitcoinNetwork,
  { pubKeyHash, scriptHash }: NetworkParams,
): DecodedAddress {
  const payload = decodeBase58Check(text);
  if (payload === "characters")
    return fault("characters", "A character in it never stands in a Bitcoin address.");
  if (payload === "checksum")
    return fault(
      "checksum",
      "The checksum does not fit: a character is mistyped, missing or too many.",
    );
  if (payload === "length" || payload.length !== 21)
    return fault("form", "It is not as long as an address is.");
  const [version] = payload;
  const program = payload.slice(1);
  if (version === pubKeyHash) return { kind: "P2PKH", program };
  if (version === scriptHash) return { kind: "P2SH", program };
  return fault("network", `It is not an address of ${network}: its version byte is ${version}.`);
}

function decodeSegwit(text: string, network: BitcoinNetwork, marks: NetworkParams): DecodedAddress {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase())
    return fault("mixed_case", "Upper and lower case stand side by side in it.");
  // Not of the lower case: other scripts have letters whose lower case is a Latin one.
  const data = text.slice(text.indexOf("1") + 1);
  if (!/^[02-9ac-hj-np-z]*$/i.test(data))
    return fault("characters", "A character in it never stands in a bech32 address.");
  // A version, a program of at least two bytes, and the checksum.
  if (data.length < 11 || text.length > 90)
    return fault("form", "It is not as long as an address is.");
  let parts: { version: number; prefix: string; data: Uint8Array };
  try {
    parts = address.fromBech32(lower);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (message.includes("wrong encoding"))
      return fault(
        "encoding",
        "Version 0 is written in bech32 and later ones in bech32m; here it is the other way round.",
      );
    if (/padding/.test(message)) return fault("form", "Bits are left over at its end.");
    return fault(
      "checksum",
      "The checksum does not fit: a character is mistyped, missing or too many.",
    );
  }
  const { version, prefix, data: program } = parts;
  if (prefix !== marks.bech32)
    return fault("network", `It is not an address of ${network}: it begins with ${prefix}.`);
  if (version === 0) {
    if (program.length === 20) return { kind: "P2WPKH", program };
    if (program.length === 32) return { kind: "P2WSH", program };
    return fault(
      "program_length",
      `A version 0 address holds 20 or 32 bytes, and this one ${program.length}.`,
    );
  }
  if (version !== 1)
    return fault("witness_version", `Nobody can safely spend from witness version ${version} yet.`);
  if (program.length !== 32)
    return fault(
      "program_length",
      `A taproot address holds 32 bytes, and this one ${program.length}.`,
    );
  if (!ecc().isXOnlyPoint(program))
    return fault("off_curve", "Its key is no point of the curve: what is sent there is lost.");
  return { kind: "P2TR", program };
}
