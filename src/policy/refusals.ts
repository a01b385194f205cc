import type { RefusedRule, SigningProblem } from "../errors/signing.js";
import { findProblems } from "../signing/shared/problems.js";
import { formatUnits } from "./units.js";

/** Why the policy does not allow something. */
export interface Refusal extends RefusedRule {
  readonly path: string;
  readonly expected: string;
  readonly actual: unknown;
}

/** What must be reserved in one window, in units. */
export interface Claim {
  readonly key: string;
  readonly amount: bigint;
  readonly path: string;
  readonly window: { readonly hours: number; readonly max: string };
  readonly rule: "windows" | "mandate_used";
}

/** The refusal of a claim of which only these units are left. */
export function toRefusal({ rule, window, path, amount }: Claim, units: bigint): Refusal {
  if (rule === "mandate_used")
    return {
      rule,
      path,
      expected: "an intent that was not signed with a mandate",
      actual: "one that was",
    };
  const left = formatUnits(units > 0n ? units : 0n);
  const { hours, max } = window;
  const expected = `at most ${left}, which is left of ${max} in ${hours} hours`;
  return { rule, path, window: { hours, max }, left, expected, actual: formatUnits(amount) };
}

export const toProblems = (refusals: readonly Refusal[]): SigningProblem[] =>
  findProblems((report) => {
    for (const { path, expected, actual, ...policy } of refusals)
      report("policy", path, expected, actual, { policy });
  }).problems;
