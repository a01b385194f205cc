import type { FiatWithdrawalOrder } from "../../contract/fiat/types.js";
import type { SignableLiquidityOperation } from "../../contract/liquidity/operation-types.js";
import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { TypedData } from "../../contract/shared/types.js";
import type { CheckAuthorizationOptions } from "../authorization/check-authorization.js";
import { createClock } from "../shared/clock.js";
import { type AcceptOptions, acceptFields, assertAccepted } from "../shared/decide.js";
import {
  checkEqual,
  findProblems,
  isMissing,
  isNone,
  type ReportProblem,
} from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-fields.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { copyData } from "../signer/take-snapshot.js";
import { readChanges } from "../simulation/read-changes.js";
import {
  addSimulation,
  assertClient,
  simulateFields,
  simulateIfAsked,
} from "../simulation/simulate-options.js";
import {
  type SimulateOperationOptions,
  simulateParsedOperation,
} from "../simulation/simulate-parsed-operation.js";
import {
  type CheckTypedDataOptions,
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import {
  assertNotExpired,
  type CheckOperationOptions,
  checkOperation,
  checkOwner,
} from "./check-operation.js";
import {
  type HashedOperation,
  type MaybeOperation,
  type ParsedOperation,
  parseChainId,
  parseOperation,
} from "./parse-operation.js";
import { type CheckedOperation, listDigests, listSignatureKinds, signParts } from "./sign-parts.js";

/** Who signs an operation, and what it must match. */
export interface SignOperationOptions
  extends CheckOperationOptions,
    AcceptOptions,
    SimulateOperationOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
  /**
   * The expected chain. Required to sign an EIP-7702 authorization or an order: the chain in the
   * response does not count.
   */
  chainId?: number | undefined;
  /** The expected wallet, compared if the operation names one. Required like `chainId`. */
  walletAddress?: string | undefined;
}

