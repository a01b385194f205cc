import { formatToken } from "../quote/format-token.js";
import { formatAddress, formatAmountText, formatFeeType } from "./format-values.js";
import { isNone, isObject } from "./problems.js";

/** Any number of fees of zero could push the warnings out of sight. */
export const maxFeeLines = 20;

type Line = readonly [title: string, values: readonly string[]];

/** One line per fee of a cancellation. Nothing in them is checked. */
export function formatStatedFees(fees: unknown, chainId: unknown): Line[] {
  if (isNone(fees)) return [];
  if (!Array.isArray(fees)) return [["Fee", ["an unreadable list of fees"]]];
  // Array.from() visits the holes of a sparse array.
  const lines = Array.from(fees.slice(0, maxFeeLines), (fee) => formatFee(Object(fee), chainId));
  const more = fees.length - maxFeeLines;
  return more > 0 ? [...lines, ["Fee", [`${more} more`]]] : lines;
}

function formatFee(fee: Record<string, unknown>, chainId: unknown): Line {
  const { type, amount, nativeAmount, percent, recipient, tokenAddress } = fee;
  const value = formatAmountText(isObject(amount) ? amount.value : amount) ?? "an unknown amount";
  const native = formatAmountText(nativeAmount);
  const share = formatAmountText(percent);
  // The same fee in other units, each of which could be the higher one.
  const others = [
    ...(native ? [`${native} of the chain's native coin`] : []),
    ...(share ? [`${share}%`] : []),
  ].join(", ");
  const receiver = formatAddress(recipient);
  const stated = `${value} of ${formatToken(tokenAddress, chainId)}`;
  const equal = others ? ` (also stated as ${others})` : "";
  return [
    `Fee (${formatFeeType(type)})`,
    [`${stated}${equal}${receiver ? `, to ${receiver}` : ""}`],
  ];
}
