import type { SigningProblem, SwapQuote } from "../../../src/index.js";
import type { describeQuote } from "../../../src/signing/index.js";
import { readScaled } from "./random-numbers.js";
import { getAt } from "./test-quotes.js";

type Summary = ReturnType<typeof describeQuote>;

/** Text that can contain many digits and is no amount: hex, Bitcoin addresses, and times. */
const otherDigits = /0x[\da-f]*|\bbc1\w+|\d{4}-\d\d-\d\dT[\d:.]+Z/gi;
const amountPath = /amount|price|fee/i;
const longRun = /[\d.]{25,}/;
const exponent = /\d[eE][-+]?\d/;
const hidden = "hex digits (not shown";

/** Returns why a text with amounts does not read as a person writes amounts. */
function findUnreadable(text: string): string[] {
  const rest = text.replace(otherDigits, "");
  const found = [longRun.exec(rest)?.[0], exponent.exec(rest)?.[0]];
  if (text.includes(hidden)) found.push(hidden);
  return found.filter((each) => each !== undefined);
}

/** The value of a quote that a problem is about. */
function getStated(quote: SwapQuote, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  return getAt(
    quote,
    keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
  );
}

/**
 * Lists the problems and the lines of a description whose amounts are not written as a person
 * writes them. A value that is no amount is quoted as the response states it.
 */
export function findLongAmounts(
  quote: SwapQuote,
  problems: readonly SigningProblem[],
  summary: Summary | undefined,
): string[] {
  const found = problems.flatMap(({ path, expected, received, message }) => {
    if (!amountPath.test(path)) return [];
    const stated = getStated(quote, path);
    const isAmount = typeof stated === "number" || readScaled(stated) !== undefined;
    const texts = isAmount ? [expected, received, message] : [expected];
    return texts.filter((text) => findUnreadable(text).length > 0);
  });
  return [...found, ...listLines(summary).filter((line) => findUnreadable(line).length > 0)];
}

/** Each string of a summary, and each line of its text. */
function listLines(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n");
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listLines);
}
