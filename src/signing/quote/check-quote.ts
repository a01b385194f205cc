import type { SwapQuote } from "../../contract/swap/records.js";
import type { SigningProblem } from "../../errors/signing.js";
import { findProblems } from "../shared/problems.js";
import { type CheckQuoteOptions, quoteFields } from "./quote-options.js";
import { readGiven } from "./read-quote.js";

/**
 * Compares a quote with your request and returns all problems. If the list is empty, you can sign
 * the quote. A problem with the severity `"review"` can be right: ask the user. docs/signing.md
 * says in four sentences what is compared. Everything else that a quote states is only described.
 *
 * **What cannot be checked:** the contents of an operation of which the quote states only the hash,
 * and of a wrapped order. US dollars are the quote's own. Protect yourself with `minReceived`
 * from your own price source.
 *
 * @throws {ConfigurationError} if an option is unknown, because a misspelt limit would not apply.
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
