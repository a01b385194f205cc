import {
  type SigningProblem,
  type SigningProblemCode,
  UnsafeToSignError,
  type UnsafeToSignOptions,
} from "../../errors/signing.js";
import type { SigningDescription } from "../describe/signing-description.js";
import { toSigningError } from "../signer/to-signing-error.js";
import type { Fields } from "./read-fields.js";

/** How to decide about problems that can be right. */
export interface AcceptOptions {
  /**
   * Signs in spite of problems with these codes. Has no effect on fatal problems. An unknown code
   * is a `ConfigurationError`.
   */
  accept?: readonly SigningProblemCode[] | undefined;
  /**
   * Asks the user about the problems with the severity `"review"` that `accept` does not list. Only
   * `true` confirms. Is not called without such problems, nor if a problem is fatal. The
   * description names everything that is signed: of a quote, it is that of `describeQuote`.
   */
  confirm?:
    | ((
        problems: readonly SigningProblem[],
        description: SigningDescription,
      ) => boolean | PromiseLike<boolean>)
    | undefined;
}

// biome-ignore format: a compact table
export const acceptFields: Fields<AcceptOptions> = { accept: "codes", confirm: "function" };

/** What only a question to the user needs. It is a chunk of its own. */
type Descriptions = typeof import("../describe/descriptions.js");

interface Decision<Value, Opened> extends AcceptOptions {
  /** What will be signed. Without it, nothing is. */
  value: Value | undefined;
  hint?: string | undefined;
  describe(
    descriptions: Descriptions,
    value: Value,
    problems: readonly SigningProblem[],
  ): SigningDescription;
  /** Runs before the user is asked, so that no one confirms what the signer cannot sign. */
  open(value: Value): Opened;
  /** Runs after the user confirmed. */
  recheck(value: Value): void;
}

/**
 * The only place that decides whether something with problems is signed. Rejects with an
 * `UnsafeToSignError`, or returns the value and what `open` returned.
 */
export async function assertAccepted<Value, Opened>(
  subject: string,
  problems: readonly SigningProblem[],
  decision: Decision<Value, Opened>,
): Promise<[Value, Opened]> {
  const { value, accept, confirm, hint } = decision;
  const isFatal = problems.some(({ severity }) => severity !== "review");
  const toConfirm = problems.filter(({ code }) => !accept?.includes(code));
  const reject = (options: UnsafeToSignOptions): never => {
    throw new UnsafeToSignError(subject, isFatal ? problems : toConfirm, options);
  };
  if (isFatal || value === undefined) return reject({ hint });
  if (toConfirm.length > 0 && !confirm) {
    const codes = [...new Set(toConfirm.map(({ code }) => `"${code}"`))].join(", ");
    reject({
      hint: hint ?? `Show the problems to the user with confirm, or pass accept: [${codes}].`,
    });
  }
  const opened = decision.open(value);
  if (toConfirm.length === 0 || !confirm) return [value, opened];
  const descriptions = await import("../describe/descriptions.js").catch(() =>
    reject({ hint: "A chunk with the description was not loaded. Reload the page." }),
  );
  const description = decision.describe(descriptions, value, toConfirm);
  let isConfirmed: unknown;
  try {
    isConfirmed = await confirm([...toConfirm], description);
  } catch (error) {
    const { cause } = toSigningError(subject, error);
    reject({ cause, hint: "The function confirm threw. See the cause." });
  }
  if (isConfirmed !== true) reject({ rejected: true, hint: "The user did not confirm." });
  decision.recheck(value);
  return [value, opened];
}
