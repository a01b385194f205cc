import type { FiatWithdrawalOrder } from "../../contract/fiat/types.js";
import type { SignableLiquidityOperation } from "../../contract/liquidity/operation-types.js";
import type { SignedOperation } from "../../contract/operations/types.js";
import type { TypedData } from "../../contract/shared/types.js";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { ContractRules } from "../calls/check-contracts.js";
import type { NormalTypedData } from "../eip712/parse-struct.js";
import { checkEqual, type ReportProblem } from "../shared/problems.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import {
  assertClient,
  type OperationToSimulate,
  type SimulateOptions,
} from "../simulation/simulate-operation.js";
import type { OperationChanges } from "../simulation/simulation-types.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import type { PartsToSign } from "../skeleton/parts.js";
import { type Reading, signReading } from "../skeleton/sign.js";
import {
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import { type CheckOperationOptions, checkOperation, checkOwner } from "./check-operation.js";
import {
  type HashedOperation,
  type MaybeOperation,
  type ParsedOperation,
  parseChainId,
  parseOperation,
} from "./parse-operation.js";

/** Who signs an operation, and what it must match. */
export interface SignOperationOptions
  extends CheckOperationOptions,
    AcceptOptions,
    SimulateOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
  /**
   * The expected chain. Required to sign an EIP-7702 authorization or an order: the chain in the
   * response does not count.
   */
  chainId?: number | undefined;
  /** The expected wallet, compared if the operation names one. Required like `chainId`. */
  walletAddress?: string | undefined;
  /** What the operation may change, if it is simulated. By default, the wallet may lose nothing. */
  changes?: OperationChanges | undefined;
  /**
   * The only contracts that the wallet may call. The tokens in `changes` may also be approved to
   * them and transferred to them.
   */
  contracts?: readonly Address[] | undefined;
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
  const signed = await signReading("operation", signer, (report) =>
    readOperation(operation, options, report),
  );
  return signed as SignedOperation | undefined;
}

// biome-ignore format: a compact table
export const operationFields: Fields<SignOperationOptions> = {
  owner: "value", chainId: "value", walletAddress: "value", delegates: "addresses",
  contracts: "addresses", now: "time", margin: "value", simulate: "any", accept: "codes", confirm: "function", policy: "policy", signal: "signal",
  changes: {
    losses: [{ token: "address!", amount: "amount!", account: "address" }],
    gains: [{ token: "address!", amount: "amount!", receiver: "address!" }],
    approvals: "addresses",
  },
};

function readOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  given: SignOperationOptions,
  report: ReportProblem,
): Reading | undefined {
  const options = copyOptions("signOperation", given, operationFields, report);
  const snapshot = copyData("operation", operation, report);
  if (!options) return undefined;
  if (!isMissing(options.simulate)) assertClient("signOperation: simulate", options.simulate);
  const parsed = parseOperation(snapshot as HashedOperation, report);
  if (!parsed) return undefined;
  checkOwner(options.owner, report);
  const chainId = checkChains(parsed.chains, options.chainId, report);
  const walletAddress = checkWallets(parsed.wallets, options.walletAddress, report);
  const parts = readParts(parsed, options, { chainId, walletAddress }, report);
  const simulated = readExpected(parts, options, { chainId, walletAddress });
  const { expiresAt } = parsed;
  return {
    options,
    parts,
    expiresAt,
    loadOperation: async () => simulated,
    contracts: listContractRules(options, simulated),
    async loadDescribe() {
      const { describeParts } = await import("../skeleton/parts-description.js");
      const title = parts.operationData
        ? "an operation whose calls are known"
        : "an operation whose contents are not stated";
      return (problems) =>
        describeParts({ title, walletAddress, chainId, expiresAt, parts }, problems);
    },
  };
}

interface Target {
  chainId: number | undefined;
  walletAddress: string | undefined;
}

function readParts(
  parsed: ParsedOperation,
  options: SignOperationOptions,
  target: Target,
  report: ReportProblem,
): PartsToSign {
  const { userOperationHash, typedData, order, expiryRule } = parsed;
  // Uses only the caller's options: a forged response would name the wallet that matches.
  const rules = { ...options, chainId: options.chainId, rule: expiryRule };
  const authorization = checkOperation(parsed, rules, report);
  const isOperation = !isNone(typedData) && isPackedUserOperation(typedData);
  return {
    userOperationHash: userOperationHash as Hex,
    authorization,
    operationData: isOperation
      ? checkUserOperation(typedData, userOperationHash, target, report)
      : undefined,
    typedData: isNone(order) ? undefined : checkLendingOrder(order, options, report),
  };
}

function readExpected(
  { userOperationHash, operationData, authorization }: PartsToSign,
  { changes, contracts, owner }: SignOperationOptions,
  { chainId, walletAddress }: Target,
): OperationToSimulate {
  const losses = changes?.losses ?? [];
  const own = losses.filter(({ account }) => isMissing(account));
  return {
    typedData: operationData,
    userOperationHash: userOperationHash as Hex,
    delegate: authorization?.parts.address,
    walletAddress: (walletAddress ?? operationData?.message.sender) as Address,
    owner,
    chainId: Number(operationData?.domain.chainId ?? chainId),
    expected: {
      losses,
      gains: changes?.gains ?? [],
      accounts: [],
      approvals: [...(contracts ?? []), ...(changes?.approvals ?? [])],
      approvable: own.map(({ token }) => token),
    },
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

/** What the wallet may call. Undefined without the option `contracts`. */
function listContractRules(
  { contracts }: SignOperationOptions,
  { expected, walletAddress }: OperationToSimulate,
): ContractRules | undefined {
  if (isMissing(contracts)) return undefined;
  const tokens = [...expected.losses, ...expected.gains].map(({ token }) => token);
  return { contracts, tokens, wallet: walletAddress };
}

/** Requires both options. Otherwise an order for any wallet or chain would be signed. */
function checkLendingOrder(
  order: TypedData,
  { chainId, walletAddress }: SignOperationOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const path = "signData.typedData";
  if (isMissing(chainId)) report("chain", path, "the option chainId", chainId);
  if (isMissing(walletAddress)) report("wallet", path, "the option walletAddress", walletAddress);
  return checkOrder(order, { chainId, walletAddress }, report, path);
}
