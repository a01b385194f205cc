import { getAddress } from "viem/utils";
import { ConfigurationError } from "../../errors/data.js";
import { isMissing } from "../../shared/guards.js";
import { isPlainObject } from "../../shared/is-plain.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { formatToken } from "./format.js";
import { formatValue, toPlainText } from "./plain-text.js";

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
