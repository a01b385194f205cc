import type {
  ContractCall,
  CustomOperationRequest,
} from "../../contract/operations/custom-records.js";
import { isMissing } from "../../shared/guards.js";
import {
  type DescribedAmount,
  describeLeaves,
  formatCosts,
  formatLeaves,
  type QuoteSummary,
  receiverWarning,
  summarizeQuote,
} from "../quote/summarize-quote.js";
import type { BatchReading } from "../requested/read-batch.js";
import type { TransferReading } from "../requested/read-transfer.js";
import { describeWithdrawal } from "../requested/read-withdrawal.js";
import {
  formatAddress,
  formatPart,
  formatToken,
  type Line,
  type NameToken,
  notStated,
} from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import { describeData, describeParts, withText } from "../skeleton/describe-parts.js";
import type { OperationReading, Target } from "./read-operation.js";

/** What signing an operation does. What is not stated is undefined, or an empty list. */
export interface OperationSummary extends Omit<QuoteSummary, "kind" | "give" | "getAtLeast"> {
  kind: "transfer" | "batch" | "custom operation" | "withdrawal" | "operation";
  /** Of a transfer. */
  give: DescribedAmount | undefined;
  /** Of a transfer. */
  getAtLeast: DescribedAmount | undefined;
  /** Of a batch. */
  operations: string[];
}

export function describeReading(
  reading: OperationReading,
  problems: string[],
  now: number,
  nameToken?: NameToken,
): OperationSummary {
  if (reading.kind === "transfer") return describeTransfer(reading, problems, now, nameToken);
  const { parts, expiresAt, operation } = reading;
  const leaves = operation ? describeLeaves(operation.statement, nameToken ?? formatToken) : [];
  const describe = (
    kind: OperationSummary["kind"],
    title: string,
    target: Target,
    contents: readonly Line[] = [],
    operations: string[] = [],
  ): OperationSummary => ({
    kind,
    give: undefined,
    leaves,
    getAtLeast: undefined,
    expected: undefined,
    to: undefined,
    fees: [],
    totalCost: undefined,
    loss: undefined,
    operations,
    ...describeParts({ title, ...target, expiresAt, contents, parts }, problems),
  });
  if (reading.kind === "batch") {
    const { request, operations } = reading.request;
    const title = `a batch of ${operations.length} operations: all are executed, or none`;
    const items = describeItems(reading, now, nameToken);
    const lines = items.map((item, i): Line => [`Operation ${i + 1}`, item]);
    return describe("batch", title, request, [...lines, formatLeaves(leaves)], items);
  }
  const { target, requested } = reading;
  if (requested?.kind === "custom") {
    const title = "calls of your own: the response does not repeat them, only its hash is signed";
    const calls = describeRequestedCalls(requested.request);
    return describe("custom operation", title, requested.request, calls);
  }
  if (requested) {
    const title = "a fiat withdrawal: only the hash of its operation is signed";
    return describe("withdrawal", title, target, describeWithdrawal(requested));
  }
  return describe("operation", "an operation whose contents are not stated", target);
}

function describeTransfer(
  { terms, parts }: TransferReading,
  problems: string[],
  now: number,
  nameToken?: NameToken,
): OperationSummary {
  const quoted = summarizeQuote(terms, problems, now, nameToken);
  const warnings = quoted.warnings.filter((each) => each !== receiverWarning);
  const summary = { ...quoted, kind: "transfer" as const, warnings, operations: [] };
  const { give, leaves, getAtLeast, from, to, validUntil } = summary;
  return withText(summary, [
    ["You sign", "a transfer"],
    ["You send", `${formatPart(give)} on ${give.chain}`],
    ["The receiver gets", formatPart(getAtLeast)],
    formatLeaves(leaves),
    ["From", from],
    ["To", to ?? notStated],
    ["Valid until", validUntil ?? notStated],
    ...formatCosts(summary),
    ...describeData(parts),
  ]);
}

const describeItems = ({ items }: BatchReading, now: number, nameToken?: NameToken) =>
  items.map(({ kind, reading }): string => {
    if (!reading) return `a ${kind} operation, whose contents are not compared`;
    const summary = summarizeQuote(reading, [], now, nameToken);
    const { give, getAtLeast, to = notStated, totalCost } = summary;
    const { amount = "an unknown amount", chain } = getAtLeast;
    const what =
      kind === "transfer"
        ? `a transfer of ${formatPart(give)} to ${to}, who gets ${amount}`
        : `a swap of ${formatPart(give)} on ${give.chain} for at least ${formatPart(getAtLeast)} on ${chain}, to ${to}`;
    const cost =
      totalCost === undefined
        ? "its fees and gas are not known"
        : `fees and gas: ${totalCost} US dollars`;
    return `${what}; ${cost}`;
  });

/** By the request: the response does not repeat the calls. */
const describeRequestedCalls = ({ operations }: CustomOperationRequest) =>
  operations.map((call, i): Line => {
    const { address, methodSignature, arguments: values, value } = Object(call) as ContractCall;
    const method = isMissing(methodSignature) ? "no method" : toWords(methodSignature);
    const given = Array.isArray(values) ? values.map((each) => toWords(each)).join(", ") : "";
    const coins = isMissing(value) ? "" : `, with the value ${toWords(value)}`;
    const target = formatAddress(address) ?? notStated;
    return [`Call ${i + 1}, by your request`, `${method} of ${target}, with (${given})${coins}`];
  });
