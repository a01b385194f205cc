import { isMissing, isNone, isObject } from "../../contract/shared/guards.js";
import { hashPattern } from "../../contract/shared/patterns.js";
import { severityOf } from "../../errors/problem-severity.js";
import {
  type SigningProblem,
  type SigningProblemCode,
  UnsafeToSignError,
  type UnsafeToSignOptions,
} from "../../errors/signing.js";
import { formatValue, redactSecrets, sanitizeText } from "./text/plain-text.js";

export { isMissing, isNone, isObject };

/**
 * Adds one problem. `expected` is a description, `actual` the value found at `path`. `isMistake`
 * says that the call is wrong with any response. Do not set it for an option that only a part of
 * the response requires, such as an authorization: an attacker could have added that part.
 */
export type ReportProblem = (
  code: SigningProblemCode,
  path: string,
  expected: string | number,
  actual: unknown,
  isMistake?: boolean,
) => undefined;

/** Problems whose values are hashes. Only these may show 32 bytes of hex. */
const hashCodes: readonly SigningProblemCode[] = ["hash", "quote_id", "not_asked", "typed_data"];
/** Problems whose values are the bytes of a message. */
const byteCodes: readonly SigningProblemCode[] = ["out_of_range", "wrong_length"];

/** Anywhere else, for example instead of an address, 32 bytes of hex could be a private key. */
function canShowHex(code: SigningProblemCode, value: unknown): boolean {
  return byteCodes.includes(code) || (hashCodes.includes(code) && isHash(value));
}

/** The result of all checks. */
export interface Findings<T> {
  /** What the checks returned. */
  value: T | undefined;
  /** Every problem, sanitized because problems end up in logs and UIs. */
  problems: SigningProblem[];
  /** What the caller should do about the problems, if it is not to request another response. */
  hint?: string | undefined;
}

/** Runs all checks and returns every problem. */
export function findProblems<T>(check: (report: ReportProblem) => T): Findings<T> {
  const problems: SigningProblem[] = [];
  let areMistakes = true;
  const value = check((code, unsafePath, expectedValue, value, isMistake = code === "request") => {
    areMistakes &&= isMistake;
    const path = sanitizeText(redactSecrets(unsafePath));
    const text = typeof expectedValue === "string" ? expectedValue : formatValue(expectedValue);
    const description = sanitizeText(redactSecrets(text, hashCodes.includes(code)));
    const received = formatValue(value, canShowHex(code, value));
    // Quote the expected string if it looks like the actual number, for example "1" and 1.
    const isAmbiguous = description === received && typeof expectedValue === "string";
    const expected = isAmbiguous ? formatValue(description) : description;
    const message = `${path}: expected ${expected}, got ${received}`;
    problems.push({ code, path, severity: severityOf(code), expected, received, message });
    return undefined;
  });
  return { value, problems, hint: createHint(problems, areMistakes) };
}

function createHint(problems: readonly SigningProblem[], areMistakes: boolean): string | undefined {
  if (problems.length > 0 && areMistakes)
    return "Correct the arguments of your call that the problems name.";
  return problems.some(({ code }) => code === "reverted")
    ? "It would fail on the chain. Correct what revertReason names, and request it again."
    : undefined;
}

/** Runs all checks and returns every problem. */
export function collectProblems(check: (report: ReportProblem) => void): SigningProblem[] {
  return findProblems(check).problems;
}

/** Returns the result of `check`, or throws an `UnsafeToSignError` with all problems it reports. */
export function assertNoProblems<T>(
  subject: string,
  check: (report: ReportProblem) => T | undefined,
  options?: UnsafeToSignOptions,
): T {
  const { value, problems, hint } = findProblems(check);
  if (problems.length > 0)
    throw new UnsafeToSignError(subject, problems, { ...options, hint: hint ?? options?.hint });
  return value as T;
}

/** Prefixes the path of every problem. */
export function prefixPath(report: ReportProblem, prefix: string): ReportProblem {
  return (code, path, ...values) => report(code, `${prefix}.${path}`, ...values);
}

/** Forwards problems to `report` and remembers whether there were any. */
export function trackProblems(
  report: ReportProblem,
): [report: ReportProblem, isValid: () => boolean] {
  let valid = true;
  const track: ReportProblem = (...problem) => {
    valid = false;
    return report(...problem);
  };
  return [track, () => valid];
}

export function isHash(value: unknown): value is `0x${string}` {
  return typeof value === "string" && hashPattern.test(value);
}

/**
 * Compares two values; missing values are never equal. Letter case is ignored in hex and bech32.
 * It is significant in all other Bitcoin addresses.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return a === b && !isMissing(a);
  return a === b || (/^(?:0x|bc1)/i.test(a) && a.toLowerCase() === b.toLowerCase());
}

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
