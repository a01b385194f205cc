import { evmAddressPattern } from "../../contract/shared/patterns.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { getDeductibleGas, getSpentAmount } from "../quote/fees/deducted-gas.js";
import { type FeeEntry, type FeeTable, readFeeTable } from "../quote/fees/fee-table.js";
import { getGasWorthLimit } from "../quote/worth.js";
import {
  addUp,
  type Decimal,
  formatDecimal,
  hundred,
  minDecimal,
  parseAmount,
  parseDecimal,
  truncateDecimal,
} from "../shared/decimal.js";
import { isMissing } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import { isNative } from "./measure/measures.js";
import { unifyNative } from "./measure/native-spelling.js";

/** An amount of one token. */
export interface TokenAmount {
  /** The token's address, or `nativeToken`. */
  token: Address;
  /** A decimal string in whole tokens. */
  amount: string;
}

/** An amount that an account may lose at most. */
export interface ExpectedLoss extends TokenAmount {
  /**
   * Another account that pays: one that approved the wallet, such as its owner, or a seller that is
   * a receiver. @defaultValue the wallet
   */
  account?: Address | undefined;
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
  /**
   * The most that the wallet, or another account, may lose of each token. Amounts of the same token
   * and account add up. The owner and the receivers may lose nothing else.
   */
  losses?: readonly ExpectedLoss[] | undefined;
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
  losses: readonly ExpectedLoss[];
  gains: readonly ExpectedGain[];
  /** Stated fees. They are no losses if their token cannot be read. */
  fees?: readonly TokenAmount[] | undefined;
  /** Accounts that must lose nothing, in addition to the receivers of the gains. */
  accounts?: readonly Address[] | undefined;
  /** Accounts that may keep an approval. */
  approvals: readonly Address[];
  /** The accounts that may get the gas, in addition to the paymaster. */
  gasReceivers?: readonly Address[] | undefined;
  /** Undefined if the caller, or the check of the quote, limits the gas. */
  usualGas?: UsualGas | undefined;
  /** Native gas that needs no review, if no maximum is stated. */
  estimatedNativeGas?: string | undefined;
  /** Native gas above this is a loss, if no maximum is stated. Undefined if no limit is known. */
  largestNativeGas?: string | undefined;
  /** Whether, without any limit, native gas above a quarter of the balance is a loss. */
  limitsNativeShare?: boolean | undefined;
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
  const table = readFeeTable(quote, request);
  const { paysGasInInput, deductsGas } = table;
  const tokenIn = unifyNative(request.tokenIn as Address, chainIdIn);
  const gasToken = unifyNative(request.payGasFeeToken, chainIdIn);
  const spent = getSpentAmount(quote, table, getDeductibleGas(table, limits.maxGasFee));
  const gas = takeLower(table.gas.cost ?? table.gas.listedAmount, parseAmount(limits.maxGasFee));
  const { maximum, estimate } = table.gas;
  const write = (amount: Decimal) =>
    format(amount, maximum.stated, estimate.stated, limits.maxGasFee);
  const isSameChain = chainIdIn === chainIdOut;
  const receiver = request.toAddress as Address;
  const token = request.tokenOut as Address;
  const minimums = [toText(quote.minAmountOut) ?? "", limits.minAmountOut].filter(
    (amount) => amount !== undefined && amount !== null,
  );
  const usualGas = getUsualGas(
    quote,
    table,
    isSameChain && isSameToken(gasToken, token, chainIdIn),
  );
  return {
    losses: [{ token: tokenIn, amount: format(spent, request.amountIn, quote.amountIn) }],
    fees: listFees(table, chainIdIn),
    gains: isSameChain ? minimums.map((amount) => ({ token, amount, receiver })) : [],
    accounts: [receiver],
    gas: gas === undefined || deductsGas ? undefined : { token: gasToken, amount: write(gas) },
    gasReceivers: table.listed
      .slice(0, maxFees)
      .flatMap(({ isGas, receiver: to }) => (isGas && isAddress(to) ? [to as Address] : [])),
    usualGas: paysGasInInput || !isMissing(limits.maxGasFee) ? undefined : usualGas,
    ...limitNativeGas(quote, table, usualGas.amount, limits.maxGasFee, isNative(gasToken)),
    gasToken: isNative(gasToken) ? undefined : gasToken,
    isGasDeducted: deductsGas && isNative(gasToken),
    approvals: limits.approvals ?? [],
  };
}

