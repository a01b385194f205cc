import type { Address } from "../contract/primitives.js";
import type { FiatWithdrawalOrder } from "../contract/types/fiat.js";
import type { SignedOperation } from "../contract/types/operations.js";
import { checkOperation, checkPackedOperation, type OperationTerms } from "./check-operation.js";
import { checkOrder } from "./check-typed-data.js";
import { type HashedOperation, type MaybeOperation, type ReadOperation, readOperation } from "./read-operation.js";
import { hold, insist, isNone, type Report } from "./report.js";
import { type Prepared, signPrepared } from "./sign-prepared.js";
import type { Signer } from "./signer.js";

/** Who signs an operation, and what it is held against. */
export interface SignOperationOptions extends OperationTerms {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
  /** The chain it must be on. Needed for an EIP-7702 authorization where the operation does not say its chain itself, as withdrawals do not. */
  chainId?: number | undefined;
  /** The wallet it must be for, where the operation says so. */
  walletAddress?: string | undefined;
}

/**
 * Signs what is no swap: liquidity operations, fiat withdrawals, transfers, batches, lending quotes. Refused is what has a reason to revert,
 * has expired, is for another wallet or chain, or carries an authorization or typed data that does not add up.
 * Where a liquidity call or a lending quote has **nothing to sign**, the answer is `undefined`: then nothing was executed and nothing will be.
 *
 * These operations come without the data that their hash is made of, so **only their words can be compared**. Compare amounts with what you
 * asked for before you call this.
 *
 * @throws {UnsafeToSignError} with every problem: then the signer was not called.
 * @throws {UnsupportedSignerError} when the signer cannot sign all of it: then nothing was signed.
 * @throws {SignatureMismatchError} when a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { signOperation } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // the wallet's externallyOwnedAccount
 * const { operation } = await client.liquidity.collectFees({
 *   walletAddress,
 *   chainId: 137,
 *   nftId: "81234",
 *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
 * });
 * try {
 *   const signed = await signOperation(operation, signer, { owner, chainId: 137 });
 *   if (signed) await client.operations.execute(signed);
 *   else console.log("nothing to sign, nothing executed");
 * } catch (error) {
 *   if (error instanceof UnsafeToSignError) console.error(error.problems.map(({ message }) => message));
 *   else throw error;
 * }
 * ```
 */
export async function signOperation(
  operation: HashedOperation | FiatWithdrawalOrder,
  signer: Signer,
  options: SignOperationOptions,
): Promise<SignedOperation>;
export async function signOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  signer: Signer,
  options: SignOperationOptions,
): Promise<SignedOperation | undefined>;
export async function signOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  signer: Signer,
  options: SignOperationOptions,
): Promise<SignedOperation | undefined> {
  const subject = "operation";
  const checked = insist<Checked>(subject, (report) => {
    const read = readOperation(operation, report);
    return read && check(read, options, report);
  });
  // Where there is nothing to sign, nothing was reported either.
  return (checked as Checked | undefined) && signPrepared(subject, checked, signer, { ...options, chainId: checked.chainId });
}

type Checked = Prepared & { chainId: number | undefined };

function check(read: ReadOperation, options: SignOperationOptions, report: Report): Checked {
  const { userOperationHash, authorization, typedData, order } = read;
  const chainId = options.chainId ?? read.chainId;
  const walletAddress = options.walletAddress ?? read.walletAddress ?? undefined;
  if (chainId !== undefined && read.chainId !== undefined) hold(report, "chain", "chain", chainId, read.chainId);
  if (walletAddress !== undefined && !isNone(read.walletAddress))
    hold(report, "wallet", "walletAddress", walletAddress, read.walletAddress);
  const terms = { ...options, chainId, walletAddress };
  checkOperation(read, terms, report, false);
  checkPackedOperation(typedData, userOperationHash, terms, report);
  return {
    hash: userOperationHash as `0x${string}`,
    authorization: isNone(authorization) ? undefined : { ...authorization },
    typedData: isNone(order) ? undefined : checkOrder(order, terms, report, "signData.typedData"),
    chainId,
  };
}
