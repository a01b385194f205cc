import type { SwapQuote, SwapQuoteRequest } from "../contract/types/swap.js";
import type { SigningProblem } from "../errors/signing.js";
import { type AuthorizationTerms, holdAuthorization } from "./authorization-terms.js";
import { checkFees, type FeeOptions } from "./check-fees.js";
import { checkOperation, type OperationTerms } from "./check-operation.js";
import { checkTerms, type TermsOptions } from "./check-terms.js";
import { checkOrder, checkUserOperation, isPackedUserOperation, type TypedDataTerms } from "./check-typed-data.js";
import { show } from "./plain-text.js";
import { collect, holdHash, isNone, type Report, same } from "./report.js";

/** What a quote is held against. */
export interface CheckQuoteOptions extends OperationTerms, TermsOptions, FeeOptions {
  /** The request that was quoted: the quote must be an answer to it. */
  expect: SwapQuoteRequest;
  /** The least that you take, whatever slippage would allow: a decimal string in whole tokens, such as what a person was shown. */
  minAmountOut?: string | undefined;
  /** The decimals of `tokenOut`, to judge the guaranteed minimum of a token with fewer than 6 exactly. */
  tokenOutDecimals?: number | undefined;
  /** What the service may take for itself, in percent of the input: nobody published what it takes. @defaultValue `1` */
  maxServiceFeePercent?: number | undefined;
  /** The most gas to pay: a decimal string in `payGasFeeToken`. */
  maxGasFee?: string | undefined;
  /** Refuses a quote whose hash cannot be recomputed, because no typed data comes with it. @defaultValue `false` */
  requireTypedData?: boolean | undefined;
}

/**
 * Holds a quote against the request it answers, and tells everything that does not add up; an empty list means that it may be signed.
 * Compared are chains, tokens, wallet, receiver, the amount in (with gas on top: exactly; with gas out of it: less the gas at most), the
 * guaranteed minimum with the slippage or the limit that was asked, fees, gas token, expiry, and the form of everything that is signed.
 * Where the operation comes along as typed data, its hash is recomputed. An EIP-7702 authorization must be for this chain and this account.
 *
 * **What cannot be known:** nobody has published what the call data of an operation and the hash inside of a wrapped order mean. So a quote
 * that is a lie throughout, hash included, can only be told by its words; estimates, prices in US dollars and the route are never checked.
 *
 * @example
 * ```ts
 * import { checkQuote } from "bursar/signing";
 *
 * const { quotes } = await client.swap.quote(request);
 * for (const quote of quotes) {
 *   for (const { path, expected, actual } of checkQuote(quote, { expect: request })) console.log(path, expected, actual);
 * }
 * ```
 */
export function checkQuote(quote: SwapQuote, options: CheckQuoteOptions): SigningProblem[] {
  return collect((report) => {
    const { expect } = options ?? {};
    if (typeof expect !== "object" || expect === null) return report("request", "expect", "the request that was quoted", expect);
    if (typeof quote !== "object" || quote === null) return report("nothing_to_sign", "quote", "a quote", quote);
    const { quoteId, userOperationHash } = quote;
    const terms = { ...options, chainId: expect.chainIdIn, walletAddress: expect.walletAddress };
    checkOperation(quote, terms, report, true);
    if (!isNone(quoteId) && !same(quoteId, userOperationHash))
      report("quote_id", "quoteId", `the hash ${show(userOperationHash)}`, quoteId);
    checkTerms(quote, expect, options, report);
    checkFees(quote, expect, options, report);
    checkData(quote, terms, report);
    checkApproval(quote, terms, report);
  });
}

type Terms = CheckQuoteOptions & AuthorizationTerms & TypedDataTerms;

/** Market swaps may bring their operation, limit orders must bring the order that is signed beside it. */
function checkData({ typedData, userOperationHash }: SwapQuote, terms: Terms, report: Report): void {
  const isOrder = terms.expect.minAmountOut !== undefined;
  if (isNone(typedData)) {
    if (isOrder || terms.requireTypedData) report("typed_data", "typedData", "typed data", typedData);
  } else if (!isOrder && isPackedUserOperation(typedData)) {
    checkUserOperation(typedData, userOperationHash, terms, report);
  } else {
    checkOrder(typedData, terms, report);
  }
}

/** An approval is signed unseen too, so it is taken only where one is due: for real-world assets, which want an identity. */
function checkApproval({ rwaApproveUserOperation: approval, userOperationHash }: SwapQuote, terms: Terms, report: Report): void {
  if (isNone(approval) || (isNone(approval.userOperationHash) && isNone(approval.authorization))) return;
  const path = "rwaApproveUserOperation";
  const hash = approval.userOperationHash;
  if (isNone(terms.expect.individualId)) report("not_asked", path, "none: no individualId was given", hash);
  holdHash(report, "hash", `${path}.userOperationHash`, hash);
  if (same(hash, userOperationHash)) report("hash", `${path}.userOperationHash`, "another operation than the swap", hash);
  if (!isNone(approval.authorization)) holdAuthorization(approval.authorization, terms, report, `${path}.authorization`);
}
