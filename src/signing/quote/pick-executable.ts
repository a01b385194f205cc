import type { ExecutableSwapQuote, SwapQuote } from "../../contract/swap/records.js";
import { UnsafeToSignError } from "../../errors/signing.js";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import { isObject } from "../../shared/guards.js";
import { type CheckOperationOptions, checkExecutable } from "../authorization/check-operation.js";
import { getServiceTime } from "../shared/expiry.js";
import { findProblems, prefixPath } from "../shared/problems.js";
import { readOptions } from "../shared/read-options.js";
import { quoteFields } from "./quote-options.js";

/** When a quote counts as expired. The options of `signQuote` are accepted and ignored. */
export type PickOptions = Pick<CheckOperationOptions, "now" | "margin">;

/**
 * Not quotes. The compiler names this type, and its field, if the response is passed in place of
 * its `quotes`.
 */
export interface UseResponseQuotes {
  readonly quotes: "pass response.quotes";
}

/**
 * Returns the first quote that can be executed and has not expired. The service lists the best
 * quote first, but `quotes[0]` may not be executable. This does not compare the quote with your
 * request: use `checkQuote` or `signQuote` for that.
 *
 * @throws UnsafeToSignError if there is none, with the reason for every quote.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable } from "bursar/signing";
 *
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   console.log(pickExecutable(quotes, { margin: 10_000 }).minAmountOut);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export function pickExecutable(
  quotes: readonly SwapQuote[] | UseResponseQuotes,
  options?: PickOptions,
): ExecutableSwapQuote {
  // The options of `signQuote` are accepted, so that one object can be passed to both.
  assertKnownOptions("pickExecutable", options ?? {}, quoteFields);
  const given: PickOptions = { now: options?.now, margin: options?.margin };
  const { now, margin } = readOptions("pickExecutable", given, { now: "time", margin: "value" });
  const list: readonly SwapQuote[] = Array.isArray(quotes) ? quotes : [];
  const { problems } = findProblems((report) => {
    if (!Array.isArray(quotes))
      report("request", "quotes", "the list of quotes: pass response.quotes", quotes);
    else if (list.length === 0)
      report("nothing_to_sign", "quotes", "a quote that can be executed", quotes);
  });
  for (const [i, quote] of list.entries()) {
    const path = `quotes[${i}]`;
    const { problems: found } = findProblems((report) => {
      if (!isObject(quote)) return report("nothing_to_sign", path, "a quote", quote);
      const { minAmountOut } = quote;
      const rules = { now: now ?? getServiceTime(quote), margin, rule: "required" } as const;
      checkExecutable(quote, rules, prefixPath(report, path));
      if (typeof minAmountOut !== "string")
        report("minimum_out", `${path}.minAmountOut`, "an amount", minAmountOut);
    });
    if (found.length === 0) return quote as ExecutableSwapQuote;
    problems.push(...found);
  }
  const isFromBitcoin = list.some((quote) => isObject(quote) && quote.chainIn === 0);
  const hint = isFromBitcoin ? "A swap from Bitcoin cannot be executed at all." : undefined;
  throw new UnsafeToSignError("swap quotes", problems, { hint });
}
