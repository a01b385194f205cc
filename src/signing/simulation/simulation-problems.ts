import { severityOf } from "../../errors/problem-severity.js";
import type { SigningProblem, SigningProblemCode } from "../../errors/signing.js";
import { redactSecrets, redactUrls, sanitizeText } from "../shared/plain-text.js";

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

/** The reason why an operation cannot be simulated. It is not thrown to callers. */
export class NotSimulated extends Error {
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly received: string,
  ) {
    super(`${path}: expected ${expected}, got ${received}`);
  }
}

export function toProblem({ path, expected, received }: NotSimulated): SigningProblem {
  return createProblem("not_simulated", path, expected, received);
}
