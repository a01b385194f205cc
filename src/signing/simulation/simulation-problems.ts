import { severityOf } from "../../errors/problem-severity.js";
import type { SigningProblem, SigningProblemCode } from "../../errors/signing.js";
import { redactSecrets, redactUrls, sanitizeText } from "../shared/text/plain-text.js";

/** Creates a problem without secrets: the messages of nodes contain URLs with API keys. */
export function createProblem(
  code: SigningProblemCode,
  path: string,
  unsafeExpected: string,
  unsafeReceived: string,
): SigningProblem {
  const [expected, received] = [toSafeText(unsafeExpected), toSafeText(unsafeReceived)];
  const message = `${path}: expected ${expected}, got ${received}`;
  return { code, path, severity: severityOf(code), expected, received, message };
}

const toSafeText = (text: string) => sanitizeText(redactSecrets(redactUrls(text)));

/** Why nothing is known about what an operation changes. */
type UnknownCode =
  | "not_simulated"
  | "call_data_missing"
  | "simulated_revert"
  | "simulated_unmeasured";

/**
 * The reason why an operation was not simulated. It is not thrown to callers. `not_simulated` is
 * only what no operation can cause: `accept` must not lift it together with what an attacker can.
 */
export class NotSimulated extends Error {
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly received: string,
    readonly code: UnknownCode = "not_simulated",
  ) {
    super(`${path}: expected ${expected}, got ${received}`);
  }
}

export function toProblem({ code, path, expected, received }: NotSimulated): SigningProblem {
  return createProblem(code, path, expected, received);
}

export function createMissingData(
  path: string,
  received: string,
  expected = "the operation as typed data",
): NotSimulated {
  return new NotSimulated(path, expected, received, "call_data_missing");
}
