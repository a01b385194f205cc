import type { ExecutableSwapQuote, SwapQuote } from "../../contract/swap/types.js";
import { type SigningProblem, UnsafeToSignError } from "../../errors/signing.js";
import { checkExecutable } from "../operation/check-operation.js";
import { collectProblems, isObject, prefixPath } from "../shared/problems.js";

/** When a quote counts as expired. */
export interface PickOptions {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** How many milliseconds a quote must still live: signing and sending take time too. @defaultValue `5000` */
  margin?: number | undefined;
}

/**
 * Picks the first quote that can be executed and has not expired, in the service's own order, which is best first. Never take `quotes[0]`
 * unseen. To know that the quote is also the one that was asked for, hold it against the request: `checkQuote`, or `signQuote`.
 *
 * @throws {UnsafeToSignError} when there is none, with the reason of every quote.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable } from "bursar/signing";
 *
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   console.log(pickExecutable(quotes, { margin: 10_000 }).minAmountOut);
 * } catch (error) {
 *   if (error instanceof UnsafeToSignError) console.error(error.problems.map(({ message }) => message));
 *   else throw error;
 * }
 * ```
 */
export function pickExecutable(
  quotes: readonly SwapQuote[],
  terms: PickOptions = {},
): ExecutableSwapQuote {
  const problems: SigningProblem[] = [];
  const list: readonly SwapQuote[] = Array.isArray(quotes) ? quotes : [];
  for (const [i, quote] of list.entries()) {
    const found = collectProblems((report) => {
      if (!isObject(quote)) return report("nothing_to_sign", `quotes[${i}]`, "a quote", quote);
      const { minAmountOut } = quote;
      checkExecutable(quote, terms ?? {}, prefixPath(report, `quotes[${i}]`), true);
      if (typeof minAmountOut !== "string")
        report("minimum_out", `quotes[${i}].minAmountOut`, "an amount", minAmountOut);
    });
    if (found.length === 0) return quote as ExecutableSwapQuote;
    problems.push(...found);
  }
  const none = collectProblems(
    (report) =>
      list.length || report("nothing_to_sign", "quotes", "a quote that can be executed", quotes),
  );
  throw new UnsafeToSignError("swap quotes", [...none, ...problems], {
    hint: "Ask for new quotes.",
  });
}
