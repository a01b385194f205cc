import type { UserOperation } from "../../contract/operations/custom-records.js";
import type { TransferRequest } from "../../contract/operations/prepared-records.js";
import type { TypedData } from "../../contract/shared/records.js";
import { recallRequest } from "../../contract/shared/remembered-requests.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { checkAuthorization, checkOperationFields } from "../authorization/check-operation.js";
import type { NormalTypedData } from "../eip712/normal-typed-data.js";
import { checkGas } from "../quote/compare-with-request.js";
import { type BatchReading, readBatch } from "../requested/read-batch.js";
import { readWholeTransfer, type TransferReading } from "../requested/read-transfer.js";
import { compareWithdrawal, type RequestedWithdrawal } from "../requested/read-withdrawal.js";
import {
  findKind,
  type OperationBase,
  type OperationRequest,
  type Requested,
  readRequest,
} from "../requested/request.js";
import { parseAmount } from "../shared/decimal.js";
import { getServiceTime } from "../shared/expiry.js";
import {
  checkEqual,
  checkHash,
  checkOption,
  isEqual,
  prefixPath,
  type ReportProblem,
} from "../shared/problems.js";
import { copyData, copyOptions } from "../shared/read-options.js";
import { isSameToken } from "../shared/same-token.js";
import type { PartsToSign } from "../skeleton/parts.js";
import { checkOrder } from "../typed-data/check-typed-data.js";
import {
  type AnyOperation,
  operationFields,
  type SignOperationOptions,
} from "./operation-options.js";
import {
  type HashedOperation,
  type ParsedOperation,
  parseChainId,
  parsedFields,
  parseOperation,
} from "./parse-operation.js";

type ReadOptions = Omit<SignOperationOptions, "owner"> & { owner?: Address | undefined };
type RequestedCustom = Extract<Requested, { kind: "custom" }>;

export interface Target {
  chainId: number | undefined;
  walletAddress: string | undefined;
}

/** An operation of which only the hash, the wallet, the chain and the expiry are compared. */
interface OtherReading extends OperationBase {
  kind: "other";
  target: Target;
  requested: RequestedCustom | RequestedWithdrawal | undefined;
}

/** A copied operation and what was found. It is judged, described and signed. */
export type OperationReading = (TransferReading | BatchReading | OtherReading) & {
  options: ReadOptions;
};

export function readOperation(
  subject: string,
  operation: AnyOperation,
  given: ReadOptions | undefined,
  report: ReportProblem,
): OperationReading | undefined {
  const copy = copyOptions<ReadOptions>(subject, given, operationFields, report);
  const options = copy && recallOptions(operation, copy);
  const snapshot = unwrapResponse(copyData<unknown>("operation", operation, report), report);
  if (!options) return undefined;
  const expected = isObject(snapshot) ? nameWrapped(snapshot) : "an operation";
  if (expected !== undefined || !isObject(snapshot))
    return report("request", "operation", `${expected}: pass what the call returned`, snapshot);
  const kind = findKind(snapshot);
  if (isMissing(options.expect))
    return hasNeededTerms(kind, options, report) || kind === "withdrawal"
      ? readByFields(snapshot, options, undefined, report)
      : undefined;
  const requested = readRequest(subject, copyData("expect", options.expect, report), report);
  if (!requested) return undefined;
  // The response does not decide: another kind of operation has other checks.
  if (kind !== requested.kind)
    return report("not_asked", "operation", `the requested ${requested.kind}`, kind ?? "another");
  if (requested.kind === "withdrawal") {
    const { request } = recallRequest(given?.expect) ?? {};
    const known = { ...requested, request: Object(request) } as RequestedWithdrawal;
    compareWithdrawal(snapshot, known, options.maxGasFee, report);
    rejectLossLimit(options, report);
    return readByFields(
      snapshot,
      known.request.chainId === undefined
        ? options
        : { ...options, chainId: options.chainId ?? known.request.chainId },
      known,
      report,
    );
  }
  const { walletAddress, chainId } = requested.request;
  for (const [name, value] of Object.entries({ walletAddress, chainId } as const)) {
    const own = options[name as "chainId"];
    if (!isMissing(own)) checkEqual(report, "request", name, value, own);
  }
  const bound = { ...options, walletAddress, chainId };
  const record: object = snapshot;
  if (requested.kind === "transfer")
    return { ...readWholeTransfer(record, requested.request, bound, report), options };
  if (requested.kind === "batch")
    return { ...readBatch(record, requested, bound, report), options };
  checkCustomGas(record, requested, options.maxGasFee, report);
  rejectLossLimit(options, report);
  // What is signed of a lending quote or a withdrawal is compared in another way.
  const { signData, withdrawalInstructions } = record as Record<string, unknown>;
  for (const [path, value] of Object.entries({ signData, withdrawalInstructions }))
    if (!isNone(value)) return report("not_asked", path, "a custom operation", typeof value);
  return readByFields(record, bound, requested, report);
}

/** The options, with what the client knows of the response. */
function recallOptions(operation: AnyOperation, options: ReadOptions): ReadOptions {
  const { operation: name = "", request } = recallRequest(operation) ?? {};
  const { walletAddress, chainId } = Object(request) as Partial<TransferRequest>;
  const isCompared = comparedOperations.includes(name) && isMissing(options.expect);
  return {
    ...options,
    now: options.now ?? getServiceTime(operation),
    ...(isCompared
      ? { expect: request as OperationRequest }
      : {
          walletAddress: options.walletAddress ?? walletAddress,
          chainId: options.chainId ?? chainId,
        }),
  };
}

