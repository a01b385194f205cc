import type { SwapQuote } from "../../../contract/swap/types.js";
import {
  type Decimal,
  maxDecimal,
  parseAmount,
  parseDecimal,
  roundingOf,
  takePercent,
} from "../../shared/decimal.js";
import { isMissing, isNone, isObject } from "../../shared/problems.js";
import { isSameToken } from "../same-token.js";
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
  readonly token: unknown;
  readonly maximum: StatedNumber;
  readonly estimate: StatedNumber;
  /** The stated maximum, or else the estimate. Undefined if it is in another token. */
  readonly cost: Decimal | undefined;
  /** The sum of the list. Undefined if it has no gas, or gas of an unknown amount. */
  readonly listed: Decimal | undefined;
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
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : isNone(fees) ? [] : [fees];
  if (!(Array.isArray(fees) || isNone(fees)) || !list.every(isObject))
    malformed.push(["fees", "a list of fees", fees]);
  const listed = list.map((item, i) => {
    const fields = Object(item) as Record<string, unknown>;
    const { type, token, toAddress } = fields;
    const [amount, percent] = readNumbers(`fees[${i}]`, fields, "amount", "percentage");
    const tokenPath = `fees[${i}].token`;
    const isGas = isGasFee({ type, token } as never, request);
    return createEntry({ type, token, receiver: toAddress, tokenPath, amount, percent, isGas });
  });
  const collected = isNone(estimatedCollectedFee) ? [] : readCollected();
  return {
    amountIn,
    paysGasInInput,
    deductsGas: request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && paysGasInInput,
    listed,
    collected,
    gas: readGas(),
    malformed,
  };

  function readObject(path: string, value: unknown): Record<string, unknown> {
    if (!(isNone(value) || isObject(value))) malformed.push([path, "an object", value]);
    return Object(value) as Record<string, unknown>;
  }

  function createEntry(entry: Omit<FeeEntry, "isInInput" | "isExpected" | "cost">): FeeEntry {
    const isInInput = isSameToken(entry.token, tokenIn, chainIdIn);
    const isExpected = isSameToken(entry.token, entry.isGas ? payGasFeeToken : tokenIn, chainIdIn);
    return { ...entry, isInInput, isExpected, cost: getCost(entry, isInInput, amountIn) };
  }

  function readCollected(): FeeEntry[] {
    const path = "estimatedCollectedFee";
    const fields = readObject(path, estimatedCollectedFee);
    const names = { PROJECT: "collectedFee", SERVICE: "serviceCollectedFee" };
    return Object.entries(names).map(([type, name]) => {
      const [amount, percent] = readNumbers(path, fields, name, `${name}Percent`);
      const tokenPath = `${path}.collectedFeeToken`;
      const token = fields.collectedFeeToken;
      return createEntry({
        ...{ type, token, receiver: undefined, tokenPath },
        ...{ amount, percent, isGas: false },
      });
    });
  }

  function readGas(): StatedGas {
    const path = "estimatedGasFees";
    const fields = readObject(path, estimatedGasFees);
    const [maximum, estimate] = readNumbers(path, fields, "maxGasFeeToken", "gasFeeTokenAmount");
    const token = fields.payGasFeeToken;
    const isExpected = isMissing(token) || isSameToken(token, payGasFeeToken, chainIdIn);
    const cost = isExpected ? (maximum.value ?? estimate.value) : undefined;
    const entries = listed.filter(({ isGas }) => isGas);
    const isKnown = entries.every((entry) => entry.isExpected && entry.cost !== undefined);
    const sum = entries.reduce((total, entry) => total + (entry.cost ?? 0n), 0n);
    const numbers =
      cost === undefined
        ? entries.map(({ amount }) => amount)
        : [maximum.value === undefined ? estimate : maximum];
    return {
      ...{ token, maximum, estimate, cost },
      listed: isKnown && entries.length > 0 ? sum : undefined,
      rounding: numbers.reduce((total, { stated }) => total + roundingOf(stated), 0n),
    };
  }
}

function readNumbers(
  path: string,
  fields: Record<string, unknown>,
  ...names: [string, string]
): [StatedNumber, StatedNumber] {
  const read = (name: string): StatedNumber => {
    const stated = fields[name];
    return { path: `${path}.${name}`, stated, value: parseAmount(stated) };
  };
  return [read(names[0]), read(names[1])];
}

export const isUnreadable = ({ stated, value }: StatedNumber) =>
  !isMissing(stated) && value === undefined;

function getCost(
  { amount, percent }: Pick<FeeEntry, "amount" | "percent">,
  isInInput: boolean,
  amountIn: Decimal,
): Decimal | undefined {
  if (isUnreadable(amount) || isUnreadable(percent)) return undefined;
  // A percentage of the input cannot be converted to another token.
  if (!isInInput) return amount.value || (percent.value ? undefined : amount.value);
  if (isMissing(amount.stated) && isMissing(percent.stated)) return undefined;
  return getHigherShare(amount.value, percent.value, roundingOf(percent.stated), amountIn);
}

/** If amount and percentage differ by more than rounding, or one is missing, the higher one counts. */
export function getHigherShare(
  amount = 0n,
  percent = 0n,
  percentRounding: Decimal,
  amountIn: Decimal,
): Decimal {
  const least = takePercent(amountIn, maxDecimal(0n, percent - percentRounding));
  return amount && amount >= least ? amount : maxDecimal(amount, takePercent(amountIn, percent));
}
