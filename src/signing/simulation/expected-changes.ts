import type { Address } from "../../contract/shared/primitives.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  type Decimal,
  getUnit,
  hundred,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import { isMissing, isObject } from "../shared/problems.js";
import { isNative, toTokenKey } from "./measures.js";

/** An amount of one token. */
export interface TokenAmount {
  /** The token's address, or `nativeToken`. */
  token: Address;
  /** A decimal string in whole tokens. */
  amount: string;
}

/** An amount that an account must gain at least. */
export interface ExpectedGain extends TokenAmount {
  receiver: Address;
}

/** What an operation may and must change. */
export interface OperationChanges {
  /** The most that the wallet may lose of each token. Amounts of the same token add up. */
  losses?: readonly TokenAmount[] | undefined;
  /** The least that accounts must gain. */
  gains?: readonly ExpectedGain[] | undefined;
  /** The most gas that is collected from the wallet, if the losses do not include it. */
  gas?: TokenAmount | undefined;
  /** The most gas in whole native coins, if no paymaster pays it. */
  nativeGas?: string | undefined;
}

/** What the simulation compares. */
export interface ExpectedChanges extends OperationChanges {
  losses: readonly TokenAmount[];
  gains: readonly ExpectedGain[];
  /** Accounts that may keep an approval. */
  approvals: readonly Address[];
}

/** The limits of the caller in addition to the request. */
export interface SimulationLimits {
  minAmountOut?: string | undefined;
  maxGasFee?: string | undefined;
  approvals?: readonly Address[] | undefined;
}

/** A quote, its request and the caller's limits. */
export interface SwapToSimulate {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  limits: SimulationLimits;
}

/** Reads from quote and request what a swap may lose and must gain. */
export function expectSwapChanges({ quote, request, limits }: SwapToSimulate): ExpectedChanges {
  const tokenIn = request.tokenIn as Address;
  const gasToken = request.payGasFeeToken;
  const stated = Object(quote.estimatedGasFees) as Record<string, unknown>;
  const gas = takeLower(stated.maxGasFeeToken ?? stated.gasFeeTokenAmount, limits.maxGasFee);
  const losses = [{ token: tokenIn, amount: request.amountIn }, ...listFees(quote, request)];
  const isDeducted =
    request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" &&
    toTokenKey(gasToken) === toTokenKey(tokenIn);
  const nativeGas = isNative(gasToken) ? gas : toText(stated.maxGasFeeNative);
  const isSameChain = request.chainIdIn === request.chainIdOut;
  const receiver = request.toAddress as Address;
  const token = request.tokenOut as Address;
  const minimums = [toText(quote.minAmountOut) ?? "", limits.minAmountOut];
  const gains = minimums.flatMap((amount) =>
    isSameChain && !isMissing(amount) ? [{ token, amount, receiver }] : [],
  );
  return {
    losses,
    gains,
    gas: gas === undefined || isDeducted ? undefined : { token: gasToken, amount: gas },
    nativeGas,
    approvals: limits.approvals ?? [],
  };
}

/** The fees are stated once in a list and once as a sum. The higher one counts. */
function listFees(quote: SwapQuote, { amountIn, tokenIn }: SwapQuoteRequest): TokenAmount[] {
  const entries = (Array.isArray(quote.fees) ? quote.fees : []).filter(
    (fee: unknown) => isObject(fee) && fee.type !== "GAS",
  );
  const listed = entries.flatMap(({ token, amount, percentage }) =>
    typeof token === "string" ? [{ token, amount: amount ?? takeShare(amountIn, percentage) }] : [],
  );
  const collected = Object(quote.estimatedCollectedFee) as Record<string, unknown>;
  const { collectedFeeToken, collectedFee, serviceCollectedFee } = collected;
  const sums = [collectedFee, serviceCollectedFee].flatMap((amount) =>
    typeof amount === "string" && typeof collectedFeeToken === "string"
      ? [{ token: collectedFeeToken as Address, amount }]
      : [],
  );
  if (addUp(sums, tokenIn) <= addUp(listed, tokenIn)) return listed;
  return [...sums, ...listed.filter(({ token }) => toTokenKey(token) !== toTokenKey(tokenIn))];
}

function addUp(amounts: readonly TokenAmount[], token: string): Decimal {
  return amounts
    .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
    .reduce((sum, { amount }) => sum + (parseDecimal(amount) ?? 0n), 0n);
}

function takeShare(amount: string, percentage: unknown): string {
  const percent = parsePercent(Number(percentage)) ?? 0n;
  const share = takePercent(parseDecimal(amount) ?? 0n, percent > hundred ? 0n : percent);
  // 18 places are enough for every token of the service.
  const digits = String(share / getUnit(18)).padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

const toText = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The stated amount, but at most the caller's limit. */
function takeLower(stated: unknown, limit: string | null | undefined): string | undefined {
  const [statedAmount, limitAmount] = [parseDecimal(stated), parseDecimal(limit)];
  if (statedAmount === undefined) return undefined;
  return limitAmount !== undefined && limitAmount < statedAmount
    ? (limit as string)
    : (stated as string);
}

/**
 * Converts an amount to a token's smallest units, rounded down, and returns by how much the service
 * may have rounded it: one unit of the last place, but at most 1% and one millionth of a token.
 */
export function toRoundedUnits(
  amount: string,
  decimals: number,
): [units: bigint, rounding: bigint] | undefined {
  const value = parseDecimal(amount);
  if (value === undefined) return undefined;
  const units = value / getUnit(decimals);
  const places = amount.split(".")[1]?.length ?? 0;
  if (places >= decimals) return [units, places > decimals ? 1n : 0n];
  const unitOfLastPlace = getUnit(Math.max(places, Math.min(6, decimals))) / getUnit(decimals);
  const onePercent = units / 100n;
  return [units, unitOfLastPlace < onePercent ? unitOfLastPlace : onePercent];
}
