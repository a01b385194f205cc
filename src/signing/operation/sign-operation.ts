import type { FiatWithdrawalOrder } from "../../contract/fiat/withdrawal-records.js";
import type { LendingQuote } from "../../contract/lending/records.js";
import type { SignableLiquidityOperation } from "../../contract/liquidity/operation-records.js";
import type { SignedOperation } from "../../contract/operations/records.js";
import { recallRequest } from "../../contract/shared/remembered-requests.js";
import type { Signer } from "../signer/resolve-signer.js";
import { explainReview } from "../skeleton/describe-parts.js";
import { digestForReceipt } from "../skeleton/receipts.js";
import { signReading } from "../skeleton/sign.js";
import { describeReading } from "./describe-reading.js";
import type { AnyOperation, PreparedOperation, SignOperationOptions } from "./operation-options.js";
import type { HashedOperation } from "./parse-operation.js";
import { readOperation } from "./read-operation.js";

/**
 * Signs everything except swaps: liquidity operations, fiat withdrawals, transfers, batches, custom
 * user operations and lending quotes. Rejects an operation that would revert, has expired, is for
 * another wallet or chain, or contains an invalid authorization or invalid typed data. Returns
 * `undefined` if a liquidity call or a lending quote has **nothing to sign**. Nothing is executed
 * then. Of a lending quote with several operations it returns a list: execute them in this order.
 *
 * A transfer and a batch are compared with their request: receiver, token, amount, chain, wallet,
 * fees and gas. A custom operation is described by it. Of the others, **only their hash, wallet,
 * chain and expiry can be compared**: compare the amounts with your request before you call this.
 *
 * @throws UnsafeToSignError with every problem. The signer was not called.
 * @throws ConfigurationError if an option is unknown. The signer was not called.
 * @throws UnsupportedSignerError if the signer cannot sign all parts. Nothing was signed.
 * @throws SignatureMismatchError if a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { signOperation } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const { operation } = await client.liquidity.collectFees({
 *   walletAddress,
 *   chainId: 137,
 *   nftId: "81234",
 *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
 * });
 * try {
 *   const signed = await signOperation(operation, signer, { owner });
 *   if (signed) await client.operations.execute(signed);
 *   else console.log("nothing to sign, nothing executed");
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function signOperation(
  operation: PreparedOperation | HashedOperation | FiatWithdrawalOrder | SignableLiquidityOperation,
  signer: Signer,
  options?: SignOperationOptions,
): Promise<SignedOperation>;
export async function signOperation(
  operation: Exclude<AnyOperation, LendingQuote>,
  signer: Signer,
  options?: SignOperationOptions,
): Promise<SignedOperation | undefined>;
export async function signOperation(
  operation: AnyOperation,
  signer: Signer,
  options?: SignOperationOptions,
): Promise<SignedOperation | SignedOperation[] | undefined>;
export async function signOperation(
  operation: AnyOperation,
  signer: Signer,
  options?: SignOperationOptions,
): Promise<SignedOperation | SignedOperation[] | undefined> {
  const signed = await signReading("operation", signer, options, (report) => {
    const reading = readOperation("signOperation", operation, options, report);
    if (!reading) return undefined;
    return {
      ...reading,
      // The response may name another wallet, if there is nothing to compare it with.
      walletAddress: reading.operation?.walletAddress ?? reading.options.walletAddress,
      request: digestForReceipt(
        reading.options,
        reading.options.expect ?? recallRequest(operation)?.request,
      ),
      state: () => reading.operation,
      describe: (problems, now) => describeReading(reading, explainReview(problems), now),
    };
  });
  if (!signed?.further) return signed as SignedOperation | undefined;
  const { further, ...first } = signed;
  const { expiresAt, walletAddress } = first;
  const rest = further.map((each) => ({ ...each, expiresAt, walletAddress }));
  return [first, ...rest] as SignedOperation[];
}
