import type { SigningProblem, SigningProblemCode } from "../errors/signing.js";

/** One problem, told in one line that names both values. */
export function problem(code: SigningProblemCode, path: string, expected: string, actual: string): SigningProblem {
  return { code, path, expected, actual, message: `${path}: expected ${expected}, got ${actual}` };
}

const longest = 140;

/** A value as an error quotes it: with no control character, and not at any length. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    return value.length > longest ? `${JSON.stringify(value.slice(0, longest))}… (${value.length} characters)` : JSON.stringify(value);
  }
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" || typeof value === "symbol" ? `a ${typeof value}` : String(value);
}
