import type { SigningProblem } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import type { Hex } from "../../shared/patterns.js";
import { decodeCalls } from "../calls/list-calls.js";
import type { QuoteReading } from "../quote/read-quote.js";
import {
  formatCosts,
  formatPart,
  type QuoteSummary,
  summarizeQuote,
} from "../quote/summarize-quote.js";
import { formatAddress, formatLines, type Line, notStated } from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import { describeDigests, describeParts } from "../skeleton/describe-parts.js";
import type { PartsToSign } from "../skeleton/parts.js";
import type { RequestedReading } from "./read-requested.js";
import { listRequestedCalls, type Requested } from "./request.js";

/** Describes everything that is signed of a transfer or a batch. */
export function describeRequested(
  reading: RequestedReading,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  return reading.kind === "transfer"
    ? describeTransfer(reading.terms, problems, now)
    : describeBatch(reading, problems, now);
}

function describeTransfer(
  terms: QuoteReading,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  const summary = summarizeQuote(terms, problems, { now });
  const { give, getAtLeast, from, to, validUntil, digests } = summary;
  // A transfer has another receiver than the wallet that pays.
  const warnings = summary.warnings.filter((each) => !/^The receiver is not/.test(each));
  const text = formatLines([
    ["You sign", ["a transfer"]],
    ["You send", [`${formatPart(give)} on ${give.chain}`]],
    ["The receiver gets", [formatPart(getAtLeast)]],
    ["From", [from]],
    ["To", [to ?? notStated]],
    ["Valid until", [validUntil ?? notStated]],
    ...formatCosts(summary),
    ...describeCalls(terms.parts),
    ["Permission", summary.permissions],
    ["Warning", warnings],
    ["Problem", summary.problems],
    ...describeDigests(digests),
  ]);
  return { text, digests };
}

function describeBatch(
  { request, items, parts, expiresAt }: Extract<RequestedReading, { kind: "batch" }>,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  const title = `a batch of ${request.operations.length} operations: all are executed, or none`;
  const contents = items.flatMap(({ kind, reading }, i): Line[] => {
    const name = `Operation ${i + 1}`;
    if (!reading) return [[name, [`a ${kind} operation, whose contents are not compared`]]];
    const summary = summarizeQuote(reading, [], { now });
    const describe = kind === "transfer" ? formatTransfer : formatSwap;
    return [[name, [`${describe(summary)}${formatCostOf(summary)}`]]];
  });
  const { walletAddress, chainId } = request.request;
  contents.push(...describeCalls(parts));
  return describeParts({ title, walletAddress, chainId, expiresAt, contents, parts }, problems);
}

const formatTransfer = ({ give, getAtLeast, to }: QuoteSummary) =>
  `a transfer of ${formatPart(give)} to ${to ?? notStated}, who gets ${getAtLeast.amount ?? "an unknown amount"}`;

const formatSwap = ({ give, getAtLeast, to }: QuoteSummary) =>
  `a swap of ${formatPart(give)} on ${give.chain} for at least ${formatPart(getAtLeast)} on ${getAtLeast.chain}, to ${to ?? notStated}`;

const formatCostOf = ({ totalCost }: QuoteSummary) =>
  totalCost === undefined
    ? "; its fees and gas are not known"
    : `; fees and gas: ${totalCost} US dollars`;

/** Describes a custom operation by its request: the response does not repeat the calls. */
export function describeCustom(
  { request }: Extract<Requested, { kind: "custom" }>,
  parts: PartsToSign,
  expiresAt: unknown,
  problems: readonly SigningProblem[],
): SigningDescription {
  const { walletAddress, chainId } = request;
  const contents = listRequestedCalls(request).map((call, i): Line => {
    const { address, methodSignature, arguments: values, value } = call;
    const method = isMissing(methodSignature) ? "no method" : toWords(methodSignature);
    const given = Array.isArray(values) ? values.map((each) => toWords(each)).join(", ") : "";
    const coins = isMissing(value) ? "" : `, with the value ${toWords(value)}`;
    const target = formatAddress(address) ?? notStated;
    return [`Call ${i + 1}, by your request`, [`${method} of ${target}, with (${given})${coins}`]];
  });
  contents.push(...describeCalls(parts));
  const title = "calls of your own: the response does not repeat them, only its hash is signed";
  return describeParts({ title, walletAddress, chainId, expiresAt, contents, parts }, problems);
}

/** The calls of an operation that comes with its data. */
function describeCalls({ operationData }: PartsToSign): Line[] {
  if (!operationData) return [];
  const calls = decodeCalls(operationData.message.callData as Hex);
  if (!calls) return [["Call", ["its calls cannot be read"]]];
  return calls.map(({ to, value, data }): Line => {
    const coins = value > 0n ? `, with ${value} wei` : "";
    const method = data.length < 10 ? "no method" : `the function ${data.slice(0, 10)}`;
    return ["Call", [`${method} of ${to}${coins}`]];
  });
}
