import type { SigningProblem } from "../../src/index.js";
import type { Fields } from "./costs-judge.js";
import { readDecimal } from "./rational.js";

/** Text that can contain many digits and is no amount: hex, Bitcoin addresses, and times. */
const otherDigits = /0x[\da-f]*|\bbc1\w+|\d{4}-\d\d-\d\dT[\d:.]+Z/gi;
const amountPath = /amount|price|fee/i;
const unreadable = [/[\d.]{25,}/, /\d[eE][-+]?\d/, /hex digits \(not shown/];

const isReadable = (text: string) => {
  const rest = text.replace(otherDigits, "");
  return !unreadable.some((pattern) => pattern.test(rest));
};

/** The value of a response that a problem is about. */
const getStated = (response: Fields, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((key) => key !== "")
    .reduce<unknown>((value, key) => Object(value)[key], response);

/** Each string of a summary, and each line of its text. */
function listLines(value: unknown): string[] {
  if (typeof value === "string") return value.split("\n");
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listLines);
}

/**
 * Lists the texts of problems and the lines of a description whose amounts are not written as a
 * person writes them. A value that is no amount is quoted as the response states it.
 */
export function findUnreadable(
  response: Fields,
  problems: readonly SigningProblem[],
  summary: object | undefined,
): string[] {
  const texts = problems.flatMap(({ path, expected, received, message }) => {
    if (!amountPath.test(path)) return [];
    const stated = getStated(response, path);
    const isAmount = typeof stated === "number" || readDecimal(stated) !== undefined;
    return isAmount ? [expected, received, message] : [expected];
  });
  return [...texts, ...listLines(summary)].filter((text) => !isReadable(text));
}
