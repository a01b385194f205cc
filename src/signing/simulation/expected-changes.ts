import { evmAddressPattern } from "../../contract/shared/patterns.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { Fee } from "../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { isGasFee } from "../quote/fees/is-gas-fee.js";
import { isSameToken } from "../quote/same-token.js";
import {
  type Decimal,
  formatDecimal,
  getUnit,
  hundred,
  parseAmount,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import { isMissing, isObject } from "../shared/problems.js";
import { isNative, toTokenKey } from "./measures.js";
import { unifyNative } from "./native-spelling.js";

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

/** A liquidity position that an operation may reduce. */
export interface PositionChange {
  /** The contract of the positions (`nftAddress`). */
  token: Address;
  /** The number of the position (`tokenId`, `nftId`). */
  id: string;
  /**
   * The most liquidity that may be removed: an integer, or `"all"`. This is not an amount of
   * tokens: state those as gains. @defaultValue none, so that only fees can be collected
   */
  liquidity?: string | undefined;
}

/** What an operation may and must change. */
export interface OperationChanges {
  /** The most that the wallet may lose of each token. Amounts of the same token add up. */
  losses?: readonly TokenAmount[] | undefined;
  /** The least that accounts must gain. */
  gains?: readonly ExpectedGain[] | undefined;
  /** The positions that may lose liquidity, or whose fees may be collected. */
  positions?: readonly PositionChange[] | undefined;
  /** The most gas that the paymaster collects from the wallet, if the losses do not include it. */
  gas?: TokenAmount | undefined;
  /** The most gas in whole native coins, if no paymaster pays it. */
  nativeGas?: string | undefined;
}

/** How much gas needs no review, if the caller sets no limit. */
export interface UsualGas {
  /** In whole tokens. Undefined if no amount is known. */
  amount?: string | undefined;
  /** Whether it is also at most a small share of what the wallet has of the token. */
  isShareOfBalance: boolean;
}

/** What the simulation compares. */
export interface ExpectedChanges extends OperationChanges {
  losses: readonly TokenAmount[];
  gains: readonly ExpectedGain[];
  /** Stated fees. They are no losses if their token cannot be read. */
  fees?: readonly TokenAmount[] | undefined;
  /** Accounts that may keep an approval. */
  approvals: readonly Address[];
  /** The accounts that may get the gas, in addition to the paymaster. */
  gasReceivers?: readonly Address[] | undefined;
  /** Undefined if the caller, or the check of the quote, limits the gas. */
  usualGas?: UsualGas | undefined;
  /** The token that pays the gas. Undefined if it is not known, or is the native coin. */
  gasToken?: Address | undefined;
  /** Whether the native gas is part of the losses. */
  isGasDeducted?: boolean | undefined;
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
  const { chainIdIn, chainIdOut } = request;
  const tokenIn = unifyNative(request.tokenIn as Address, chainIdIn);
  const gasToken = unifyNative(request.payGasFeeToken, chainIdIn);
  const stated = Object(quote.estimatedGasFees) as Record<string, unknown>;
  const fees = listFeeEntries(quote, chainIdIn);
  const gasFees = fees.filter((fee) => isGasFee(fee, request));
  const statedGas = stated.maxGasFeeToken ?? stated.gasFeeTokenAmount ?? sumGas(gasFees, gasToken);
  const gas = takeLower(statedGas, limits.maxGasFee);
  const isInput = toTokenKey(gasToken) === toTokenKey(tokenIn);
  const isDeducted = request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && isInput;
  // A request that pays the gas in a token allows no native gas.
  const ownNative = isMissing(limits.maxGasFee) ? undefined : "0";
  const isSameChain = chainIdIn === chainIdOut;
  const receiver = request.toAddress as Address;
  const token = request.tokenOut as Address;
  const minimums = [toText(quote.minAmountOut) ?? "", limits.minAmountOut].filter(
    (amount) => amount !== undefined && amount !== null,
  );
  return {
    losses: [{ token: tokenIn, amount: request.amountIn }],
    fees: listFees(quote, request),
    gains: isSameChain ? minimums.map((amount) => ({ token, amount, receiver })) : [],
    gas: gas === undefined || isDeducted ? undefined : { token: gasToken, amount: gas },
    gasReceivers: gasFees.flatMap(({ toAddress }) =>
      isAddress(toAddress) ? [toAddress as Address] : [],
    ),
    usualGas:
      isInput || !isMissing(limits.maxGasFee)
        ? undefined
        : getUsualGas(quote, statedGas, isSameChain && isSameToken(gasToken, token, chainIdIn)),
    nativeGas: isNative(gasToken)
      ? (gas ?? toPlainAmount(limits.maxGasFee))
      : (ownNative ?? toPlainAmount(stated.maxGasFeeNative)),
    gasToken: isNative(gasToken) ? undefined : gasToken,
    isGasDeducted: isDeducted && isNative(gasToken),
    approvals: limits.approvals ?? [],
  };
}

/**
 * `checkQuote` limits gas that is paid in the input token. The guaranteed minimum limits gas in the
 * output token. Nothing limits gas in another token but the quote's own prices, which can be wrong:
 * so it is also compared with what the wallet has.
 */
function getUsualGas(
  { minAmountOut, amountInUSD, estimatedGasFees }: SwapQuote,
  gas: unknown,
  isOutput: boolean,
): UsualGas {
  if (isOutput) {
    const quarter = (parseDecimal(minAmountOut) ?? 0n) / 4n;
    return { amount: formatDecimal(quarter), isShareOfBalance: false };
  }
  const { gasFeeTokenAmount, gasFeeTokenAmountUSD } = Object(estimatedGasFees) as Partial<
    Record<string, unknown>
  >;
  const worthOfEstimate = parseAmount(gasFeeTokenAmountUSD);
  const estimate = parseAmount(gasFeeTokenAmount ?? gas);
  const worthIn = parseAmount(amountInUSD);
  if (!worthOfEstimate || !estimate || !worthIn) return { isShareOfBalance: true };
  const amount = formatDecimal((estimate * (worthIn / 4n)) / worthOfEstimate);
  return { amount, isShareOfBalance: true };
}

/** Lists have fewer. Each token of an entry is measured. */
const maxFees = 16;
const isAddress = (value: unknown) => typeof value === "string" && evmAddressPattern.test(value);

function listFeeEntries({ fees }: SwapQuote, chainId: number): Partial<Fee>[] {
  const entries: unknown[] = Array.isArray(fees) ? fees.slice(0, maxFees) : [];
  const objects = entries.filter(isObject) as Partial<Fee>[];
  return objects.map((fee) => ({ ...fee, token: unifyNative(fee.token, chainId) }) as Partial<Fee>);
}

function sumGas(fees: readonly Partial<Fee>[], token: Address): string | undefined {
  const amounts = fees.flatMap(({ token, amount }) => (token && amount ? [{ token, amount }] : []));
  const sum = addUp(amounts, token);
  return sum === 0n ? undefined : formatDecimal(sum);
}

/** The fees are stated once in a list and once as a sum. The higher one counts. */
function listFees(quote: SwapQuote, request: SwapQuoteRequest): TokenAmount[] {
  const { amountIn, chainIdIn } = request;
  const tokenIn = unifyNative(request.tokenIn as Address, chainIdIn);
  const listed = listFeeEntries(quote, chainIdIn).flatMap((fee): TokenAmount[] => {
    const { token, amount, percentage } = fee;
    if (isGasFee(fee, request) || !isAddress(token)) return [];
    const share = () => takeShare(amountIn, percentage);
    return [{ token: token as Address, amount: toPlainAmount(amount) ?? share() }];
  });
  const collected = Object(quote.estimatedCollectedFee) as Record<string, unknown>;
  const { collectedFeeToken, collectedFee, serviceCollectedFee } = collected;
  const sums = [collectedFee, serviceCollectedFee].flatMap((stated) => {
    const amount = toPlainAmount(stated);
    const isStated = amount !== undefined && isAddress(collectedFeeToken);
    return isStated
      ? [{ token: unifyNative(collectedFeeToken as Address, chainIdIn), amount }]
      : [];
  });
  if (addUp(sums, tokenIn) <= addUp(listed, tokenIn)) return listed;
  return [...sums, ...listed.filter(({ token }) => toTokenKey(token) !== toTokenKey(tokenIn))];
}

function addUp(amounts: readonly TokenAmount[], token: string): Decimal {
  return amounts
    .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
    .reduce((sum, { amount }) => sum + (parseAmount(amount) ?? 0n), 0n);
}

function takeShare(amount: string, percentage: unknown): string {
  const percent = parsePercent(Number(percentage)) ?? 0n;
  const share = takePercent(parseDecimal(amount) ?? 0n, percent > hundred ? 0n : percent);
  // 18 places are enough for every token of the service.
  const digits = String(share / getUnit(18)).padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

const toText = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Writes a number or an exponent as a decimal string, as `checkQuote` reads it. */
function toPlainAmount(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (parseDecimal(text) !== undefined) return text as string;
  const amount = parseAmount(value);
  return amount === undefined ? undefined : formatDecimal(amount);
}

/** The stated amount, but at most the caller's limit. */
function takeLower(stated: unknown, limit: string | null | undefined): string | undefined {
  const [statedAmount, limitAmount] = [parseAmount(stated), parseAmount(limit)];
  const isLimitLower =
    statedAmount !== undefined && limitAmount !== undefined && limitAmount < statedAmount;
  return toPlainAmount(isLimitLower ? limit : stated);
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
