import * as real from "@bitcoinerlab/secp256k1";
import type { Psbt } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect, vi } from "vitest";
import { type SignPsbtOptions, setEcc, signPsbt } from "../../src/bitcoin/index.js";
import { type SigningProblem, UnsafeToSignError } from "../../src/errors/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { buildPsbt, type InputPlan, keyA, receiverScript, secretA, secretB } from "./build-psbt.js";
import type { Kind, SpentOutput } from "./reference-implementation.js";

export const required = { requirePreviousTransactions: true };
export const allowed = { allowUnprovenValues: true };
export const pay = (value: bigint, script = receiverScript): SpentOutput => ({ script, value });
export const input = (plan: Partial<InputPlan> = {}): InputPlan => ({
  secret: secretA,
  kind: "P2WPKH",
  value: 100_000n,
  ...plan,
});
export const make = (...inputs: InputPlan[]): Psbt =>
  buildPsbt(inputs, [pay(inputs.reduce((sum, { value }) => sum + value, -2_000n))]).psbt;

/** Returns the problems. Asserts that nothing was signed, and that the message has each of them. */
export function catchProblems(
  psbt: Psbt,
  options: unknown = undefined,
  key = keyA,
): readonly SigningProblem[] {
  const sign = vi.fn(real.sign);
  const signSchnorr = vi.fn(real.signSchnorr);
  setEcc({ ...real, sign, signSchnorr });
  try {
    signPsbt(psbt, key, options as SignPsbtOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(sign).not.toHaveBeenCalled();
    expect(signSchnorr).not.toHaveBeenCalled();
    const { problems, message } = error as UnsafeToSignError;
    for (const problem of problems) {
      expect(problem.message).toContain(problem.expected);
      expect(problem.message).toContain(problem.received);
      // Problems of several entries that differ only in the position are one line.
      const withoutPositions = (text: string) => text.replace(/\[\d+\]/g, "[]");
      expect(withoutPositions(message)).toContain(withoutPositions(problem.message));
    }
    return problems;
  } finally {
    setEcc(undefined);
  }
  return [];
}
export const catchProblemPaths = (psbt: Psbt, options: SignPsbtOptions, key = keyA): string[] =>
  catchProblems(psbt, options, key).map(({ code, path }) => `${code} ${path}`);
export const unprovenAt = (...indices: number[]): string[] =>
  indices.map((i) => `previous_transaction inputs[${i}].nonWitnessUtxo`);

/** Asserts that exactly the unproven inputs are rejected if previous transactions are required. */
export function rejectUnproven(numRuns: number): void {
  const plan = fc.record({
    secret: fc.constantFrom(secretA, secretB),
    kind: fc.constantFrom<Kind>("P2WPKH", "P2TR"),
    value: fc.bigInt({ min: 50_000n, max: 90_000n }),
    give: fc.constantFrom("previous" as const, "witness" as const, "both" as const),
  });
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 4 }), (others) => {
      const inputs = [input({ give: "both" }), ...others];
      // The signature of a proven taproot input of ours commits to all values.
      const isCommitted = others.some(
        ({ secret, kind, give }) => secret === secretA && kind === "P2TR" && give !== "witness",
      );
      const isRefused = ({ kind, give }: InputPlan): boolean =>
        give === "witness" && (kind === "P2WPKH" || !isCommitted);
      expect(catchProblemPaths(make(...inputs), required)).toEqual(
        unprovenAt(...inputs.flatMap((each, i) => (isRefused(each) ? i : []))),
      );
    }),
    { numRuns, seed: chooseSeed() },
  );
}
