import type {
  PreparedBatch,
  PreparedBatchOperation,
} from "../../contract/operations/prepared-records.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import { checkRevert } from "../authorization/check-operation.js";
import { checkGas } from "../quote/compare-with-request.js";
import { judgeAmounts, type Loss, readJudgedLoss } from "../quote/judge-loss.js";
import { type QuoteReading, readParts, readTerms, stateQuote } from "../quote/read-quote.js";
import { addDecimals, type Decimal, formatDecimal } from "../shared/decimal.js";
import { checkEqual, prefixPath, type ReportProblem } from "../shared/problems.js";
import { normalizeToken } from "../shared/same-token.js";
import { joinStatements } from "../statement/statement.js";
import { readTransfer, type TermOptions } from "./read-transfer.js";
import type { OperationBase, Requested, RequestedOperation } from "./request.js";

type RequestedBatch = Extract<Requested, { kind: "batch" }>;

interface BatchItem {
  kind: RequestedOperation["kind"];
  reading: QuoteReading | undefined;
}

export interface BatchReading extends OperationBase {
  kind: "batch";
  request: RequestedBatch;
  items: BatchItem[];
}

export function readBatch(
  batch: Partial<PreparedBatch>,
  requested: RequestedBatch,
  options: TermOptions,
  report: ReportProblem,
): BatchReading {
  const { walletAddress, chainId } = requested.request;
  const expect = { walletAddress, chainIdIn: chainId } as SwapQuoteRequest;
  // Exactly the fields that are signed: a batch has no approval.
  const { userOperationHash, quoteId, revertReason, expiresAt, authorization } = batch;
  const signed = { userOperationHash, quoteId, revertReason, expiresAt, authorization };
  const parts = readParts(signed, { ...options, expect }, report);
  const items = readItems(batch, requested, options, report);
  const readings = items.flatMap(({ reading }) => reading ?? []);
  const stated = readings.map(stateQuote);
  return {
    kind: "batch",
    request: requested,
    items,
    parts,
    expiresAt,
    operation: {
      statement: joinStatements(
        stated.map(({ statement }) => statement),
        expiresAt ?? undefined,
      ),
      walletAddress,
      chainId,
      request: requested.request,
      gas: sumGas(items),
      feeReceivers: stated.flatMap(({ feeReceivers }) => feeReceivers),
      isPartial:
        stated.some(({ isPartial }) => isPartial) || items.some(({ kind }) => kind === "liquidity"),
    },
  };
}

const names = { transfer: "transfer", swap: "swap", liquidity: "operation" } as const;

function readItems(
  { operations }: Partial<PreparedBatch>,
  requested: RequestedBatch,
  options: TermOptions,
  report: ReportProblem,
): BatchItem[] {
  const given: unknown[] = Array.isArray(operations) ? Array.from(operations) : [];
  const expected = requested.operations;
  if (given.length !== expected.length)
    report("not_asked", "operations", `${expected.length} operations`, given.length);
  // The gas of all operations has one limit.
  const { maxGasFee, ...rules } = options;
  const items = expected.slice(0, given.length).map((each, i): BatchItem => {
    const at = prefixPath(report, `operations[${i}]`);
    return { kind: each.kind, reading: readItem(given[i], each, requested, rules, at) };
  });
  checkGasOfAll(items, maxGasFee, report);
  const losses = items.flatMap(({ reading }) => {
    const loss = reading && readJudgedLoss(reading.request, reading.worth);
    return loss ? [{ ...loss, isOrder: !isMissing(reading.request.minAmountOut) }] : [];
  });
  let isReported = false;
  const reportAll: ReportProblem = (code, _, ...values) => {
    isReported = true;
    report(code, "operations", ...values);
  };
  // Nothing bounds the stated worth of an order, so it must not raise the limit of the others.
  const others = losses.filter(({ isOrder }) => !isOrder);
  judgeSum(others, rules.maxLossPercent, reportAll);
  if (!isReported && others.length < losses.length)
    judgeSum(losses, rules.maxLossPercent, reportAll);
  return items;
}

/** Operations that lose little by themselves may lose much together. */
function judgeSum(
  losses: readonly Loss[],
  maxLossPercent: number | undefined,
  report: ReportProblem,
): void {
  if (losses.length < 2) return;
  const sum = losses.reduce((a, b) => ({
    given: a.given + b.given,
    received: a.received + b.received,
    outside: a.outside + b.outside,
    named: a.named + b.named,
  }));
  judgeAmounts(sum, maxLossPercent, false, report);
}

function readItem(
  item: unknown,
  requested: RequestedOperation,
  { request: batch }: RequestedBatch,
  options: TermOptions,
  report: ReportProblem,
): QuoteReading | undefined {
  const name = names[requested.kind];
  const fields = Object.entries(Object(item)).flatMap(([key, value]) => (isNone(value) ? [] : key));
  const record: unknown = Object(item as PreparedBatchOperation)[name];
  // Another record beside the requested one could be shown, or executed, in its place.
  if (!isObject(record) || fields.length !== 1)
    return report("not_asked", name, `one ${name}, and nothing else`, fields.join(", "));
  const own = prefixPath(report, name);
  checkRevert((record as Partial<SwapQuote>).revertReason, own);
  if (requested.kind === "liquidity") {
    if (!isMissing(record.walletAddress))
      checkEqual(own, "wallet", "walletAddress", batch.walletAddress, record.walletAddress);
    return undefined;
  }
  const { kind, request } = requested;
  const chainId = kind === "transfer" ? request.chainId : request.chainIdIn;
  // An operation of another wallet or chain is a mistake of the caller.
  checkEqual(report, "request", "expect.chainId", batch.chainId, chainId);
  checkEqual(report, "request", "expect.walletAddress", batch.walletAddress, request.walletAddress);
  return kind === "transfer"
    ? readTransfer(record, request, options, false, own)
    : readTerms(record as unknown as SwapQuote, { ...options, expect: request }, own);
}

/** The caller's limit is for the sum. */
function checkGasOfAll(
  items: readonly BatchItem[],
  maxGasFee: string | undefined,
  report: ReportProblem,
): void {
  const sum = sumGas(items);
  const received = sum === undefined ? "unknown gas" : formatDecimal(sum);
  checkGas("operations", maxGasFee, sum, report, received);
}

/** The sum needs one gas token. */
function sumGas(items: readonly BatchItem[]): Decimal | undefined {
  const gas = items.map(({ reading }) => reading?.costs.gas.comparable);
  const tokens = new Set(
    items.map(({ reading }) => {
      const { payGasFeeToken, chainIdIn } = reading?.request ?? {};
      return normalizeToken(payGasFeeToken, chainIdIn);
    }),
  );
  return tokens.size > 1 ? undefined : gas.reduce(addDecimals, 0n);
}
