import type { SwapQuote } from "../../contract/swap/types.js";
import { ConfigurationError } from "../../errors/data.js";
import { ignoreIndex } from "../../errors/ignore-index.js";
import { formatValue } from "../shared/plain-text.js";
import { collectProblems, isMissing, isObject } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-fields.js";
import { copyData } from "../signer/take-snapshot.js";
import { type CheckQuoteOptions, checkQuoteFields, validateQuote } from "./check-quote.js";
import { type QuoteSummary, summarizeQuote } from "./summarize-quote.js";

/** Options of `describeQuote`: those of `checkQuote`, of which `expect` can be missing. */
export interface DescribeQuoteOptions extends Partial<CheckQuoteOptions> {
  /**
   * Your name for a token. Do not use the service's names: every token can be named USDC.
   * @defaultValue its address
   */
  tokenName?: ((address: string, chainId: number) => string | undefined) | undefined;
}

/**
 * Describes a quote for the user before signing: what they give, the minimum they get, receiver,
 * chain, expiry, total cost, loss, permissions and the hashes that their wallet will show. With
 * `expect`, the problems that `checkQuote` finds are described, too. Without it, the description
 * only repeats what the quote states.
 *
 * @throws {ConfigurationError} if the quote is not an object, or an option is unknown or invalid.
 * @example
 * ```ts
 * import { describeQuote } from "bursar/signing";
 *
 * for (const quote of quotes) console.log(describeQuote(quote, { expect: request }).text);
 * ```
 */
export function describeQuote(quote: SwapQuote, options?: DescribeQuoteOptions): QuoteSummary {
  const given = readOptions("describeQuote", ignoreIndex(options), describeQuoteFields);
  if (!isObject(quote))
    throw new ConfigurationError(`describeQuote: expected a quote, got ${formatValue(quote)}`);
  const { expect } = given;
  const problems = isMissing(expect)
    ? []
    : collectProblems((report) =>
        validateQuote(copyData("quote", quote, report), { ...given, expect }, report),
      );
  return summarizeQuote(quote, problems, given);
}

const describeQuoteFields: Fields<DescribeQuoteOptions> = {
  ...checkQuoteFields,
  tokenName: "any",
};
