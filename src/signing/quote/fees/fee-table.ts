import type { SwapQuote } from "../../../contract/swap/types.js";
import {
  addUp,
  type Decimal,
  maxDecimal,
  parseAmount,
  parseDecimal,
  roundingOf,
  takePercent,
} from "../../shared/decimal.js";
import { isMissing, isNone, isObject } from "../../shared/problems.js";
import { isSameToken } from "../../shared/same-token.js";
import { isGasFee } from "./is-gas-fee.js";

/** The request that decides what a fee is. */
export interface FeeRequest {
  readonly amountIn: unknown;
  readonly tokenIn: unknown;
  readonly payGasFeeToken: unknown;
  readonly chainIdIn: unknown;
  readonly gasFeePaymentMethod?: unknown;
}

/** An amount or a percentage of a quote. */
export interface StatedNumber {
  readonly path: string;
  readonly stated: unknown;
  /** Undefined if it is missing or cannot be read. */
  readonly value: Decimal | undefined;
}

export interface FeeEntry {
  readonly type: unknown;
  readonly token: unknown;
  readonly receiver: unknown;
  readonly tokenPath: string;
  readonly amount: StatedNumber;
  readonly percent: StatedNumber;
  readonly isGas: boolean;
  readonly isInInput: boolean;
  /** Whether it is paid in the token that the request names for it. */
  readonly isExpected: boolean;
  /** The higher of the amount and the share of the input. Undefined if it is not known. */
  readonly cost: Decimal | undefined;
}

/** What a quote states about its gas. */
export interface StatedGas {
  /** The requested one if the estimate names none. */
  readonly token: unknown;
  readonly maximum: StatedNumber;
  readonly estimate: StatedNumber;
  /** The stated maximum, or else the estimate. Undefined if it is in another token. */
  readonly cost: Decimal | undefined;
  /** The sum of the list. Undefined if it has no gas, or gas of an unknown amount. */
  readonly listed: Decimal | undefined;
  /** The sum of the amounts of the list, without those that are only percentages. */
  readonly listedAmount: Decimal | undefined;
  /** What rounding may have taken from the cost, or else from the list. */
  readonly rounding: Decimal;
}

/** All fees and the gas of a quote. Everything that judges or shows them reads this table. */
export interface FeeTable {
  /** The requested amount. */
  readonly amountIn: Decimal;
  readonly paysGasInInput: boolean;
  /** Whether gas is deducted from the input amount. */
  readonly deductsGas: boolean;
  readonly listed: readonly FeeEntry[];
  /** The sums of the project and of the service. Empty if they are not stated. */
  readonly collected: readonly FeeEntry[];
  readonly gas: StatedGas;
  /** Values that should be a list or an object. */
  readonly malformed: readonly (readonly [path: string, expected: string, value: unknown])[];
}

