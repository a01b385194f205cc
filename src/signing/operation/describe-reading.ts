import type {
  ContractCall,
  CustomOperationRequest,
} from "../../contract/operations/prepared-records.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import { formatCosts, receiverWarning, summarizeQuote } from "../quote/summarize-quote.js";
import type { BatchReading } from "../requested/read-batch.js";
import type { TransferReading } from "../requested/read-transfer.js";
import { describeWithdrawal } from "../requested/read-withdrawal.js";
import { formatAddress, formatLines, formatPart, type Line, notStated } from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import { describeData, describeDigests, describeParts } from "../skeleton/describe-parts.js";
import type { OperationReading } from "./read-operation.js";

export function describeReading(
  reading: OperationReading,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  if (reading.kind === "transfer") return describeTransfer(reading, problems, now);
  const { parts, expiresAt } = reading;
  if (reading.kind === "batch") {
    const { request, operations } = reading.request;
    const title = `a batch of ${operations.length} operations: all are executed, or none`;
    const contents = describeItems(reading, now);
    return describeParts({ title, ...request, expiresAt, contents, parts }, problems);
  }
  const { target, requested } = reading;
  if (requested?.kind === "custom") {
    const title = "calls of your own: the response does not repeat them, only its hash is signed";
    const contents = describeRequestedCalls(requested.request);
    return describeParts({ title, ...requested.request, expiresAt, contents, parts }, problems);
  }
  if (requested) {
    const title = "a fiat withdrawal: only the hash of its operation is signed";
    const contents = describeWithdrawal(requested);
    return describeParts({ title, ...target, expiresAt, contents, parts }, problems);
  }
  const title = "an operation whose contents are not stated";
  return describeParts({ title, ...target, expiresAt, parts }, problems);
}

function describeTransfer(
  { terms, parts }: TransferReading,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  const summary = summarizeQuote(terms, problems, now);
  const { give, getAtLeast, from, to, validUntil, digests } = summary;
  const text = formatLines([
    ["You sign", "a transfer"],
    ["You send", `${formatPart(give)} on ${give.chain}`],
    ["The receiver gets", formatPart(getAtLeast)],
    ["From", from],
    ["To", to ?? notStated],
    ["Valid until", validUntil ?? notStated],
    ...formatCosts(summary),
    ...describeData(parts),
    ["Permission", summary.permissions],
    ["Warning", summary.warnings.filter((each) => each !== receiverWarning)],
    ["Problem", summary.problems],
    ...describeDigests(digests),
  ]);
  return { text, digests };
}

const describeItems = ({ items }: BatchReading, now: number) =>
  items.map(({ kind, reading }, i): Line => {
    const name = `Operation ${i + 1}`;
    if (!reading) return [name, `a ${kind} operation, whose contents are not compared`];
    const { give, getAtLeast, to = notStated, totalCost } = summarizeQuote(reading, [], now);
    const { amount = "an unknown amount", chain } = getAtLeast;
    const what =
      kind === "transfer"
        ? `a transfer of ${formatPart(give)} to ${to}, who gets ${amount}`
        : `a swap of ${formatPart(give)} on ${give.chain} for at least ${formatPart(getAtLeast)} on ${chain}, to ${to}`;
    const cost =
      totalCost === undefined
        ? "its fees and gas are not known"
        : `fees and gas: ${totalCost} US dollars`;
    return [name, `${what}; ${cost}`];
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
