import type { SigningProblemCode } from "../../errors/signing.js";
import { redactUrls } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import type { OperationSimulation } from "./simulation-types.js";

type UnknownCode = Extract<
  SigningProblemCode,
  "not_simulated" | "call_data_missing" | "simulated_revert" | "simulated_unmeasured"
>;

// `not_simulated` is only what no operation can cause: `accept` must not lift it together with what
// an attacker can.

/** Why nothing is known about what an operation changes. It is not thrown to callers. */
export class NotSimulated extends Error {
  constructor(
    readonly code: UnknownCode,
    readonly path: string,
    readonly expected: string,
    readonly received: unknown,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

/** The operation is too large, or changes too often, to be measured. */
export const createUnmeasured = (expected: string, received: unknown, path = "simulate") =>
  new NotSimulated("simulated_unmeasured", path, expected, received);

export function createMissingSimulation(reasons: readonly NotSimulated[]): OperationSimulation {
  const { problems } = findProblems((report) => {
    for (const { code, path, expected, received } of reasons)
      report(code, path, expected, received);
  });
  return { isSimulated: false, problems, changes: [], approvals: [], text: "" };
}

export const createMissingData = (path: string) =>
  new NotSimulated("call_data_missing", path, "the operation as typed data", undefined);

/** The reason of an error of viem in one line. Other values have no reason that is safe to show. */
export function describeError(error: unknown): string {
  try {
    const { shortMessage, name } = Object(error) as Record<string, unknown>;
    // Not the message and the details: a node's response may quote its URL with the key.
    const text = typeof shortMessage === "string" ? shortMessage : name;
    return typeof text === "string" ? redactUrls(text.replace(/\s+/g, " ")) : "an unknown error";
  } catch {
    return "an unknown error";
  }
}