/** An estimate is not a maximum: what is above it needs a review. */
function limitNativeGas(
  { estimatedGasFees }: SwapQuote,
  { gas }: FeeTable,
  usualGas: string | undefined,
  maxGasFee: string | null | undefined,
  isGasToken: boolean,
): Partial<ExpectedChanges> {
  const own = parseAmount(maxGasFee);
  if (!isGasToken) {
    // A request that pays the gas in a token allows no native gas.
    const { maxGasFeeNative } = Object(estimatedGasFees) as Record<string, unknown>;
    return {
      nativeGas: own === undefined ? format(parseAmount(maxGasFeeNative), maxGasFeeNative) : "0",
    };
  }
  const maximum = gas.cost === undefined ? undefined : gas.maximum.value;
  return {
    nativeGas: format(takeLower(maximum, own) ?? own, gas.maximum.stated, maxGasFee),
    estimatedNativeGas: format(gas.cost ?? gas.listed, gas.estimate.stated),
    largestNativeGas: usualGas,
    limitsNativeShare: true,
  };
}

/**
 * `checkQuote` limits gas that is paid in the input token. The guaranteed minimum limits gas in the
 * output token. Nothing limits gas in another token but the quote's own prices, which can be wrong:
 * so it is also compared with what the wallet has.
 */
function getUsualGas(
  quote: SwapQuote,
  { paysGasInInput, amountIn }: FeeTable,
  isOutput: boolean,
): UsualGas {
  if (!paysGasInInput && !isOutput)
    return { amount: format(getGasWorthLimit(quote)), isShareOfBalance: true };
  const amount = paysGasInInput ? amountIn : (parseDecimal(quote.minAmountOut) ?? 0n);
  return { amount: format(amount / 4n), isShareOfBalance: false };
}

/** Lists have fewer. Each token of an entry is measured. */
const maxFees = 16;
const isAddress = (value: unknown) => typeof value === "string" && evmAddressPattern.test(value);

/**
 * What the wallet may lose by fees. They are stated once in a list and once as a sum: the higher
 * one counts. A sum that is only a percentage is part of the amount.
 */
function listFees({ listed, collected }: FeeTable, chainId: number): TokenAmount[] {
  const inList = listed.slice(0, maxFees).flatMap((fee) => {
    const isWhole = fee.percent.value !== undefined && fee.percent.value > hundred;
    return isWhole ? [] : toBudget(fee, fee.amount.value ?? fee.cost);
  });
  const inSum = collected.flatMap((fee) => toBudget(fee, fee.amount.value));
  const sum = (budgets: readonly FeeBudget[]) =>
    addUp(budgets.map(({ isInInput, budget }) => (isInInput ? budget : 0n)));
  const isListHigher = sum(inSum) <= sum(inList);
  const counted = isListHigher ? inList : [...inSum, ...inList.filter((fee) => !fee.isInInput)];
  return counted.map(({ token, budget, amount }) => ({
    token: unifyNative(token as Address, chainId),
    amount: format(budget, amount.stated),
  }));
}

interface FeeBudget extends FeeEntry {
  readonly budget: Decimal;
}

function toBudget(fee: FeeEntry, budget: Decimal | undefined): FeeBudget[] {
  return fee.isGas || budget === undefined || !isAddress(fee.token) ? [] : [{ ...fee, budget }];
}

const toText = (value: unknown) => (typeof value === "string" ? value : undefined);

/** No token of the service has more decimals. More of them could be too long to be read again. */
const maxDecimals = 18;

/** As stated, if a text states it: further digits, also zeros, show that it is not rounded. */
function format(amount: Decimal, ...stated: readonly unknown[]): string;
function format(amount: Decimal | undefined, ...stated: readonly unknown[]): string | undefined;
function format(amount: Decimal | undefined, ...stated: readonly unknown[]): string | undefined {
  if (amount === undefined) return undefined;
  const text = stated.find((each) => parseDecimal(each) === amount);
  return typeof text === "string" ? text : formatDecimal(truncateDecimal(amount, maxDecimals));
}

/** The stated amount, but at most the caller's limit. */
function takeLower(stated: Decimal | undefined, limit: Decimal | undefined): Decimal | undefined {
  return stated === undefined || limit === undefined ? stated : minDecimal(stated, limit);
}
