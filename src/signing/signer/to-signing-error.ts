import { SigningError } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import { redactSecrets, redactUrls, sanitizeText } from "../shared/plain-text.js";

/** Wraps what a signer threw. Keeps only its name, its code and the first line of its message. */
export function toSigningError(subject: string, thrown: unknown): SigningError {
  const { rejected, ...cause } = readFailure(thrown);
  const what = rejected
    ? "declined in the wallet; nothing was signed"
    : `the signer failed: ${cause.message ?? "no reason given"}`;
  const hint = rejected
    ? "Ask again only if the user wants to."
    : "No signature was returned. See the cause.";
  return new SigningError(`${subject}: ${what}`, { rejected, cause, hint });
}

interface Failure {
  name?: string | undefined;
  code?: string | number | undefined;
  message?: string | undefined;
  rejected: boolean;
}

/** The thrown value itself can contain node URLs with API keys, and requests. */
export function readFailure(thrown: unknown): Failure {
  try {
    const { name, code, message } = Object(thrown) as Record<string, unknown>;
    return {
      name: redactFirstLine(name),
      code: typeof code === "number" ? code : redactFirstLine(code),
      message: redactFirstLine(typeof thrown === "string" ? thrown : message),
      rejected: isRejection(Object(thrown)),
    };
  } catch {
    // A getter of the thrown value threw.
    return { rejected: false };
  }
}

/** Finds code 4001 of EIP-1193, or the code of ethers, also in wrapped causes. */
function isRejection({ code, cause }: { code?: unknown; cause?: unknown }, depth = 0): boolean {
  return (
    code === 4001 ||
    code === "ACTION_REJECTED" ||
    (!isMissing(cause) && depth < 9 && isRejection(cause, depth + 1))
  );
}

function redactFirstLine(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const [line = ""] = text.split(/[\r\n\u2028\u2029]/, 1);
  return sanitizeText(redactSecrets(redactUrls(line)), 200);
}
