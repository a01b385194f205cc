import { isMissing } from "../../contract/shared/guards.js";
import type { Hex } from "../../contract/shared/primitives.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import type { SigningProblem } from "../../errors/signing.js";
import {
  type CheckAuthorizationOptions,
  type CheckedAuthorization,
  checkAuthorization,
} from "../authorization/check-authorization.js";
import { type CheckOperationOptions, checkOperation } from "../operation/check-operation.js";
import type { CheckedOperation } from "../operation/sign-parts.js";
import { type AcceptOptions, acceptFields } from "../shared/decide.js";
import {
  checkHash,
  collectProblems,
  isEqual,
  isHash,
  isNone,
  isObject,
  prefixPath,
  type ReportProblem,
} from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-fields.js";
import { formatValue } from "../shared/text/plain-text.js";
import { copyData } from "../signer/take-snapshot.js";
import { type SimulateOptions, simulateFields } from "../simulation/simulate-options.js";
import {
  type CheckTypedDataOptions,
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import { type CompareOptions, compareWithRequest } from "./compare-with-request.js";
import { type CheckFeesOptions, checkFees } from "./fees/check-fees.js";
import { readFeeTable } from "./fees/fee-table.js";

/** What a quote must match. */
export interface CheckQuoteOptions extends CheckOperationOptions, CompareOptions, CheckFeesOptions {
  /** The request that was quoted. */
  expect: SwapQuoteRequest;
  /**
   * The minimum that you accept, regardless of slippage: a decimal string in whole tokens, such as
   * the amount that was displayed to the user.
   */
  minAmountOut?: string | undefined;
  /**
   * The decimals of `tokenOut`. By default, the minimum may be rounded to the last shown digit. In
   * both cases, rounding explains at most one US dollar or a fiftieth of the minimum.
   */
  tokenOutDecimals?: number | undefined;
  /**
   * The maximum fee of the service in percent of the input. @defaultValue `1`
   * @unverified actual fee not documented
   */
  maxServiceFeePercent?: number | undefined;
  /**
   * The maximum gas as a decimal string in `payGasFeeToken`. With it, the quote must state its gas
   * as an amount. By default, gas in the input token may be a quarter of the amount. Gas in another
   * token may be worth a quarter of the input and a cent in US dollars. If its worth is missing or
   * zero, the problem is `price_unknown`.
   */
  maxGasFee?: string | undefined;
  /**
   * The worth that a market swap may lose in addition to fees and deducted gas, in percent of the
   * worth of the requested amount by the quote's own USD values. By default, a loss is a problem
   * above 10% and 5 US dollars, and above 3% and 500 US dollars. Missing USD values are the problem
   * `price_unknown`. If that of the input is missing, its price counts.
   */
  maxLossPercent?: number | undefined;
  /**
   * Rejects a market swap without the typed data of its operation, because its hash cannot be
   * recomputed. The hash of a limit order's operation can never be recomputed, because its typed
   * data is the order. @defaultValue `false`
   */
  requireTypedData?: boolean | undefined;
}

/**
 * Compares a quote with your request and returns all problems. If the list is empty, you can sign
 * the quote. A problem with the severity `"review"` can be right: ask the user. It checks chains,
 * tokens, wallet, receiver, the amount in (exact, or less the stated gas that is deducted), the
 * guaranteed minimum, fees, gas token, expiry, the value lost by a market swap and the form of
 * everything that is signed. If the quote contains typed data of the operation, its hash is
 * recomputed. An EIP-7702 authorization must be for this chain and account.
 *
 * **What cannot be checked:** the call data of an operation and the hash in a wrapped order. Their
 * contents are not documented. If a quote is forged throughout, including the hash, only its
 * fields can be compared. USD prices are the quote's own, and the route is never checked. Protect
 * yourself with a `minAmountOut` from your own price source.
 *
 * @throws {ConfigurationError} if an option is unknown, because a misspelt limit would not apply.
 * @example
 * ```ts
 * import { checkQuote } from "bursar/signing";
 *
 * const { quotes } = await client.swap.quote(request);
 * for (const quote of quotes) {
 *   for (const { message } of checkQuote(quote, { expect: request })) console.log(message);
 * }
 * ```
 */
export function checkQuote(quote: SwapQuote, options: CheckQuoteOptions): SigningProblem[] {
  return collectProblems((report) => {
    const checked = copyQuoteOptions("checkQuote", options, report);
    if (checked) validateQuote(copyData("quote", quote, report), checked, report);
  });
}

/** Copies the options and the request. */
export function copyQuoteOptions<Options extends CheckQuoteOptions>(
  subject: string,
  options: Options,
  report: ReportProblem,
): Options | undefined {
  return copyOptions(subject, options, checkQuoteFields as Fields<Options>, report);
}

/** Reports all problems. Returns what is signed, which is complete only without fatal problems. */
export function validateQuote(
  quote: SwapQuote | undefined,
  options: CheckQuoteOptions,
  report: ReportProblem,
): CheckedOperation | undefined {
  const { expect } = options ?? {};
  if (!isObject(expect)) return report("request", "expect", "the request that was quoted", expect);
  if (!isObject(quote)) return report("nothing_to_sign", "quote", "a quote", quote);
  const { quoteId, userOperationHash } = quote;
  const expected = {
    ...options,
    chainId: expect.chainIdIn,
    walletAddress: expect.walletAddress,
    // The request sets the expiry of limit orders only.
    expiration: isMissing(expect.minAmountOut) ? undefined : (expect.expiration ?? undefined),
  };
  const authorization = checkOperation(quote, expected, report, "required");
  if (!isNone(quoteId) && !isEqual(quoteId, userOperationHash)) {
    const hash = formatValue(userOperationHash, isHash(userOperationHash));
    report("quote_id", "quoteId", `the hash ${hash}`, quoteId);
  }
  const fees = readFeeTable(quote, expect);
  compareWithRequest(quote, expect, fees, options, report);
  checkFees(quote, expect, fees, options, report);
  const approval = checkApproval(quote, expected, report);
  const typedData = checkTypedData(quote, expected, report);
  return { userOperationHash: userOperationHash as Hex, authorization, ...typedData, approval };
}

// Records, so that TypeScript reports a missing name.
// biome-ignore format: a compact table
const requestFields: Fields<SwapQuoteRequest> = {
  amountIn: "value", chainIdIn: "value", chainIdOut: "value", routeProfile: "value",
  gasFeePaymentMethod: "value", payGasFeeToken: "value", tokenIn: "value", tokenOut: "value",
  walletAddress: "value", toAddress: "value", transactionFeePercent: "value", slippage: "value",
  extraFee: { percentage: "value", toAddress: "value" }, metadata: "any", individualId: "value",
  minAmountOut: "value", expiration: "value", partialFillable: "value",
};
// biome-ignore format: a compact table
export const checkQuoteFields: Fields<CheckQuoteOptions & AcceptOptions & SimulateOptions> = {
  expect: requestFields, owner: "value", minAmountOut: "amount", tokenOutDecimals: "value",
  maxServiceFeePercent: "value", maxGasFee: "amount", maxLossPercent: "value",
  requireTypedData: "value", delegates: "strings", now: "time", margin: "value", ...acceptFields,
  ...simulateFields,
};

type ExpectedOptions = CheckQuoteOptions & CheckAuthorizationOptions & CheckTypedDataOptions;

/** The typed data is the operation of a market swap (optional), or the order itself (required). */
function checkTypedData(
  { typedData, userOperationHash }: SwapQuote,
  options: ExpectedOptions,
  report: ReportProblem,
): Pick<CheckedOperation, "typedData" | "operationData"> | undefined {
  const isOrder = !isMissing(options.expect.minAmountOut);
  if (isNone(typedData))
    return isOrder || options.requireTypedData
      ? report("typed_data", "typedData", "typed data", typedData)
      : undefined;
  if (isOrder) return { typedData: checkOrder(typedData, options, report) };
  const { primaryType, types } = typedData;
  if (isPackedUserOperation(typedData))
    return { operationData: checkUserOperation(typedData, userOperationHash, options, report) };
  // Other well-formed typed data is not signed. It is accepted, but it does not prove the hash.
  if (options.requireTypedData || !Object.keys(Object(types)).includes(primaryType))
    report("typed_data", "typedData.primaryType", "PackedUserOperation", primaryType);
  return undefined;
}

/** The contents of an approval are unknown. Only requests for real-world assets may have one. */
function checkApproval(
  { rwaApproveUserOperation: approval, userOperationHash }: SwapQuote,
  options: ExpectedOptions,
  reportRoot: ReportProblem,
): { userOperationHash: Hex; authorization: CheckedAuthorization | undefined } | undefined {
  const { userOperationHash: hash, authorization } = approval ?? {};
  if (isNone(hash) && isNone(authorization)) return undefined;
  const path = "rwaApproveUserOperation";
  if (!options.expect.individualId)
    reportRoot("not_asked", path, "none: no individualId was given", hash);
  const report = prefixPath(reportRoot, path);
  checkHash(report, "hash", "userOperationHash", hash);
  if (isEqual(hash, userOperationHash))
    report("hash", "userOperationHash", "another operation", hash);
  return {
    userOperationHash: hash as Hex,
    authorization: checkAuthorization(authorization, options, report),
  };
}
