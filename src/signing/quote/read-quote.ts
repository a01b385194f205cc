import { recallRequest } from "../../contract/shared/remembered-requests.js";
import type { Statement } from "../../contract/shared/statement.js";
import type { RwaApproval, SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import type { Hex } from "../../shared/patterns.js";
import { checkAuthorization, checkOperationFields } from "../authorization/check-operation.js";
import { getServiceTime } from "../shared/expiry.js";
import { formatValue } from "../shared/plain-text.js";
import { checkHash, isEqual, isHash, prefixPath, type ReportProblem } from "../shared/problems.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { PartsToSign } from "../skeleton/parts.js";
import { type Costs, readCosts } from "../statement/costs.js";
import { createStatement, type StatedOperation } from "../statement/statement.js";
import {
  type CheckTypedDataOptions,
  checkOrder,
  readOtherData,
} from "../typed-data/check-typed-data.js";
import { compareWithRequest } from "./compare-with-request.js";
import { judgeCosts, judgeLoss, readWorth, type Worth } from "./judge-loss.js";
import type { CheckQuoteOptions, QuoteTerms } from "./quote-options.js";

export interface QuoteReading<Options extends QuoteTerms = QuoteTerms> {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  options: Options;
  costs: Costs;
  worth: Worth;
  statement: Statement;
  /** Complete only without fatal problems. */
  parts: PartsToSign;
}

export function readGiven<Options extends CheckQuoteOptions>(
  subject: string,
  quote: SwapQuote,
  options: Options | undefined,
  fields: Fields<Options>,
  report: ReportProblem,
): QuoteReading<Options & QuoteTerms> | undefined {
  const copy = copyOptions(subject, options, fields, report);
  // Sign exactly what was checked, even if the caller's objects change while the wallet is open.
  const snapshot = copyData("quote", quote, report);
  return copy && readQuote(snapshot, recallTerms(quote, copy), report);
}

/** The options, with the request that the client sent, and the service's time. */
export function recallTerms<Options extends CheckQuoteOptions>(
  quote: SwapQuote,
  options: Options,
): Options & QuoteTerms {
  const { operation, request } = recallRequest(quote) ?? {};
  const sent = operation === "swap.quote" ? (request as SwapQuoteRequest) : undefined;
  const expect = options.expect ?? sent;
  const serviceTime = isMissing(options.now) ? getServiceTime(quote) : undefined;
  const isServiceTime = serviceTime !== undefined;
  return { ...options, expect, now: options.now ?? serviceTime, isServiceTime } as Options &
    QuoteTerms;
}

/** The list of quotes, or the whole response, in place of one quote. */
export function isQuoteList(quote: unknown): boolean {
  const { quotes, tokenIn } = Object(quote) as Record<string, unknown>;
  return Array.isArray(quote) || (Array.isArray(quotes) && tokenIn === undefined);
}

export function readQuote<Options extends QuoteTerms>(
  quote: SwapQuote | undefined,
  options: Options,
  report: ReportProblem,
): QuoteReading<Options> | undefined {
  const { expect: request } = options;
  if (!isObject(quote) || isQuoteList(quote))
    return report("request", "quote", "one quote: pass pickExecutable(quotes)", quote);
  if (!isObject(request)) return report("request", "expect", expectedRequest, request);
  const parts = readParts(quote, options, report);
  return { ...readTerms(quote, options, report), parts };
}

const expectedRequest =
  "the request that was quoted (known only of a quote that the client itself returned)";

/** Reads and judges the terms of a quote that has no hash of its own. */
export function readTerms<Options extends QuoteTerms>(
  quote: SwapQuote,
  options: Options,
  report: ReportProblem,
): QuoteReading<Options> {
  const { expect: request } = options;
  const costs = readCosts(quote, request);
  const worth = readWorth(quote, request, costs);
  compareWithRequest(quote, options, costs, report);
  judgeLoss(request, worth, options.maxLossPercent, report);
  judgeCosts(request, costs, report);
  const statement = createStatement(quote, request, costs);
  return { quote, request, options, costs, worth, statement, parts: {} };
}

type PartFields = Pick<
  SwapQuote,
  | ("userOperationHash" | "quoteId" | "revertReason" | "expiresAt" | "authorization")
  | ("typedData" | "rwaApproveUserOperation")
>;

const hour = 3_600_000;
const day = 24 * hour;
/** How much later than requested an order may expire. The service's clock may be ahead. */
const clockTolerance = 120_000;

export function readParts(
  quote: PartFields,
  options: QuoteTerms,
  report: ReportProblem,
): PartsToSign {
  const { quoteId, userOperationHash } = quote;
  const { chainIdIn: chainId, walletAddress } = options.expect;
  const target = { chainId, walletAddress };
  const latest = getLatestExpiry(options);
  const rules = { ...options, ...target, rule: "required", latest } as const;
  const authorization = checkOperationFields(quote, rules, report);
  if (!isNone(quoteId) && !isNone(userOperationHash) && !isEqual(quoteId, userOperationHash)) {
    const hash = formatValue(userOperationHash, isHash(userOperationHash));
    report("quote_id", "quoteId", `the hash ${hash}`, quoteId);
  }
  const approval = readApproval(quote, options, target, report);
  const typedData = readTypedData(quote, options, target, report);
  return { userOperationHash: userOperationHash as Hex, authorization, ...typedData, approval };
}

function getLatestExpiry({
  expect,
  now,
  isServiceTime,
}: QuoteTerms): readonly [number, string] | undefined {
  const { minAmountOut, expiration } = expect;
  const own = Date.now();
  // The service must not put off the expiry by a time of its own.
  const time = isServiceTime ? Math.min(Number(now), own + day) : Number(now ?? own);
  if (isMissing(minAmountOut)) return [time + hour, "an hour for a market quote"];
  if (isMissing(expiration)) return undefined;
  return [time + expiration * 1_000 + clockTolerance, "as requested, and two minutes"];
}

/** The typed data of a limit order is the order. A market swap needs none. */
function readTypedData(
  { typedData, userOperationHash }: PartFields,
  { expect }: QuoteTerms,
  target: CheckTypedDataOptions,
  report: ReportProblem,
): Pick<PartsToSign, "typedData" | "operationData"> | undefined {
  const isOrder = !isMissing(expect.minAmountOut);
  if (isOrder && isNone(typedData))
    return report("typed_data", "typedData", "typed data", typedData);
  if (isNone(typedData)) return undefined;
  return isOrder
    ? { typedData: checkOrder(typedData, target, report) }
    : readOtherData(typedData, userOperationHash, expect.chainIdIn, report);
}

/** What an approval does is not known, so the caller must ask for it. */
function readApproval(
  { rwaApproveUserOperation: approval, userOperationHash }: PartFields,
  options: QuoteTerms,
  target: CheckTypedDataOptions,
  reportRoot: ReportProblem,
): PartsToSign | undefined {
  const { userOperationHash: hash, authorization }: Partial<RwaApproval> = approval ?? {};
  if (isNone(hash) && isNone(authorization)) return undefined;
  const path = "rwaApproveUserOperation";
  if (!options.expect.individualId || options.approval !== true)
    reportRoot("not_asked", path, "none, without individualId and the option approval", hash);
  const report = prefixPath(reportRoot, path);
  checkHash(report, "hash", "userOperationHash", hash);
  if (isEqual(hash, userOperationHash))
    report("hash", "userOperationHash", "another hash than that of the swap", hash);
  return {
    userOperationHash: hash as Hex,
    authorization: checkAuthorization(authorization, { ...options, ...target }, report),
  };
}

export function stateQuote({ request, costs, statement, parts }: QuoteReading): StatedOperation {
  const { walletAddress, chainIdIn, extraFee, minAmountOut } = request;
  return {
    statement,
    walletAddress,
    chainId: chainIdIn,
    request,
    gas: costs.gas.comparable,
    feeReceivers: extraFee ? [extraFee.toAddress] : [],
    // Nothing states what other data than an order does, or costs that cannot be read.
    isPartial:
      (isMissing(minAmountOut) && parts.typedData !== undefined) ||
      costs.unreadable.length > 0 ||
      costs.fees.some(({ token, isKnown }) => !isKnown || typeof token !== "string"),
  };
}
