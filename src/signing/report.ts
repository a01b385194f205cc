import type { SigningProblem, SigningProblemCode } from "../errors/signing.js";
import { plainText } from "./plain-text.js";

/** Notes one thing that does not add up: what was expected there, and what stood there. */
export type Report = (code: SigningProblemCode, path: string, expected: unknown, actual: unknown, why: string) => void;

/** Collects problems, so that one refusal names them all. Text from the wire is cleaned first: it ends up in logs and dialogs. */
export function collect(check: (report: Report) => void): SigningProblem[] {
  const problems: SigningProblem[] = [];
  check((code, path, expected, actual, why) => {
    const [wanted, seen] = [plainText(expected), plainText(actual)];
    // A chain id in words looks like the number it stands for.
    const got = seen === wanted || seen === "" ? `${JSON.stringify(seen)} (a ${typeof actual})` : seen;
    problems.push({ code, path, expected: wanted, actual: got, message: `${path}: ${why}: expected ${wanted}, got ${got}` });
  });
  return problems;
}

/** Null, absent and `{}` all mean "none" wherever the service may send an object. */
export function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}

export function isHash(value: unknown): value is `0x${string}` {
  return typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);
}

/** Hex and bech32 mean the same in any case; the other Bitcoin addresses mean their letter case. */
export function sameAddress(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  const anyCase = /^(?:0x|bc1)/i;
  return a === b || (anyCase.test(a) && a.toLowerCase() === b.toLowerCase());
}

export function sameText(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase();
}