const comparedOperations = ["operations.transfer", "operations.batch", "operations.custom"];

/** `client.operations.transfer` and `custom` return a record in a wrapper. */
function unwrapResponse(value: unknown, report: ReportProblem): unknown {
  const fields = Object(value) as Record<string, unknown>;
  const inner = fields.transfer ?? fields.userOperation;
  if (isMissing(inner)) return value;
  // What is stated beside the record would not be compared.
  const beside = parsedFields.filter((name) => !isNone(fields[name]));
  if (beside.length > 0)
    report("not_asked", "operation", "one operation in a wrapper", beside.join(", "));
  return inner;
}

/** What to pass instead of a response, or of a list. Undefined if the value can be an operation. */
function nameWrapped(value: object): string | undefined {
  if (Array.isArray(value)) return "one operation, not a list";
  if ("quotes" in value) return "an operation (sign pickExecutable(response.quotes) by signQuote)";
  const name = ["operation", "withdrawOrder"].find((each) => isObject(Object(value)[each]));
  if (name !== undefined) return `response.${name}`;
  return Object.keys(value).length === 0 ? "an operation, not {}" : undefined;
}

/** A transfer and a batch are compared with their request, and limits need one, too. */
function hasNeededTerms(
  kind: Requested["kind"] | undefined,
  { maxGasFee, maxLossPercent }: ReadOptions,
  report: ReportProblem,
): boolean {
  const limits = { maxGasFee, maxLossPercent };
  const [limit] = Object.entries(limits).find(([, value]) => !isMissing(value)) ?? [];
  const isCompared = kind !== undefined && kind !== "custom";
  if (!isCompared && limit === undefined) return true;
  const known = "known only of what the client itself returned";
  const expected =
    kind === "withdrawal"
      ? "the withdrawQuote that was ordered"
      : `the request ${isCompared ? `of the ${kind}` : `for ${limit}`} (${known})`;
  report("request", "expect", expected, undefined, { isMistake: true });
  return false;
}

/** A limit that cannot be applied must not seem to be. */
function rejectLossLimit({ maxLossPercent }: ReadOptions, report: ReportProblem): void {
  const expected = "none: the operation states no worth";
  if (!isMissing(maxLossPercent)) report("request", "maxLossPercent", expected, maxLossPercent);
}

/** The gas of a custom operation is all that can be compared beside wallet and chain. */
function checkCustomGas(
  { maxGasFeeToken, payFeesToken }: Partial<UserOperation>,
  { request: { payGasFeeToken, chainId } }: RequestedCustom,
  maxGasFee: string | undefined,
  report: ReportProblem,
): void {
  const isInToken = isSameToken(payFeesToken, payGasFeeToken, chainId);
  const stated = isInToken ? maxGasFeeToken : undefined;
  checkGas("maxGasFeeToken", maxGasFee, parseAmount(stated), report, stated);
}

function readByFields(
  snapshot: unknown,
  options: ReadOptions,
  requested: OtherReading["requested"],
  report: ReportProblem,
): OperationReading | undefined {
  const parsed = parseOperation(snapshot as HashedOperation, report);
  if (!parsed) return undefined;
  const { expiresAt } = parsed;
  const chainId = checkChains(parsed.chains, options.chainId, report);
  const walletAddress = checkWallets(parsed.wallets, options.walletAddress, report);
  const target = { chainId, walletAddress };
  const parts = readParts(parsed, options, report);
  return { kind: "other", options, parts, expiresAt, target, requested };
}

function readParts(
  { userOperationHash, order, further = [], ...parsed }: ParsedOperation,
  options: ReadOptions,
  report: ReportProblem,
): PartsToSign {
  // Uses only the caller's options: a forged response would name the wallet that matches.
  const rules = { ...options, chainId: options.chainId, rule: parsed.expiryRule };
  const authorization = checkOperationFields({ userOperationHash, ...parsed }, rules, report);
  return {
    userOperationHash: userOperationHash as Hex,
    authorization,
    typedData: isNone(order) ? undefined : checkLendingOrder(order, options, report),
    further: further.map((each, i) => {
      const at = prefixPath(report, `signData[${i + 1}]`);
      const hash = each.userOperationHash;
      checkHash(at, "hash", "hash", hash);
      const earlier = [userOperationHash, ...further.slice(0, i).map((of) => of.userOperationHash)];
      if (earlier.some((of) => isEqual(of, hash))) at("hash", "hash", "another hash", hash);
      return {
        userOperationHash: hash as Hex,
        authorization: checkAuthorization(each.authorization, rules, at),
      };
    }),
  };
}

/** All chains must equal the expected one, or each other without one. Returns that chain. */
function checkChains(
  chains: unknown[],
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
  { chainId, walletAddress }: ReadOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const path = "signData.typedData";
  checkOption(report, "chain", path, "chainId", chainId);
  checkOption(report, "wallet", path, "walletAddress", walletAddress);
  return checkOrder(order, { chainId, walletAddress }, report, path);
}
