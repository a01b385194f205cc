import type {
  LimitOrderRequest,
  SwapQuote,
  SwapQuoteRequest,
  UseDefineRequest,
} from "../contract/swap/records.js";
import { ConfigurationError } from "../errors/data.js";
import { SigningError } from "../errors/signing.js";
import { copyData } from "../shared/copy-data.js";
import { isMissing, isNone, isObject } from "../shared/guards.js";
import { pickExecutable } from "../signing/quote/pick-executable.js";
import { quoteFields } from "../signing/quote/quote-options.js";
import { type SignQuoteOptions, signQuote } from "../signing/quote/sign-quote.js";
import { parseDecimal } from "../signing/shared/decimal.js";
import { defaultMargin, isExpired } from "../signing/shared/expiry.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { writeOutcome } from "../signing/skeleton/receipts.js";
import { assertNotWorse } from "./compare-quotes.js";
import { type RunClient, type RunOptions, type RunResult, run, runFields } from "./run.js";
import type { WaitForOperation } from "./wait-for-outcome.js";

/** The limits of a swap as in `signQuote`, who signs it, and what is stored of the run. */
export interface RunSwapOptions extends Omit<SignQuoteOptions, "expect">, RunOptions {
  /** The quote that the user has seen. @defaultValue the first of a new response */
  quote?: SwapQuote | undefined;
  /**
   * If `quote` has expired, a new one is requested and signed, unless it is worse: it guarantees
   * less, or more leaves, by more than this percentage. Without it, an expired quote is rejected.
   */
  requote?: { percent: string } | undefined;
}

/** The methods that `runSwap` calls. A client of `createClient` has them. */
export interface SwappingClient extends RunClient {
  swap: {
    quote(
      request: SwapQuoteRequest,
      options?: { signal?: AbortSignal | undefined },
    ): PromiseLike<{ quotes: SwapQuote[] }>;
    waitForLimitOrder: WaitForOperation;
  };
}

/** A function: bundlers keep an unused table with spreads. */
function listOptionFields(): Fields<RunSwapOptions> {
  const { expect: _, ...limits } = quoteFields;
  return { ...limits, ...runFields, quote: "any", requote: { percent: "amount!" } };
}

/**
 * A swap or a limit order as one call: requests quotes, picks the first that can be executed,
 * checks and signs it like `signQuote`, submits it, and waits for its final status. Each step is a
 * function of its own, too.
 *
 * Store the record that `onStage` gets. After a crash, the same call with `resume` looks for the
 * operation and never sends it again. If the response to the submission is lost, the run looks for
 * it as well.
 *
 * @throws UnsafeToSignError with every problem. Nothing was signed.
 * @throws WaitTimeoutError if there is no final status in time. `found` shows whether the
 * operation arrived. If `safeToSignAgain` is true, start anew without `resume`; otherwise resume
 * again.
 * @throws ConfigurationError for an invalid option or record. Nothing was sent.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { runSwap } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const stored = new Map(); // use your database
 * try {
 *   const { status, transaction } = await runSwap(client, request, {
 *     signer,
 *     owner,
 *     onStage: (record) => void stored.set("swap 1", record),
 *     resume: stored.get("swap 1"),
 *   });
 *   console.log(status, transaction.id);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function runSwap(
  client: SwappingClient,
  request: UseDefineRequest | SwapQuoteRequest,
  options: RunSwapOptions,
): Promise<RunResult> {
  const subject = "runSwap";
  const { signer, onStage, resume, signal, wait, settle, quote, requote, ...limits } = readOptions(
    subject,
    options,
    listOptionFields(),
  );
  const seen = isMissing(quote) ? undefined : quote;
  if (requote && !seen)
    throw new ConfigurationError(`${subject}: requote: expected the option quote beside it`);
  const expect = copyRequest(subject, request as SwapQuoteRequest);
  const choose = async (): Promise<SwapQuote> => {
    const time = { now: limits.now, margin: limits.margin ?? defaultMargin };
    // Without `requote`, `signQuote` rejects what has expired, with every other problem.
    if (seen && !(requote && isExpired(seen, time))) return seen;
    const { quotes } = await client.swap.quote(expect, { signal });
    const next = pickExecutable(quotes, time);
    const percent = parseDecimal(requote?.percent);
    if (seen && percent !== undefined) assertNotWorse(subject, expect, [seen, next], percent);
    return next;
  };
  const isOrder = !isMissing((expect as Partial<LimitOrderRequest>).expiration);
  const steps = {
    subject,
    walletAddress: expect.walletAddress,
    chainId: expect.chainIdIn,
    async prepare() {
      const chosen = await choose();
      assertNoApproval(subject, chosen);
      return () => signQuote(chosen, signer, { ...limits, expect, signal });
    },
    wait: ((...args) =>
      isOrder
        ? client.swap.waitForLimitOrder(...args)
        : client.wallets.waitForTransaction(
            ...args,
          )) satisfies WaitForOperation as WaitForOperation,
  };
  return run(client, steps, {
    onStage,
    resume,
    signal,
    wait,
    // An order is executed by transactions of others.
    settle: isMissing(expect.minAmountOut) ? settle : undefined,
    policy: limits.policy,
    write: (outcome) => writeOutcome(limits.receipts, outcome, signal),
  });
}

/** The caller could change it while a quote is requested. The client checks what it contains. */
function copyRequest(subject: string, request: SwapQuoteRequest): SwapQuoteRequest {
  try {
    if (isObject(request)) return copyData(request);
  } catch {
    // Not plain data.
  }
  throw new ConfigurationError(`${subject}: expected the request of a quote`);
}

/** It is a second operation. The order of the two is not documented. */
export function assertNoApproval(subject: string, quote: SwapQuote): void {
  if (isNone(quote.rwaApproveUserOperation)) return;
  throw new SigningError(`${subject}: the quote needs a second operation, its approval`, {
    hint: "Sign it with signQuote, and submit `approval` and the swap with client.operations.execute.",
  });
}
