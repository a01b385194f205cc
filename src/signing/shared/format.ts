import { getAddress } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { chainNames } from "../../contract/shared/chains/chain-names.js";
import { tokenAddresses } from "../../contract/shared/token-addresses.js";
import { ConfigurationError } from "../../errors/data.js";
import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import { isMissing } from "../../shared/guards.js";
import { isPlainObject } from "../../shared/is-plain.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { type Decimal, formatDecimal, formatShort, maxDigits, parseAmount } from "./decimal.js";
import { formatValue, toOptionalWords, toPlainText } from "./plain-text.js";
import { normalizeToken } from "./same-token.js";

// Values of a response for a line of text. Any other text in their place could say anything to the
// user, so it is not shown.

export const notStated = "not stated";
export const unreadableAmount = "an unreadable amount";

export type Line = readonly [title: string, values: string | readonly string[] | undefined];

/** Writes one `title: value` line per value. */
export function formatLines(parts: readonly Line[]): string {
  const lines = parts.flatMap(([title, values = []]) =>
    [values].flat().map((value) => `${title}: ${value}`),
  );
  return lines.join("\n");
}

/** A chain id given as a number, in decimal digits or in hex. None has more than 20 digits. */
export function formatChain(chainId: unknown): string {
  const text = typeof chainId === "bigint" ? String(chainId) : toPlainText(chainId, 80);
  const id = /^0x[0-9a-f]{1,16}$/i.test(text) ? String(BigInt(text)) : text;
  if (!/^\d{1,20}$/.test(id)) return "an unreadable chain";
  return Object.hasOwn(chainNames, id) ? `${chainNames[id as never]} (${id})` : `chain ${id}`;
}

export function formatAmount(value: Decimal): string {
  const text = formatDecimal(value);
  return text.length > maxDigits ? formatShort(value) : text;
}

/** In canonical form: leading zeros could hide the digits after them. */
export function formatStated(value: unknown): string | undefined {
  if (toOptionalWords(value) === undefined) return undefined;
  const amount = parseAmount(value);
  return amount === undefined ? unreadableAmount : formatAmount(amount);
}

export function formatAddress(value: unknown): string | undefined {
  if (toOptionalWords(value) === undefined) return undefined;
  const isAddress =
    typeof value === "string" &&
    (evmAddressPattern.test(value) || bitcoinAddressPattern.test(value));
  return isAddress ? value : "an unreadable address";
}

export const formatPart = ({ amount = "an unknown amount", token }: Part) =>
  `${amount} of ${token}`;

interface Part {
  amount: string | undefined;
  token: string;
}

type ListedChainId = keyof typeof tokenAddresses;

/** The address of a token, with its name if the package knows it, or words for the native coin. */
export function formatToken(address: unknown, chainId: unknown): string {
  if (isMissing(address)) return "an unknown token";
  if (normalizeToken(address, chainId) === nativeToken) return "the chain's native coin";
  const text = formatAddress(address) ?? "an unknown token";
  // Reading the text of an object could run its code.
  const known = typeof chainId === "number" && tokenAddresses[chainId as ListedChainId];
  const entries = Object.entries<string>(known || {});
  const [name] = entries.find(([, each]) => each.toLowerCase() === text.toLowerCase()) ?? [];
  return name ? `${name} (${text})` : text;
}

/** Your name for a token, by its address with its checksum. */
export type TokenName = (address: string, chainId: number) => string | undefined;

/** An option of functions that describe what is signed. */
export interface NamingOptions {
  /**
   * Your names for tokens, by address: an object, or a function that gets the address with its
   * checksum. Do not use the service's names: every token can be named USDC.
   * @defaultValue the name in `tokenAddresses` with the address, or the address
   */
  tokenName?: TokenName | Readonly<Record<string, string>> | undefined;
}

/** Returns how a token is written. */
export type NameToken = (address: unknown, chainId: number) => string;

export function createNameToken(subject: string, tokenName: NamingOptions["tokenName"]): NameToken {
  const find = isMissing(tokenName) ? undefined : toFunction(subject, tokenName);
  return (address, chainId) => {
    const text = toPlainText(address);
    const name = find?.(evmAddressPattern.test(text) ? getAddress(text) : text, chainId);
    return isMissing(name) ? formatToken(address, chainId) : toPlainText(name);
  };
}

/** Addresses are compared without their letter case. */
function toFunction(subject: string, names: NonNullable<NamingOptions["tokenName"]>): TokenName {
  if (typeof names === "function") return names;
  if (!isPlainObject(names)) {
    const expected = "a function, or an object of names by address";
    const message = `${subject}: tokenName: expected ${expected}, got ${formatValue(names)}`;
    throw new ConfigurationError(message);
  }
  const entries = Object.entries(names).map(([address, name]) => [address.toLowerCase(), name]);
  const known = new Map(entries as [string, string][]);
  return (address) => known.get(address.toLowerCase());
}

/** One identifier of up to three parts and one digit: not an amount, and not a sentence. */
const feeTypePattern = /^(?=.{1,24}$)[A-Za-z]{1,16}(?:[_-][A-Za-z]{1,16}){0,2}(?:[_-]?\d)?$/;

export function formatFeeType(value: unknown): string {
  if (toOptionalWords(value) === undefined) return "FEE";
  return typeof value === "string" && feeTypePattern.test(value) ? value : "of an unreadable type";
}
