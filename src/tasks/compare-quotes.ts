import type { SwapQuote, SwapQuoteRequest } from "../contract/swap/records.js";
import { problemSeverities } from "../shared/problem-codes.js";
import { readTerms } from "../signing/quote/read-quote.js";
import {
  type Decimal,
  formatShort,
  isAtLeast,
  one,
  parseAmountText,
  parseDecimal,
  takePercent,
} from "../signing/shared/decimal.js";
import { assertNoProblems, type ReportProblem } from "../signing/shared/problems.js";
import { isSameToken } from "../signing/shared/same-token.js";
import { sumLeaves } from "../signing/statement/statement.js";

/** Throws if a quote is worse than an earlier one by more than a percentage of any amount. */
export function assertNotWorse(
  subject: string,
  request: SwapQuoteRequest,
  [earlier, next]: readonly [SwapQuote, SwapQuote],
  percent: Decimal,
): void {
  // Only amounts are read. Other problems are reported when the quote is signed.
  const state = (quote: SwapQuote) =>
    readTerms(quote, { expect: request }, () => undefined).statement;
  const [seen, found] = [state(earlier), state(next)];
  assertNoProblems(subject, (report) => {
    // What the user has seen must be what is requested now. It has expired.
    const own: ReportProblem = (code, path, ...values) =>
      problemSeverities[code] === "fatal" ? report(code, `quote.${path}`, ...values) : undefined;
    readTerms(earlier, { expect: request }, own);
    const [asked, shown] = [parseDecimal(request.amountIn), parseAmountText(earlier.amountIn)];
    if (asked && !(shown && isAtLeast(shown, asked, earlier.amountIn)))
      report("amount_in", "quote.amountIn", `${request.amountIn}, as requested`, earlier.amountIn);
    const whole = 100n * one;
    const least = takePercent(readLeast(seen), whole - percent);
    if (readLeast(found) < least)
      report("worse_quote", "minAmountOut", `at least ${formatShort(least)}`, next.minAmountOut);
    const losses = sumLeaves(seen.leaves);
    for (const { chainId, token, amount } of sumLeaves(found.leaves)) {
      const same = losses.find(
        (each) => each.chainId === chainId && isSameToken(each.token, token, chainId),
      );
      const most = takePercent(same?.amount ?? 0n, whole + percent);
      const expected = `at most ${formatShort(most)} of ${token}`;
      if (amount > most) report("worse_quote", "statement.leaves", expected, formatShort(amount));
    }
  });
}

/** A quote has one row of what arrives. */
const readLeast = ({ arrives: [row] }: ReturnType<typeof readTerms>["statement"]): Decimal =>
  parseDecimal(row?.least) ?? 0n;
