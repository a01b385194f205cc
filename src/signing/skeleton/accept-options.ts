import type { SigningDigests } from "../../contract/shared/statement.js";
import type { SigningProblem, SigningProblemCode } from "../../errors/signing.js";
import type { SigningPolicy } from "./policy.js";
import type { Receipts } from "./receipts.js";

/** What is shown to the user before signing. */
export interface SigningDescription {
  /** All facts in plain words, one per line. */
  text: string;
  digests: SigningDigests;
}

/** How to decide about problems that can be right, a policy, and a signal to give up. */
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
  /** What may be signed, and how much in a time: see `createSigningPolicy` of `bursar/policy`. */
  policy?: SigningPolicy | undefined;
  /**
   * Called with a receipt of each decision, and by a run with each outcome, and awaited: see
   * `createReceipts` of `bursar/receipts`. No signature is returned before its receipt is written.
   * If that fails, the call rejects with the error, and the amounts of the policy are released.
   */
  receipts?: Receipts | undefined;
  /**
   * Rejects at once with `AbortedError`, also while the signer is called or the user is asked.
   * A signature that arrives later is dropped, and nothing else is signed.
   */
  signal?: AbortSignal | undefined;
}
