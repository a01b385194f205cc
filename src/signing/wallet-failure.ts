import { SigningError } from "../errors/signing.js";
import { clean, hideKeys, hidePaths } from "./plain-text.js";

/** What a signer threw, as an error that holds nothing of it but its name, its code and the first line of its message. */
export function failureOf(subject: string, thrown: unknown): SigningError {
  const { rejected, ...cause } = read(thrown);
  const what = rejected ? "declined in the wallet; nothing was signed" : `the signer failed: ${cause.message}`;
  const hint = rejected ? "Ask again only when the person wants to." : "Nothing was handed out. See the cause.";
  return new SigningError(`${subject}: ${what}`, { rejected, cause, hint });
}

/** The failure itself holds addresses of nodes, with keys in them, and requests. */
function read(thrown: unknown) {
  try {
    const { name, code, message } = Object(thrown) as Record<string, unknown>;
    return {
      name: firstLine(name),
      code: typeof code === "number" ? code : firstLine(code),
      message: firstLine(typeof thrown === "string" ? thrown : message) ?? none,
      rejected: isRejection(thrown),
    };
  } catch {
    // Some failures cannot even be read.
    return { message: none, rejected: false };
  }
}

const none = "no reason given";

/** Code 4001 of EIP-1193, however deep a library has wrapped it; ethers has a word for it. */
function isRejection(thrown: unknown): boolean {
  let at = thrown as { code?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; at && depth < 10; depth++) {
    if (at.code === 4001 || at.code === "ACTION_REJECTED") return true;
    at = at.cause as typeof at;
  }
  return false;
}

function firstLine(text: unknown): string | undefined {
  return typeof text === "string" ? clean(hideKeys(hidePaths(text.split(/[\r\n\u2028\u2029]/, 1)[0] as string)), 200) : undefined;
}