export function readFeeTable(quote: SwapQuote, request: FeeRequest): FeeTable {
  const { tokenIn, payGasFeeToken, chainIdIn } = request;
  const { fees, estimatedCollectedFee, estimatedGasFees } = quote;
  const amountIn = parseDecimal(request.amountIn) ?? 0n;
  const paysGasInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const malformed: FeeTable["malformed"][number][] = [];
  // Array.from() fills the holes of a sparse array, which every() would skip.
  const list: unknown[] = isNone(fees) ? [] : Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (!list.every(isObject)) malformed.push(["fees", "a list of fees", fees]);
  const listed = list.map((item, i) => {
    const fields = Object(item) as Fields;
    const isGas = isGasFee(fields, request);
    return readEntry(`fees[${i}]`, fields, ["token", "amount", "percentage"], isGas);
  });
  return {
    amountIn,
    paysGasInInput,
    deductsGas: request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && paysGasInInput,
    listed,
    collected: isNone(estimatedCollectedFee) ? [] : readCollected(),
    gas: readGas(),
    malformed,
  };

  function readObject(path: string, value: unknown): Fields {
    if (!(isNone(value) || isObject(value))) malformed.push([path, "an object", value]);
    return Object(value) as Fields;
  }

  function readEntry(
    path: string,
    fields: Fields,
    [tokenName, ...names]: readonly [token: string, amount: string, percent: string],
    isGas: boolean,
  ): FeeEntry {
    const token = fields[tokenName];
    const [amount, percent] = readNumbers(path, fields, names);
    const isInInput = isSameToken(token, tokenIn, chainIdIn);
    return {
      type: fields.type,
      token,
      receiver: fields.toAddress,
      tokenPath: `${path}.${tokenName}`,
      amount,
      percent,
      isGas,
      isInInput,
      isExpected: isGas ? isSameToken(token, payGasFeeToken, chainIdIn) : isInInput,
      cost: getCost(amount, percent, isInInput, amountIn),
    };
  }

  function readCollected(): FeeEntry[] {
    const path = "estimatedCollectedFee";
    const fields = readObject(path, estimatedCollectedFee);
    const read = (type: string, name: string) =>
      readEntry(path, { ...fields, type }, ["collectedFeeToken", name, `${name}Percent`], false);
    return [read("PROJECT", "collectedFee"), read("SERVICE", "serviceCollectedFee")];
  }

  function readGas(): StatedGas {
    const path = "estimatedGasFees";
    const fields = readObject(path, estimatedGasFees);
    const [maximum, estimate] = readNumbers(path, fields, ["maxGasFeeToken", "gasFeeTokenAmount"]);
    const token = fields.payGasFeeToken ?? payGasFeeToken;
    const isExpected = isSameToken(token, payGasFeeToken, chainIdIn);
    const stated = [maximum, estimate].filter(({ value }) => isExpected && value !== undefined);
    const entries = listed.filter(({ isGas }) => isGas);
    const isKnown = entries.every((entry) => entry.isExpected && entry.cost !== undefined);
    const amounts = isKnown ? entries.map(({ amount }) => amount) : [];
    const numbers = stated.length > 0 ? stated.slice(0, 1) : amounts;
    const listedAmount = addUp(amounts.map(({ value }) => value));
    return {
      token,
      maximum,
      estimate,
      cost: stated[0]?.value,
      listed: isKnown && entries[0] ? addUp(entries.map(({ cost }) => cost)) : undefined,
      listedAmount: listedAmount || undefined,
      rounding: addUp(numbers.map((number) => roundingOf(number.stated))),
    };
  }
}

type Fields = Record<string, unknown>;

function readNumbers(
  path: string,
  fields: Fields,
  names: readonly [string, string],
): [StatedNumber, StatedNumber] {
  return names.map((name) => {
    const stated = fields[name];
    return { path: `${path}.${name}`, stated, value: parseAmount(stated) };
  }) as [StatedNumber, StatedNumber];
}

export const isUnreadable = ({ stated, value }: StatedNumber) =>
  !isMissing(stated) && value === undefined;

/** Whether any fee or gas is stated, also if it is zero. */
export function statesCost({ listed, collected, gas }: FeeTable): boolean {
  const entries = [...listed, ...collected].flatMap(({ amount, percent }) => [amount, percent]);
  return [...entries, gas.maximum, gas.estimate].some(({ stated }) => !isMissing(stated));
}

function getCost(
  amount: StatedNumber,
  percent: StatedNumber,
  isInInput: boolean,
  amountIn: Decimal,
): Decimal | undefined {
  if (isUnreadable(amount) || isUnreadable(percent)) return undefined;
  // A percentage of the input cannot be converted to another token.
  if (!isInInput) return amount.value || (percent.value ? undefined : amount.value);
  if (isMissing(amount.stated) && isMissing(percent.stated)) return undefined;
  return getHigherShare(amount.value, percent.value, roundingOf(percent.stated), amountIn);
}

/** If amount and percentage differ by more than rounding, the higher one counts. */
export function getHigherShare(
  amount = 0n,
  percent = 0n,
  percentRounding: Decimal,
  amountIn: Decimal,
): Decimal {
  const least = takePercent(amountIn, maxDecimal(0n, percent - percentRounding));
  return amount && amount >= least ? amount : maxDecimal(amount, takePercent(amountIn, percent));
}
