import { isExecutable } from "../contract/guards.js";
import type { ExecutableSwapQuote, SwapQuote } from "../contract/types/swap.js";
import { type SigningProblem, UnsafeToSignError } from "../errors/signing.js";
import { checkExpiry } from "./check-operation.js";
import { isExpired } from "./is-expired.js";
import { collect, isHash, isNone } from "./report.js";

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
export function pickExecutable(quotes: readonly SwapQuote[], { now = Date.now(), margin = 5_000 }: PickOptions = {}): ExecutableSwapQuote {
  for (const quote of quotes) {
    if (isExecutable(quote) && isHash(quote.userOperationHash) && !isExpired(quote, { now, margin })) return quote;
  }
  const problems = quotes.flatMap((quote, i) => reasons(quote, `quotes[${i}]`, { now, margin }));
  const none = collect((report) =>
    report("nothing_to_sign", "quotes", "a quote that can be executed", "no quote at all", "nothing was quoted"),
  );
  throw new UnsafeToSignError("swap quotes", quotes.length === 0 ? none : problems, { hint: "Ask for new quotes." });
}

/** Why that quote is none to sign. */
function reasons(quote: SwapQuote, at: string, terms: PickOptions): SigningProblem[] {
  return collect((report) => {
    const { revertReason, userOperationHash, minAmountOut } = quote;
    if (!isNone(revertReason)) {
      report("reverted", `${at}.revertReason`, "none", revertReason.decoded ?? revertReason, "it cannot be executed");
    } else if (!isHash(userOperationHash)) {
      report("nothing_to_sign", `${at}.userOperationHash`, "a 32-byte hash", userOperationHash, "there is nothing to sign");
    } else if (typeof minAmountOut !== "string") {
      report("minimum_out", `${at}.minAmountOut`, "an amount", minAmountOut, "nothing is guaranteed");
    } else {
      checkExpiry(quote.expiresAt, terms, (code, path, ...rest) => report(code, `${at}.${path}`, ...rest), true);
    }
  });
}
