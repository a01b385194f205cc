import type { TypedData } from "../../contract/shared/types.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { checkOperationFields } from "../authorization/check-operation.js";
import type { ContractRules } from "../calls/check-contracts.js";
import type { NormalTypedData } from "../eip712/parse-struct.js";
import {
  checkCustomGas,
  type RequestedReading,
  readRequested,
} from "../requested/read-requested.js";
import { findKind, type Requested, readRequest } from "../requested/request.js";
import { checkEqual, type ReportProblem } from "../shared/problems.js";
import { copyData, copyOptions } from "../shared/read-options.js";
import { assertClient, type OperationToSimulate } from "../simulation/simulate-operation.js";
import type { PartsToSign } from "../skeleton/parts.js";
import type { Reading } from "../skeleton/sign.js";
import {
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import {
  type AnyOperation,
  operationFields,
  type SignOperationOptions,
} from "./operation-options.js";
import {
  type HashedOperation,
  type ParsedOperation,
  parseChainId,
  parseOperation,
} from "./parse-operation.js";

type ReadOptions = Omit<SignOperationOptions, "owner"> & { owner?: Address | undefined };

/** What was read, as it is described. */
export type DescribedOperation =
  | RequestedReading
  | {
      kind: "other";
      parts: PartsToSign;
      expiresAt: unknown;
      target: Target;
      /** The request of a custom operation. */
      custom: Extract<Requested, { kind: "custom" }> | undefined;
    };

/** A copied operation and what was found. It is judged, described, simulated and signed. */
export interface OperationReading extends Omit<Reading, "loadDescribe" | "loadOperation"> {
  operation: OperationToSimulate;
  described: DescribedOperation;
}

/** Reads an operation as the caller gave it, and reports all problems. */
export function readOperation(
  subject: string,
  operation: AnyOperation,
  given: ReadOptions,
  report: ReportProblem,
): OperationReading | undefined {
  const options = copyOptions<ReadOptions>(subject, given, operationFields, report);
  const snapshot = unwrapResponse(copyData<unknown>("operation", operation, report));
  if (!options) return undefined;
  if (!isMissing(options.simulate)) assertClient(`${subject}: simulate`, options.simulate);
  const kind = isObject(snapshot) ? findKind(snapshot) : undefined;
  if (isMissing(options.expect))
    return hasNeededTerms(kind, options, report)
      ? readByFields(snapshot, options, undefined, report)
      : undefined;
  const requested = readRequest(subject, copyData("expect", options.expect, report), report);
  if (!requested) return undefined;
  // The response does not decide: another kind of operation has other checks.
  if (kind !== requested.kind)
    return report("not_asked", "operation", `the requested ${requested.kind}`, kind ?? "another");
  const { walletAddress, chainId } = requested.request;
  if (!isMissing(options.walletAddress))
    checkEqual(report, "request", "walletAddress", walletAddress, options.walletAddress);
  if (!isMissing(options.chainId))
    checkEqual(report, "request", "chainId", chainId, options.chainId);
  const bound = { ...options, walletAddress, chainId };
  if (requested.kind === "custom") {
    checkCustomGas(snapshot as object, requested, options.maxGasFee, report);
    return readByFields(snapshot, bound, requested, report);
  }
  const reading = readRequested(snapshot as object, requested, bound, report);
  const { parts, expiresAt, operation: simulated, contracts } = reading;
  return { options, parts, expiresAt, operation: simulated, contracts, described: reading };
}

/** `client.operations.transfer` and `custom` return a record in a wrapper. */
function unwrapResponse(value: unknown): unknown {
  const { transfer, userOperation } = Object(value) as Record<string, unknown>;
  return transfer ?? userOperation ?? value;
}

/** A transfer and a batch are compared with their request, and limits need one, too. */
function hasNeededTerms(
  kind: Requested["kind"] | undefined,
  { maxGasFee, maxLossPercent, requireTypedData }: ReadOptions,
  report: ReportProblem,
): boolean {
  const limits = { maxGasFee, maxLossPercent, requireTypedData };
  const [limit] = Object.entries(limits).find(([, value]) => !isMissing(value)) ?? [];
  const isCompared = kind === "transfer" || kind === "batch";
  if (!isCompared && limit === undefined) return true;
  const why = isCompared ? `of the ${kind}` : `for ${limit}`;
  report("request", "expect", `the request ${why}`, undefined, { isMistake: true });
  return false;
}

/** Reads an operation of which only the hash, the wallet, the chain and the expiry are compared. */
function readByFields(
  snapshot: unknown,
  options: ReadOptions,
  custom: Extract<Requested, { kind: "custom" }> | undefined,
  report: ReportProblem,
): OperationReading | undefined {
  const parsed = parseOperation(snapshot as HashedOperation, report);
  if (!parsed) return undefined;
  const chainId = checkChains(parsed.chains, options.chainId, report);
  const walletAddress = checkWallets(parsed.wallets, options.walletAddress, report);
  const target = { chainId, walletAddress };
  const parts = readParts(parsed, options, target, report);
  if (options.requireTypedData && !parts.operationData)
    report("typed_data", "typedData", "PackedUserOperation", undefined);
  const operation = readExpected(parts, options, target);
  const { expiresAt } = parsed;
  return {
    ...{ options, parts, expiresAt, operation },
    contracts: listContractRules(options, operation),
    described: { kind: "other", parts, expiresAt, target, custom },
  };
}

interface Target {
  chainId: number | undefined;
  walletAddress: string | undefined;
}

function readParts(
  parsed: ParsedOperation,
  options: ReadOptions,
  target: Target,
  report: ReportProblem,
): PartsToSign {
  const { userOperationHash, typedData, order, expiryRule } = parsed;
  // Uses only the caller's options: a forged response would name the wallet that matches.
  const rules = { ...options, chainId: options.chainId, rule: expiryRule };
  const authorization = checkOperationFields(parsed, rules, report);
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
  { changes, contracts, owner }: ReadOptions,
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
  { contracts }: ReadOptions,
  { expected, walletAddress }: OperationToSimulate,
): ContractRules | undefined {
  if (isMissing(contracts)) return undefined;
  const tokens = [...expected.losses, ...expected.gains].map(({ token }) => token);
  return { contracts, tokens, wallet: walletAddress };
}

/** Requires both options. Otherwise an order for any wallet or chain would be signed. */
function checkLendingOrder(
  order: TypedData,
  { chainId, walletAddress }: ReadOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const path = "signData.typedData";
  if (isMissing(chainId)) report("chain", path, "the option chainId", chainId);
  if (isMissing(walletAddress)) report("wallet", path, "the option walletAddress", walletAddress);
  return checkOrder(order, { chainId, walletAddress }, report, path);
}
