import { timeOf } from "../../contract/shared/expiry.js";
import { isLimitOrder } from "../../contract/swap/is-limit-order.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { ConfigurationError } from "../../errors/data.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { ignoreIndex } from "../../shared/ignore-index.js";
import { formatValue } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import { copyData, type Fields, readOptions } from "../shared/read-options.js";
import { createNameToken, type NamingOptions } from "../shared/token-name.js";
import { explainProblems } from "../skeleton/describe-parts.js";
import { type CheckQuoteOptions, quoteFields } from "./quote-options.js";
import { isQuoteList, type QuoteReading, readQuote, recallTerms } from "./read-quote.js";
import { type QuoteSummary, summarizeQuote } from "./summarize-quote.js";

/** Options of `describeQuote`: those of `checkQuote`, and names. */
export interface DescribeQuoteOptions extends CheckQuoteOptions, NamingOptions {}

/**
 * Describes a quote for the user before signing: what they give, the minimum they get, receiver,
 * chain, expiry, total cost, loss, permissions and the hashes that their wallet will show. If the
 * request is known, the problems that `checkQuote` finds are described, too. Otherwise the
 * description only repeats what the quote states.
 *
 * @throws {ConfigurationError} if the quote is not an object, or an option is unknown or invalid.
 * @example
 * ```ts
 * import { describeQuote } from "bursar/signing";
 *
 * for (const quote of quotes) console.log(describeQuote(quote).text);
 * ```
 */
export function describeQuote(quote: SwapQuote, options?: DescribeQuoteOptions): QuoteSummary {
  const fields: Fields<DescribeQuoteOptions> = { ...quoteFields, tokenName: "any" };
  const given = readOptions("describeQuote", ignoreIndex(options), fields);
  if (!isObject(quote)) throw createNoQuoteError(quote);
  const { tokenName, ...rest } = given;
  const terms = recallTerms(quote, rest);
  const { value: reading, problems } = findProblems((report) => {
    // A getter could return one value to the checks and another to the description. What is not
    // data cannot be signed, and is not repeated.
    const snapshot = copyData("quote", quote, report) ?? ({} as SwapQuote);
    if (isQuoteList(snapshot)) throw createNoQuoteError(snapshot);
    return readQuote(snapshot, { ...terms, expect: terms.expect ?? readRequest(snapshot) }, report);
  });
  const found = isMissing(terms.expect) ? [] : explainProblems(problems);
  const nameToken = createNameToken("describeQuote", tokenName);
  return summarizeQuote(reading as QuoteReading, found, timeOf(terms.now), nameToken);
}

const createNoQuoteError = (value: unknown) =>
  new ConfigurationError(`describeQuote: expected a quote, got ${formatValue(value)}`);

/** Without a request, the quote is compared with itself. */
function readRequest(quote: SwapQuote): SwapQuoteRequest {
  const { amountIn, tokenIn, tokenOut, chainIn, chainOut, walletAddress, toAddress } = quote;
  const { payGasFeeToken } = Object(quote.estimatedGasFees) as Record<string, unknown>;
  const request = {
    amountIn,
    tokenIn,
    tokenOut,
    payGasFeeToken,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    chainIdIn: chainIn,
    chainIdOut: chainOut,
    walletAddress,
    toAddress,
    minAmountOut: isLimitOrder(quote) ? quote.minAmountOut : null,
  };
  return request as unknown as SwapQuoteRequest;
}
