import type {
  PreparedBatch,
  PreparedBatchOperation,
} from "../../contract/operations/prepared-types.js";
import type { SwapQuote } from "../../contract/swap/types.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { checkRevert } from "../authorization/check-operation.js";
import { toOperation } from "../quote/expect-changes.js";
import { judgeAmounts, type Loss, readLoss } from "../quote/judge-loss.js";
import { type QuoteReading, readTerms } from "../quote/read-quote.js";
import { addDecimals, formatDecimal, parseAmountText, parseDecimal } from "../shared/decimal.js";
import { checkEqual, prefixPath, type ReportProblem } from "../shared/problems.js";
import type { ExpectedChanges } from "../simulation/simulation-types.js";
import { readTransfer, type TermOptions } from "./read-transfer.js";
import type { Requested, RequestedOperation } from "./request.js";

type RequestedBatch = Extract<Requested, { kind: "batch" }>;

/** One operation of a batch. A liquidity operation is not compared, so it has no terms. */
export interface BatchItem {
  kind: RequestedOperation["kind"];
  reading: QuoteReading | undefined;
}

const names = { transfer: "transfer", swap: "swap", liquidity: "operation" } as const;

/** Compares each operation of a batch with its own request, and the loss of all together. */
export function readItems(
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
    return readItem(given[i], each, requested, rules, at);
  });
  checkGasOfAll(items, maxGasFee, report);
  const losses = items.flatMap(({ reading }) => {
    const loss = reading && readLoss(reading.request, reading.worth);
    return loss ?? [];
  });
  // Operations that lose little by themselves may lose much together.
  if (losses.length > 1)
    judgeAmounts(losses.reduce(addLosses), rules.maxLossPercent, false, (code, _, ...values) =>
      report(code, "operations", ...values),
    );
  return items;
}

function addLosses(a: Loss, b: Loss): Loss {
  return {
    given: a.given + b.given,
    received: a.received + b.received,
    outside: a.outside + b.outside,
    named: a.named + b.named,
  };
}

function readItem(
  item: unknown,
  requested: RequestedOperation,
  { request: batch }: RequestedBatch,
  options: TermOptions,
  report: ReportProblem,
): BatchItem {
  const name = names[requested.kind];
  const fields = Object.keys(Object(item)).filter(
    (key) => !isNone((item as Record<string, unknown>)[key]),
  );
  const record: unknown = Object(item as PreparedBatchOperation)[name];
  // Another record beside the requested one could be shown, or executed, in its place.
  if (!isObject(record) || fields.length !== 1) {
    report("not_asked", name, `one ${name}, and nothing else`, fields.join(", "));
    return { kind: requested.kind, reading: undefined };
  }
  const own = prefixPath(report, name);
  checkRevert((record as Partial<SwapQuote>).revertReason, own);
  if (requested.kind === "liquidity") {
    const { walletAddress } = record as { walletAddress?: unknown };
    if (!isMissing(walletAddress))
      checkEqual(own, "wallet", "walletAddress", batch.walletAddress, walletAddress);
    return { kind: "liquidity", reading: undefined };
  }
  checkTarget(requested, batch, report);
  const reading =
    requested.kind === "transfer"
      ? readTransfer(record, requested.request, options, false, own)
      : readTerms(record as unknown as SwapQuote, { ...options, expect: requested.request }, own);
  return { kind: requested.kind, reading };
}

/** An operation of another wallet or chain is a mistake of the caller. */
function checkTarget(
  requested: Exclude<RequestedOperation, { kind: "liquidity" }>,
  { walletAddress, chainId }: RequestedBatch["request"],
  report: ReportProblem,
): void {
  const { request, kind } = requested;
  const chain = kind === "transfer" ? request.chainId : request.chainIdIn;
  checkEqual(report, "request", "expect.chainId", chainId, chain);
  checkEqual(report, "request", "expect.walletAddress", walletAddress, request.walletAddress);
}

/** The caller's limit is for the sum, which needs one gas token. */
function checkGasOfAll(
  items: readonly BatchItem[],
  maxGasFee: string | undefined,
  report: ReportProblem,
): undefined {
  const limit = parseDecimal(maxGasFee);
  if (limit === undefined) return undefined;
  const gas = items.map(({ reading }) => {
    const isKnown = reading && !reading.costs.unreadable.some(([path]) => /gas|fees/i.test(path));
    return isKnown ? reading.costs.gas.highest : undefined;
  });
  const tokens = new Set(items.map(({ reading }) => reading?.request.payGasFeeToken.toLowerCase()));
  const sum = gas.reduce(addDecimals, 0n);
  if (tokens.size === 1 && sum !== undefined && sum <= limit) return undefined;
  const received = sum === undefined ? undefined : formatDecimal(sum);
  const shown = tokens.size > 1 ? "gas in several tokens" : received;
  return report("gas_above_maximum", "operations", `at most ${maxGasFee}`, shown);
}

/** What all operations of a batch may change together. */
export function joinChanges(
  items: readonly BatchItem[],
  options: TermOptions,
): Omit<ExpectedChanges, "approvals" | "approvable"> {
  const all = items.flatMap(({ reading }) =>
    reading ? [toOperation(reading, { ...options, expect: reading.request }).expected] : [],
  );
  const gas = all.flatMap((each) => (each.gas ? [each.gas] : []));
  return {
    losses: [...all.flatMap(({ losses }) => losses), ...gas],
    gains: sumGains(all.flatMap(({ gains }) => gains)),
    accounts: all.flatMap(({ accounts }) => accounts),
  };
}

/** One account may get the same token by several operations. */
function sumGains(gains: ExpectedChanges["gains"]): ExpectedChanges["gains"] {
  const sums = new Map<string, ExpectedChanges["gains"][number]>();
  for (const gain of gains) {
    const key = `${gain.receiver}:${gain.token}`.toLowerCase();
    const other = parseAmountText(sums.get(key)?.amount ?? "0");
    const sum = addDecimals(other, parseAmountText(gain.amount));
    sums.set(key, { ...gain, amount: sum === undefined ? "" : formatDecimal(sum) });
  }
  return [...sums.values()];
}

/** The tokens that the wallet gives. */
export function listGiven(items: readonly BatchItem[]): Address[] {
  return items.flatMap(({ reading }) => (reading ? [reading.request.tokenIn as Address] : []));
}
