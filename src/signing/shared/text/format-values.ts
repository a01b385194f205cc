import { bitcoinAddressPattern } from "../../../contract/shared/addresses/bitcoin-address.js";
import { evmAddressPattern } from "../../../contract/shared/patterns.js";
import { formatDecimal, parseAmount, parseDecimal } from "../decimal.js";
import { toOptionalWords, toWords } from "./plain-text.js";

// Values of a response for a line of text. Any other text in their place could say anything to the
// user, so it is not shown.

const isBlank = (value: unknown) => toOptionalWords(value) === undefined;

export const unreadableAmount = "an unreadable amount";

/** In canonical form: leading zeros could hide the digits after them. */
export function formatAmountText(value: unknown): string | undefined {
  if (isBlank(value)) return undefined;
  if (parseAmount(value) === undefined) return unreadableAmount;
  const exact = parseDecimal(value);
  return toWords(exact === undefined ? Number(value) : formatDecimal(exact));
}

export function formatAddress(value: unknown): string | undefined {
  if (isBlank(value)) return undefined;
  const isAddress =
    typeof value === "string" &&
    (evmAddressPattern.test(value) || bitcoinAddressPattern.test(value));
  return isAddress ? value : "an unreadable address";
}

/** One identifier of up to three parts and one digit: not an amount, and not a sentence. */
const feeTypePattern = /^[A-Za-z]{1,16}(?:[_-][A-Za-z]{1,16}){0,2}(?:[_-]?\d)?$/;
const maxFeeTypeLength = 24;

export function formatFeeType(value: unknown): string {
  if (isBlank(value)) return "FEE";
  const isType =
    typeof value === "string" && value.length <= maxFeeTypeLength && feeTypePattern.test(value);
  return isType ? value : "of an unreadable type";
}
