import { timeOf } from "../../contract/shared/expiry.js";
import { isLimitOrder } from "../../contract/swap/is-limit-order.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { ignoreIndex } from "../../shared/ignore-index.js";
import { createNameToken, type NamingOptions } from "../shared/format.js";
import { formatValue } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import { copyData, type Fields, readOptions } from "../shared/read-options.js";
import { explainProblems } from "../skeleton/describe-parts.js";
import { type CheckQuoteOptions, quoteFields } from "./quote-options.js";
import { isQuoteList, type QuoteReading, readGiven, readQuote, recallTerms } from "./read-quote.js";
import { type QuoteSummary, summarizeQuote } from "./summarize-quote.js";

/**
 * Compares a quote with your request and returns all problems. If the list is empty, you can sign
 * the quote. A problem with the severity `"review"` can be right: ask the user. docs/signing.md
 * says in four sentences what is compared. Everything else that a quote states is only described.
 *
 * **What cannot be checked:** the contents of an operation of which the quote states only the hash,
 * and of a wrapped order. US dollars are the quote's own. Protect yourself with `minReceived`
 * from your own price source.
 *
 * @throws ConfigurationError if an option is unknown, because a misspelt limit would not apply.
 * @example
 * ```ts
 * import { checkQuote } from "bursar/signing";
 *
 * const { quotes } = await client.swap.quote(request);
 * for (const quote of quotes) {
 *   for (const { message } of checkQuote(quote)) console.log(message);
 * }
 * ```
 */
export function checkQuote(quote: SwapQuote, options?: CheckQuoteOptions): SigningProblem[] {
  return findProblems((report) => readGiven("checkQuote", quote, options, quoteFields, report))
    .problems;
}

/** Options of `describeQuote`: those of `checkQuote`, and names. */
export interface DescribeQuoteOptions extends CheckQuoteOptions, NamingOptions {}

/**
 * Describes a quote for the user before signing: what they give, the minimum they get, receiver,
 * chain, expiry, total cost, loss, permissions and the hashes that their wallet will show. If the
 * request is known, the problems that `checkQuote` finds are described, too. Otherwise the
 * description only repeats what the quote states.
 *
 * @throws ConfigurationError if the quote is not an object, or an option is unknown or invalid.
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
