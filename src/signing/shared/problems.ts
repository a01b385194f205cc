import { sameAddress } from "../../contract/shared/addresses/same-address.js";
import {
  type MalformedDetail,
  type RefusedRule,
  type SigningProblem,
  UnsafeToSignError,
  type UnsafeToSignOptions,
} from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import { type Address, hashPattern } from "../../shared/patterns.js";
import {
  correctCall,
  problemSeverities,
  type SigningProblemCode,
} from "../../shared/problem-codes.js";
import { type Decimal, formatShort, maxDigits, parseAmount } from "./decimal.js";
import { formatValue, redactSecrets, sanitizeText } from "./plain-text.js";

interface ReportOptions {
  /**
   * The call is wrong with any response. Do not set it for an option that only a part of the
   * response requires, such as an authorization: an attacker could have added that part.
   */
  isMistake?: boolean;
  detail?: MalformedDetail;
  token?: Address | undefined;
  policy?: RefusedRule | undefined;
}

/** Adds one problem. `expected` is a description, `actual` the value found at `path`. */
export type ReportProblem = (
  code: SigningProblemCode,
  path: string,
  expected: string | number,
  actual: unknown,
  options?: ReportOptions,
) => undefined;

/** Problems whose values are hashes. Only these may show 32 bytes of hex. */
const hashCodes: readonly SigningProblemCode[] = ["hash", "quote_id", "not_asked", "typed_data"];
/** Problems whose values are the bytes of a message. */
const byteDetails: readonly unknown[] = ["out_of_range", "wrong_length"];

export interface Findings<T> {
  value: T | undefined;
  /** Every problem, sanitized because problems end up in logs and UIs. */
  problems: SigningProblem[];
  /** What the caller should do about the problems, if it is not to request another response. */
  hint?: string | undefined;
}

export function findProblems<T>(check: (report: ReportProblem) => T): Findings<T> {
  const problems: SigningProblem[] = [];
  let areMistakes = true;
  const value = check((code, path, expected, actual, options = {}) => {
    areMistakes &&= options.isMistake ?? code === "request";
    problems.push(createProblem(code, path, expected, actual, options));
    return undefined;
  });
  const hint = problems.length > 0 && areMistakes ? correctCall : undefined;
  return { value, problems: omitEffects(problems), hint };
}

/**
 * Omits problems that follow from a revert, such as a missing hash. A revert is fatal by itself, so
 * nothing is signed without them.
 */
function omitEffects(problems: SigningProblem[]): SigningProblem[] {
  if (!problems.some(isRevert)) return problems;
  return problems.filter(({ code }) => !effectsOfRevert.includes(code));
}

const isRevert = ({ code }: SigningProblem) =>
  code === "reverted" || code === "insufficient_balance";

const effectsOfRevert: readonly SigningProblemCode[] = ["hash", "nothing_to_sign", "quote_id"];

function createProblem(
  code: SigningProblemCode,
  unsafePath: string,
  expectedValue: string | number,
  value: unknown,
  { detail, token, policy }: ReportOptions,
): SigningProblem {
  const path = sanitizeText(redactSecrets(unsafePath));
  const text = typeof expectedValue === "string" ? expectedValue : formatValue(expectedValue);
  const description = sanitizeText(redactSecrets(text, hashCodes.includes(code)));
  // Anywhere else, for example instead of an address, 32 bytes of hex could be a private key.
  // The reason why a policy was stopped names an operation.
  const showsHex =
    byteDetails.includes(detail) ||
    (hashCodes.includes(code) && isHash(value)) ||
    policy?.rule === "frozen";
  // What is malformed is quoted as it is: it can be any field, not only an amount.
  const amount = code === "malformed" ? undefined : readLongAmount(value);
  const received = amount === undefined ? formatValue(value, showsHex) : formatShort(amount);
  // Quote the expected string if it looks like the actual number, for example "1" and 1.
  const isAmbiguous = description === received && typeof expectedValue === "string";
  const expected = isAmbiguous ? formatValue(description) : description;
  const message = `${path}: expected ${expected}, got ${received}`;
  const severity = problemSeverities[code];
  const problem: SigningProblem = { code, path, severity, expected, received, message };
  return {
    ...problem,
    ...(detail && { detail }),
    ...(token && { token }),
    ...(policy && { policy }),
  };
}

/** An amount with more digits than a person reads, or with an exponent. */
function readLongAmount(value: unknown): Decimal | undefined {
  const text = typeof value === "number" ? String(value) : value;
  const isLong = typeof text === "string" && (text.length > maxDigits || /e/i.test(text));
  return isLong ? parseAmount(text) : undefined;
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

/** Missing values are never equal. Letter case counts in Bitcoin addresses but bech32. */
export function isEqual(a: unknown, b: unknown): boolean {
  return (a === b && !isMissing(a)) || sameAddress(a as string, b as string);
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

/** Plain JavaScript can omit what TypeScript requires, which would disable a check. */
export function checkOption(
  report: ReportProblem,
  code: SigningProblemCode,
  path: string,
  name: string,
  value: unknown,
  isMistake = false,
): void {
  if (isMissing(value)) report(code, path, `the option ${name}`, value, { isMistake });
}

export function checkHash(
  report: ReportProblem,
  code: SigningProblemCode,
  path: string,
  actual: unknown,
): void {
  if (!isHash(actual)) report(code, path, "a 32-byte hash: 0x and 64 hex digits", actual);
}
