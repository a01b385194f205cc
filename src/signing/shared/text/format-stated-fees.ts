import { isMissing, isNone, isObject } from "../problems.js";
import { formatToken } from "./format-token.js";
import { formatAddress, formatAmountText, formatFeeType } from "./format-values.js";

/** Any number of fees of zero could push the warnings out of sight. */
export const maxFeeLines = 20;

type Line = readonly [title: string, values: readonly string[]];

/** One line per fee of a cancellation, those of zero last. Nothing in them is checked. */
export function formatStatedFees(fees: unknown, chainId: unknown): Line[] {
  if (isNone(fees)) return [];
  if (!Array.isArray(fees)) return [["Fee", ["an unreadable list of fees"]]];
  // Array.from() visits the holes of a sparse array.
  const list = Array.from(fees, (fee): Record<string, unknown> => Object(fee));
  const sorted = [...list.filter((fee) => !isFree(fee)), ...list.filter(isFree)];
  const lines = sorted.slice(0, maxFeeLines).map((fee) => formatFee(fee, chainId));
  const more = fees.length - maxFeeLines;
  return more > 0 ? [...lines, ["Fee", [`${more} more`]]] : lines;
}

/** Whether every number of a fee is zero. */
function isFree({ amount, nativeAmount, percent }: Record<string, unknown>): boolean {
  const numbers = [isObject(amount) ? amount.value : amount, nativeAmount, percent];
  const stated = numbers.filter((number) => !isMissing(number));
  return stated.length > 0 && stated.every((number) => formatAmountText(number) === "0");
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
