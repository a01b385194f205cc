import { SigningError } from "../../errors/signing.js";
import { redactKeys, redactUrls, sanitizeText } from "../shared/plain-text.js";
import { isMissing } from "../shared/problems.js";

/** What a signer threw, as an error that holds nothing of it but its name, its code and the first line of its message. */
export function toSigningError(subject: string, thrown: unknown): SigningError {
  const { rejected, ...cause } = readFailure(thrown);
  const what = rejected
    ? "declined in the wallet; nothing was signed"
    : `the signer failed: ${cause.message ?? "no reason given"}`;
  const hint = rejected
    ? "Ask again only when the person wants to."
    : "Nothing was handed out. See the cause.";
  return new SigningError(`${subject}: ${what}`, { rejected, cause, hint });
}

/** What is kept of a failure. */
interface Failure {
  name?: string | undefined;
  code?: string | number | undefined;
  message?: string | undefined;
  rejected: boolean;
}

/** The failure itself holds addresses of nodes, with keys in them, and requests. */
function readFailure(thrown: unknown): Failure {
  try {
    const { name, code, message } = Object(thrown) as Record<string, unknown>;
    return {
      name: redactFirstLine(name),
      code: typeof code === "number" ? code : redactFirstLine(code),
      message: redactFirstLine(typeof thrown === "string" ? thrown : message),
      rejected: isRejection(Object(thrown)),
    };
  } catch {
    // Some failures cannot even be read.
    return { rejected: false };
  }
}

/** Code 4001 of EIP-1193, however deep a library has wrapped it; ethers has a word for it. */
function isRejection({ code, cause }: { code?: unknown; cause?: unknown }, depth = 0): boolean {
  return (
    code === 4001 ||
    code === "ACTION_REJECTED" ||
    (!isMissing(cause) && depth < 9 && isRejection(cause, depth + 1))
  );
}

function redactFirstLine(text: unknown): string | undefined {
  return typeof text === "string"
    ? sanitizeText(redactKeys(redactUrls(text.split(/[\r\n\u2028\u2029]/, 1)[0] as string)), 200)
    : undefined;
}
