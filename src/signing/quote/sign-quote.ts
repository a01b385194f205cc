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
import { type CheckQuoteOptions, copyQuoteOptions, validateQuote } from "./check-quote.js";

/** What a quote must match, and who signs it. */
export interface SignQuoteOptions extends CheckQuoteOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
}

/**
 * Checks a quote like `checkQuote` and then signs everything it needs: the 32 bytes of the
 * operation's hash, for the first operation of an EIP-7702 wallet the authorization (to one of your
 * `delegates`), for a limit order its typed data, and for a real-world asset the approval. Throws
 * before the first signature if the signer does not support all of them. Verifies that every
 * signature is the owner's. Pass the result to `client.operations.execute`.
 *
 * @throws {UnsafeToSignError} with every problem. The signer was not called.
 * @throws {ConfigurationError} if an option is unknown. The signer was not called.
 * @throws {UnsupportedSignerError} if the signer cannot sign all parts. Nothing was signed.
 * @throws {SignatureMismatchError} if a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   const signed = await signQuote(pickExecutable(quotes), signer, { expect: request, owner });
 *   const queued = await client.operations.execute(signed);
 *   console.log(queued.userOperationHash);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
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
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions,
): Promise<SignedOperation> {
  const subject = "swap quote";
  // Sign exactly what was checked, even if the caller's objects change while the wallet is open.
  const snapshot = takeSnapshot(subject, "quote", quote);
  const checked = assertNoProblems(subject, (report) => {
    const copy = copyQuoteOptions("signQuote", options, report);
    if (!copy) return undefined;
    checkOwner(copy.owner, report);
    return { options: copy, typedData: validateQuote(snapshot, copy, report) };
  });
  const { userOperationHash, authorization, rwaApproveUserOperation: approval } = snapshot;
  const { typedData } = checked;
  const operation = { userOperationHash, authorization, typedData, approval };
  const signOptions = { ...checked.options, chainId: checked.options.expect.chainIdIn };
  return signCheckedOperation(subject, operation, signer, signOptions);
}
