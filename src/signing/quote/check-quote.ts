import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import type { SigningProblem } from "../../errors/signing.js";
import {
  type CheckAuthorizationOptions,
  checkAuthorization,
} from "../authorization/check-authorization.js";
import { type CheckOperationOptions, checkOperation } from "../operation/check-operation.js";
import { formatValue } from "../shared/plain-text.js";
import {
  checkHash,
  collectProblems,
  isEqual,
  isNone,
  isObject,
  prefixPath,
  type ReportProblem,
} from "../shared/problems.js";
import {
  type CheckTypedDataOptions,
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { type CheckFeesOptions, checkFees } from "./check-fees.js";
import { type CheckSwapDetailsOptions, checkSwapDetails } from "./check-swap-details.js";

/** What a quote is held against. */
export interface CheckQuoteOptions
  extends CheckOperationOptions,
    CheckSwapDetailsOptions,
    CheckFeesOptions {
  /** The request that was quoted: the quote must be an answer to it. */
  expect: SwapQuoteRequest;
  /** The least that you take, whatever slippage would allow: a decimal string in whole tokens, such as what a person was shown. */
  minAmountOut?: string | undefined;
  /** The decimals of `tokenOut`, to judge the guaranteed minimum of a token with fewer than 6 exactly. */
  tokenOutDecimals?: number | undefined;
  /** What the service may take for itself, in percent of the input: nobody published what it takes. @defaultValue `1` */
  maxServiceFeePercent?: number | undefined;
  /**
   * The most gas to pay: a decimal string in `payGasFeeToken`. Where it is left out, gas in the input token may be a quarter of the amount;
   * gas in another token is held to nothing but the quote's own estimate.
   */
  maxGasFee?: string | undefined;
  /**
   * How much of its worth a market swap may lose beyond slippage, fees and the gas that comes out of it, in percent and in US dollars as
   * the quote itself tells them; not looked at where it does not. @defaultValue `10`
   */
  maxLossPercent?: number | undefined;
  /**
   * Refuses a market swap whose hash cannot be recomputed, because its operation does not come along as typed data. The typed data of a
   * limit order is the order, so the hash of its operation can never be recomputed: with or without this, it is taken as it is.
   * @defaultValue `false`
   */
  requireTypedData?: boolean | undefined;
}

/**
 * Holds a quote against the request it answers, and tells everything that does not add up; an empty list means that it may be signed.
 * Compared are chains, tokens, wallet, receiver, the amount in (with gas on top: exactly; with gas out of it: less the gas at most), the
 * guaranteed minimum with the slippage or the limit that was asked, fees, gas token, expiry, and the form of everything that is signed;
 * and whether a market swap loses more of its worth than that explains.
 * Where the operation comes along as typed data, its hash is recomputed. An EIP-7702 authorization must be for this chain and this account.
 *
 * **What cannot be known:** nobody has published what the call data of an operation and the hash inside of a wrapped order mean. So a quote
 * that is a lie throughout, hash included, can only be told by its words; prices in US dollars are the quote's own,
 * and the route is never checked. A `minAmountOut` from a price of your own is what protects you.
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
  return collectProblems((report) => validateQuote(quote, options, report));
}

/** The same, told to a report. Answers with the order that is signed as typed data, where there is one. */
export function validateQuote(
  quote: SwapQuote,
  options: CheckQuoteOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const { expect } = options ?? {};
  if (!isObject(expect)) return report("request", "expect", "the request that was quoted", expect);
  if (!isObject(quote)) return report("nothing_to_sign", "quote", "a quote", quote);
  const { quoteId, userOperationHash } = quote;
  // Only limit orders expire when the request says so.
  const expiration = expect.minAmountOut === undefined ? undefined : expect.expiration;
  const terms = {
    ...options,
    chainId: expect.chainIdIn,
    walletAddress: expect.walletAddress,
    expiration,
  };
  for (const name in options) {
    // A limit that is misspelt is no limit, and nobody would notice.
    if (!Object.hasOwn(known, name)) report("request", name, "an option that exists", name);
  }
  checkOperation(quote, terms, report, true);
  if (!isNone(quoteId) && !isEqual(quoteId, userOperationHash)) {
    report("quote_id", "quoteId", `the hash ${formatValue(userOperationHash)}`, quoteId);
  }
  checkSwapDetails(quote, expect, options, report);
  checkFees(quote, expect, options, report);
  checkApproval(quote, terms, report);
  return checkTypedData(quote, terms, report);
}

const known: Record<keyof CheckQuoteOptions, 0> = {
  expect: 0,
  owner: 0,
  minAmountOut: 0,
  tokenOutDecimals: 0,
  maxServiceFeePercent: 0,
  maxGasFee: 0,
  maxLossPercent: 0,
  requireTypedData: 0,
  delegates: 0,
  allowAnyDelegate: 0,
  allowAnyChain: 0,
  now: 0,
  margin: 0,
};

type Terms = CheckQuoteOptions & CheckAuthorizationOptions & CheckTypedDataOptions;

/** Market swaps may bring their operation, limit orders must bring the order that is signed beside it. */
function checkTypedData(
  { typedData, userOperationHash }: SwapQuote,
  terms: Terms,
  report: ReportProblem,
): NormalTypedData | undefined {
  const isOrder = terms.expect.minAmountOut !== undefined;
  if (isNone(typedData))
    return isOrder || terms.requireTypedData
      ? report("typed_data", "typedData", "typed data", typedData)
      : undefined;
  if (isOrder) return checkOrder(typedData, terms, report);
  if (isPackedUserOperation(typedData)) {
    checkUserOperation(typedData, userOperationHash, terms, report);
  } else if (
    terms.requireTypedData ||
    !Object.keys(Object(typedData.types)).includes(typedData.primaryType)
  ) {
    // It is not signed, so another kind does no harm; but it says nothing about the operation either.
    report("typed_data", "typedData.primaryType", "PackedUserOperation", typedData.primaryType);
  }
  return undefined;
}

/** An approval is signed unseen too, so it is taken only where one is due: for real-world assets, which want an identity. */
function checkApproval(
  { rwaApproveUserOperation: approval, userOperationHash }: SwapQuote,
  terms: Terms,
  report: ReportProblem,
): void {
  const { userOperationHash: hash, authorization } = approval ?? {};
  if (isNone(hash) && isNone(authorization)) return;
  const path = "rwaApproveUserOperation";
  if (isNone(terms.expect.individualId))
    report("not_asked", path, "none: no individualId was given", hash);
  const inside = prefixPath(report, path);
  checkHash(inside, "hash", "userOperationHash", hash);
  if (isEqual(hash, userOperationHash))
    inside("hash", "userOperationHash", "another operation", hash);
  checkAuthorization(authorization, terms, inside);
}
