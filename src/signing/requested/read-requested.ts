import type {
  PreparedBatch,
  Transfer,
  UserOperation,
} from "../../contract/operations/prepared-types.js";
import type { SwapQuoteRequest } from "../../contract/swap/types.js";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { ContractRules } from "../calls/check-contracts.js";
import { toOperation } from "../quote/expect-changes.js";
import { listContractRules, type QuoteReading, readParts } from "../quote/read-quote.js";
import { parseAmount, parseDecimal } from "../shared/decimal.js";
import type { ReportProblem } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { OperationToSimulate } from "../simulation/simulate-operation.js";
import type { OperationChanges } from "../simulation/simulation-types.js";
import type { Reading } from "../skeleton/sign.js";
import { type BatchItem, joinChanges, listGiven, readItems } from "./read-batch.js";
import { readTransfer, type TermOptions } from "./read-transfer.js";
import type { Requested } from "./request.js";

/** Options for an operation with a request. */
export type RequestedOptions = TermOptions & { changes?: OperationChanges | undefined };

/** What was read of an operation. It is judged, described, simulated and signed. */
export type RequestedReading = Pick<Reading, "parts" | "expiresAt" | "contracts"> & {
  operation: OperationToSimulate;
} & (
    | { kind: "transfer"; terms: QuoteReading }
    | { kind: "batch"; request: Extract<Requested, { kind: "batch" }>; items: BatchItem[] }
  );

/** Reads a transfer or a batch, compares it with its request, and reports all problems. */
export function readRequested(
  operation: object,
  requested: Exclude<Requested, { kind: "custom" }>,
  options: RequestedOptions,
  report: ReportProblem,
): RequestedReading {
  if (requested.kind === "batch") return readBatch(operation, requested, options, report);
  const { request } = requested;
  const terms = readTransfer(operation as Partial<Transfer>, request, options, true, report);
  const quoteOptions = { ...options, expect: terms.request };
  return {
    ...{ kind: "transfer", terms, parts: terms.parts },
    expiresAt: terms.quote.expiresAt,
    operation: toOperation(terms, quoteOptions),
    contracts: listContractRules(quoteOptions),
  };
}

function readBatch(
  batch: Partial<PreparedBatch>,
  requested: Extract<Requested, { kind: "batch" }>,
  options: RequestedOptions,
  report: ReportProblem,
): RequestedReading {
  const { walletAddress, chainId } = requested.request;
  const expect = { walletAddress, chainIdIn: chainId } as SwapQuoteRequest;
  // Exactly the fields that are signed: a batch has no approval.
  const { userOperationHash, quoteId, revertReason, expiresAt, authorization } = batch;
  const { typedData } = batch as Pick<Transfer, never> & { typedData?: never };
  const signed = { userOperationHash, quoteId, revertReason, expiresAt, authorization, typedData };
  const parts = readParts(signed, { ...options, expect }, report);
  const items = readItems(batch, requested, options, report);
  const { contracts, changes } = options;
  const joined = joinChanges(items, options);
  const simulated: OperationToSimulate = {
    typedData: parts.operationData,
    userOperationHash: parts.userOperationHash as Hex,
    delegate: parts.authorization?.parts.address,
    ...{ walletAddress, chainId, owner: options.owner },
    chainsOut: items.flatMap(({ reading }) => reading?.request.chainIdOut ?? []),
    // Only the caller knows what a liquidity operation may lose.
    isPartial: isNone(changes?.losses) && items.some(({ kind }) => kind === "liquidity"),
    expected: {
      ...joined,
      losses: [...joined.losses, ...(changes?.losses ?? [])],
      gains: [...joined.gains, ...(changes?.gains ?? [])],
      approvals: [...(contracts ?? []), ...(changes?.approvals ?? [])],
      approvable: listGiven(items),
    },
  };
  const request = requested;
  return {
    ...{ kind: "batch", request, items, parts, expiresAt },
    operation: simulated,
    contracts: listBatchRules(items, options, walletAddress),
  };
}

/** What the wallet may call. Undefined without the option `contracts`. */
function listBatchRules(
  items: readonly BatchItem[],
  { contracts }: RequestedOptions,
  wallet: Address,
): ContractRules | undefined {
  if (isMissing(contracts)) return undefined;
  const tokens = items.flatMap(({ reading }) => {
    const { tokenIn, tokenOut, payGasFeeToken } = reading?.request ?? {};
    return [tokenIn, tokenOut, payGasFeeToken].filter((token) => token !== undefined) as Address[];
  });
  return { contracts, tokens, wallet };
}

/** The gas of a custom operation is all that can be compared beside wallet and chain. */
export function checkCustomGas(
  { maxGasFeeToken, payFeesToken }: Partial<UserOperation>,
  { request }: Extract<Requested, { kind: "custom" }>,
  maxGasFee: string | undefined,
  report: ReportProblem,
): undefined {
  const limit = parseDecimal(maxGasFee);
  if (limit === undefined) return undefined;
  const stated = parseAmount(maxGasFeeToken);
  const isInToken = isSameToken(payFeesToken, request.payGasFeeToken, request.chainId);
  if (isInToken && stated !== undefined && stated <= limit) return undefined;
  const received = isInToken ? maxGasFeeToken : undefined;
  return report("gas_above_maximum", "maxGasFeeToken", `at most ${maxGasFee}`, received);
}
