import type { FiatWithdrawalOrder } from "../../contract/fiat/types.js";
import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { TypedData } from "../../contract/shared/types.js";
import type { CheckAuthorizationOptions } from "../authorization/check-authorization.js";
import {
  assertNoProblems,
  checkEqual,
  isMissing,
  isNone,
  type ReportProblem,
} from "../shared/problems.js";
import type { Signer } from "../signer/resolve-signer.js";
import { takeSnapshot } from "../signer/take-snapshot.js";
import { checkOrder } from "../typed-data/check-typed-data.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import {
  type CheckOperationOptions,
  checkOperation,
  checkOwner,
  checkPackedOperation,
} from "./check-operation.js";
import {
  type HashedOperation,
  type MaybeOperation,
  type ParsedOperation,
  parseChainId,
  parseOperation,
} from "./parse-operation.js";
import { type CheckedOperation, signCheckedOperation } from "./sign-checked-operation.js";

/** Who signs an operation, and what it is held against. */
export interface SignOperationOptions extends CheckOperationOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
  /** The chain it must be on. Needed wherever an EIP-7702 authorization or an order is to be signed: the answer's own word does not count. */
  chainId?: number | undefined;
  /** The wallet it must be for, where the operation says so. Needed like `chainId`. */
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
 *   const signed = await signOperation(operation, signer, { owner, walletAddress, chainId: 137 });
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
  const { owner, chainId, walletAddress, delegates, allowAnyDelegate, allowAnyChain, now, margin } =
    options ?? {};
  const given = {
    owner,
    chainId,
    walletAddress,
    delegates,
    allowAnyDelegate,
    allowAnyChain,
    now,
    margin,
  };
  const terms = takeSnapshot(subject, "options", given);
  const plain = takeSnapshot(subject, "operation", operation);
  const checked = assertNoProblems<CheckedOperation>(subject, (report) => {
    const read = parseOperation(plain, report);
    return read && check(read, terms, report);
  });
  // Where there is nothing to sign, nothing was reported either.
  return (
    (checked as CheckedOperation | undefined) &&
    signCheckedOperation(subject, checked, signer, terms)
  );
}

type Terms = SignOperationOptions & CheckAuthorizationOptions;

function check(read: ParsedOperation, terms: Terms, report: ReportProblem): CheckedOperation {
  const { userOperationHash, authorization, typedData, order } = read;
  const { chainId, walletAddress } = terms;
  checkOwner(terms.owner, report);
  const chain = checkChains(read.chains, chainId, report);
  if (!isMissing(walletAddress) && !isNone(read.walletAddress))
    checkEqual(report, "wallet", "walletAddress", walletAddress, read.walletAddress);
  // What hands the account over is held against the caller's own words alone: an answer would name whatever fits it.
  checkOperation(read, terms, report, false);
  checkPackedOperation(
    typedData,
    userOperationHash,
    { chainId: chain, walletAddress: walletAddress ?? read.walletAddress ?? undefined },
    report,
  );
  return {
    userOperationHash: userOperationHash as `0x${string}`,
    authorization,
    typedData: isNone(order) ? undefined : checkLendingOrder(order, terms, report),
  };
}

/** Every chain that it names must be the one expected; where none is, all must be the same. Answers with it. */
function checkChains(
  chains: unknown[] = [],
  chainId: number | undefined,
  report: ReportProblem,
): number | undefined {
  let expected = chainId ?? undefined;
  for (const chain of chains) {
    if (isNone(chain)) continue;
    const read = parseChainId(chain);
    expected ??= read;
    if (read === undefined || read !== expected)
      report("chain", "chain", expected ?? "a chain id", read ?? chain);
  }
  return expected;
}

/** For any wallet or chain it would be signed if the caller named none. */
function checkLendingOrder(
  order: TypedData,
  { chainId, walletAddress }: Terms,
  report: ReportProblem,
): NormalTypedData | undefined {
  const path = "signData.typedData";
  if (isMissing(chainId)) report("chain", path, "the option chainId", chainId);
  if (isMissing(walletAddress)) report("wallet", path, "the option walletAddress", walletAddress);
  return checkOrder(order, { chainId, walletAddress }, report, path);
}