/**
 * Signs everything except swaps: liquidity operations, fiat withdrawals, transfers, batches, custom
 * user operations and lending quotes. Rejects an operation that would revert, has expired, is for
 * another wallet or chain, or contains an invalid authorization or invalid typed data. Returns
 * `undefined` if a liquidity call or a lending quote has **nothing to sign**. Nothing is executed
 * then.
 *
 * These operations come without the data that was hashed, so **only their fields can be compared**.
 * Compare the amounts with your request before you call this. An operation that comes with its
 * typed data can be simulated: pass `simulate`, and in `changes` what it may change.
 *
 * @throws {UnsafeToSignError} with every problem. The signer was not called.
 * @throws {ConfigurationError} if an option is unknown. The signer was not called.
 * @throws {UnsupportedSignerError} if the signer cannot sign all parts. Nothing was signed.
 * @throws {SignatureMismatchError} if a signature is not the owner's.
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
 *   const signed = await signOperation(operation, signer, { owner, walletAddress, chainId: 137 });
 *   if (signed) await client.operations.execute(signed);
 *   else console.log("nothing to sign, nothing executed");
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function signOperation(
  operation: HashedOperation | FiatWithdrawalOrder | SignableLiquidityOperation,
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
  const { value, problems, hint } = findProblems((report) => {
    const copy = copySignOptions(options, report);
    const snapshot = copyData("operation", operation, report);
    if (!copy) return undefined;
    const parsed = parseOperation(snapshot as HashedOperation, report);
    const checked =
      parsed && checkParsedOperation(parsed, { ...copy, chainId: copy.chainId }, report);
    return parsed && checked && { copy, parsed, checked, clock: createClock(copy.now) };
  });
  // A malformed operation has a problem. It must not be taken for one with nothing to sign.
  if (!value && problems.length === 0) return undefined;
  const recheck = ({ parsed, copy, clock }: NonNullable<typeof value>, isSigned: boolean) => {
    const margin = isSigned ? 0 : copy.margin;
    assertNotExpired(subject, parsed.expiresAt, { now: clock(), margin }, isSigned);
  };
  const simulation =
    value &&
    (await simulateIfAsked(value.copy, problems, (client) =>
      simulateParsedOperation(value.checked, client, value.copy),
    ));
  if (value && simulation) recheck(value, false);
  const found = simulation ? [...problems, ...simulation.problems] : problems;
  const [signable, resolved] = await assertAccepted(subject, found, {
    value,
    hint,
    accept: value?.copy.accept,
    confirm: value?.copy.confirm,
    describe({ describeParts }, { parsed, checked }, toConfirm) {
      const { authorization, typedData } = checked;
      const described = describeParts(
        {
          kind: "operation",
          walletAddress: checked.walletAddress,
          chainId: checked.chainId,
          expiresAt: parsed.expiresAt,
          typedData,
          delegations: authorization ? [authorization.parts] : [],
          digests: listDigests(checked),
        },
        toConfirm,
      );
      return addSimulation(described, simulation);
    },
    open: ({ copy, checked }) =>
      resolveSigner(subject, signer, listSignatureKinds(checked), copy.owner),
    recheck: (given) => recheck(given, false),
  });
  return signParts(resolved, signable.checked, () => recheck(signable, true));
}

// biome-ignore format: a compact table
const optionNames: Fields<SignOperationOptions> = {
  owner: "value", chainId: "value", walletAddress: "value", delegates: "strings",
  now: "time", margin: "value", changes: "any", ...acceptFields, ...simulateFields,
};

function copySignOptions(
  options: SignOperationOptions,
  report: ReportProblem,
): SignOperationOptions | undefined {
  const copy = copyOptions("signOperation", options, optionNames, report);
  if (!isMissing(copy?.simulate)) assertClient("signOperation: simulate", copy.simulate);
  const given = copyData("changes", copy?.changes, report);
  const changes = readChanges("signOperation: changes", given, report);
  return copy && { ...copy, changes };
}

type ExpectedOptions = SignOperationOptions & CheckAuthorizationOptions;

function checkParsedOperation(
  operation: ParsedOperation,
  options: ExpectedOptions,
  report: ReportProblem,
): CheckedOperation & CheckTypedDataOptions {
  const { userOperationHash, typedData, order, expiryRule } = operation;
  checkOwner(options.owner, report);
  const chainId = checkChains(operation.chains, options.chainId, report);
  const walletAddress = checkWallets(operation.wallets, options.walletAddress, report);
  // Uses only the caller's options: a forged response would name the wallet that matches.
  const authorization = checkOperation(operation, options, report, expiryRule);
  const operationData =
    !isNone(typedData) && isPackedUserOperation(typedData)
      ? checkUserOperation(typedData, userOperationHash, { chainId, walletAddress }, report)
      : undefined;
  return {
    chainId,
    walletAddress,
    operationData,
    userOperationHash: userOperationHash as Hex,
    authorization,
    typedData: isNone(order) ? undefined : checkLendingOrder(order, options, report),
  };
}

/** All chains must equal the expected one, or each other without one. Returns that chain. */
function checkChains(
  chains: unknown[] = [],
  chainId: number | undefined,
  report: ReportProblem,
): number | undefined {
  let expected = chainId ?? undefined;
  for (const chain of chains) {
    if (isNone(chain)) continue;
    const id = parseChainId(chain);
    expected ??= id;
    if (id === undefined || id !== expected)
      report("chain", "chain", expected ?? "a chain id", id ?? chain);
  }
  return expected;
}

/** All wallets must equal the expected one, or each other without one. Returns that wallet. */
function checkWallets(
  wallets: unknown[],
  walletAddress: string | undefined,
  report: ReportProblem,
): string | undefined {
  let expected = walletAddress ?? undefined;
  for (const wallet of wallets) {
    if (isNone(wallet)) continue;
    expected ??= wallet as string;
    checkEqual(report, "wallet", "walletAddress", expected, wallet);
  }
  return expected;
}

/** Requires both options. Otherwise an order for any wallet or chain would be signed. */
function checkLendingOrder(
  order: TypedData,
  { chainId, walletAddress }: ExpectedOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const path = "signData.typedData";
  if (isMissing(chainId)) report("chain", path, "the option chainId", chainId);
  if (isMissing(walletAddress)) report("wallet", path, "the option walletAddress", walletAddress);
  return checkOrder(order, { chainId, walletAddress }, report, path);
}
