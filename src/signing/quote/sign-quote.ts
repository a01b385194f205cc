import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { LimitOrderRequest, SwapQuote } from "../../contract/swap/types.js";
import { checkOwner } from "../operation/check-operation.js";
import {
  type SignedLimitOrder,
  signCheckedOperation,
} from "../operation/sign-checked-operation.js";
import { assertNoProblems } from "../shared/problems.js";
import type { Signer } from "../signer/resolve-signer.js";
import { takeSnapshot } from "../signer/take-snapshot.js";
import { type CheckQuoteOptions, validateQuote } from "./check-quote.js";

/** What `signQuote` holds a quote against, and who signs it. */
export interface SignQuoteOptions extends CheckQuoteOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
}

/**
 * Checks a quote against the request it answers (see `checkQuote`), and only then signs what it asks for: the 32 bytes of the operation's
 * hash, for the first operation of an EIP-7702 wallet the authorization (to one of your `delegates`), for a limit order its typed data, for a real-world asset the
 * approval. What the signer cannot do is said before it is asked for anything. Each signature is compared with the owner.
 * The result goes to `client.operations.execute` as it is.
 *
 * @throws {UnsafeToSignError} with every problem, each with both values: then the signer was not called.
 * @throws {UnsupportedSignerError} when the signer cannot sign all of it: then nothing was signed.
 * @throws {SignatureMismatchError} when a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // the wallet's externallyOwnedAccount
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   const signed = await signQuote(pickExecutable(quotes), signer, { expect: request, owner });
 *   const queued = await client.operations.execute(signed);
 *   console.log(queued.userOperationHash);
 * } catch (error) {
 *   if (error instanceof UnsafeToSignError) console.error(error.problems.map(({ message }) => message));
 *   else throw error;
 * }
 * ```
 */
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions & { expect: LimitOrderRequest },
): Promise<SignedLimitOrder>;
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions,
): Promise<SignedOperation>;
export async function signQuote(
  given: SwapQuote,
  signer: Signer,
  terms: SignQuoteOptions,
): Promise<SignedOperation> {
  const subject = "swap quote";
  // What is checked is what is signed, whatever the caller's own objects say while somebody reads the wallet's dialog.
  const quote = takeSnapshot(subject, "quote", given);
  const options = takeSnapshot(subject, "options", terms);
  const typedData = assertNoProblems(subject, (report) => {
    checkOwner(options?.owner, report);
    return validateQuote(quote, options, report);
  });
  // Limits that the options inherit are not in the copy.
  assertNoProblems(subject, (report) => validateQuote(quote, terms, report));
  const { userOperationHash, authorization, rwaApproveUserOperation: approval } = quote;
  const prepared = { userOperationHash, authorization, typedData, approval };
  return signCheckedOperation(subject, prepared, signer, {
    ...options,
    chainId: options.expect.chainIdIn,
  });
}
