import { isMissing, isNone, isObject } from "../../contract/shared/guards.js";
import { hashPattern } from "../../contract/shared/patterns.js";
import {
  type SigningProblem,
  type SigningProblemCode,
  UnsafeToSignError,
} from "../../errors/signing.js";
import { formatValue, redactKeys, sanitizeText } from "./plain-text.js";

export { isMissing, isNone, isObject };

/** Notes one thing that does not add up: what was expected there, in words, and what stood there. */
export type ReportProblem = (
  code: SigningProblemCode,
  path: string,
  expected: string | number,
  actual: unknown,
) => undefined;

/** Where hashes stand, and where the bytes of a message do. */
const ofHashes: readonly SigningProblemCode[] = ["hash", "quote_id", "not_asked", "typed_data"];
const ofBytes: readonly SigningProblemCode[] = ["out_of_range", "wrong_length"];

/** Elsewhere, such as in the place of an address, 32 bytes of hex can only be a key that was passed by mistake. */
function isQuotable(code: SigningProblemCode, value: unknown): boolean {
  return ofBytes.includes(code) || (ofHashes.includes(code) && isHash(value));
}

/** Collects problems, so that one refusal names them all. Text from the wire is cleaned: it ends up in logs and dialogs. */
export function collectProblems(check: (report: ReportProblem) => void): SigningProblem[] {
  const problems: SigningProblem[] = [];
  check((code, where, wanted, value) => {
    const path = sanitizeText(where);
    const text = typeof wanted === "string" ? wanted : formatValue(wanted);
    const words = sanitizeText(ofHashes.includes(code) ? text : redactKeys(text));
    // Before it is cut, so that no part of a key stays; and a number can be one too.
    const actual = isQuotable(code, value)
      ? formatValue(value)
      : redactKeys(formatValue(typeof value === "string" ? redactKeys(value) : value));
    // Where one is a text and the other a number, both would look the same.
    const expected = words === actual && typeof wanted === "string" ? formatValue(words) : words;
    problems.push({
      code,
      path,
      expected,
      actual,
      message: `${path}: expected ${expected}, got ${actual}`,
    });
    return undefined;
  });
  return problems;
}

/** Answers with what is read only where nothing was reported. */
export function assertNoProblems<T>(
  subject: string,
  read: (report: ReportProblem) => T | undefined,
  hint?: string,
): T {
  let value: T | undefined;
  const problems = collectProblems((report) => {
    value = read(report);
  });
  if (problems.length > 0) throw new UnsafeToSignError(subject, problems, { hint });
  return value as T;
}

/** The same for what stands further down. */
export function prefixPath(report: ReportProblem, path: string): ReportProblem {
  return (code, below, ...values) => report(code, `${path}.${below}`, ...values);
}

/** The same report, and whether nothing has been reported to it. */
export function trackProblems(to: ReportProblem): [report: ReportProblem, isSound: () => boolean] {
  let sound = true;
  const report: ReportProblem = (...problem) => {
    sound = false;
    return to(...problem);
  };
  return [report, () => sound];
}

export function isHash(value: unknown): value is `0x${string}` {
  return typeof value === "string" && hashPattern.test(value);
}

/**
 * Whether two values are there and mean the same. Hex and bech32 mean the same in any case; the other Bitcoin addresses mean their
 * letter case.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return a === b && !isMissing(a);
  return a === b || (/^(?:0x|bc1)/i.test(a) && a.toLowerCase() === b.toLowerCase());
}

/** Reports what is not the same. */
export function checkEqual(
  report: ReportProblem,
  code: SigningProblemCode,
  path: string,
  expected: string | number,
  actual: unknown,
): void {
  if (!isEqual(expected, actual)) report(code, path, expected, actual);
}

export function checkHash(
  report: ReportProblem,
  code: SigningProblemCode,
  path: string,
  actual: unknown,
): void {
  if (!isHash(actual)) report(code, path, "a 32-byte hash: 0x and 64 hex digits", actual);
}
