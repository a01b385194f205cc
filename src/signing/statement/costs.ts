import type { SwapQuote } from "../../contract/swap/records.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import {
  type Decimal,
  maxDecimal,
  parseAmount,
  parseDecimal,
  takePercent,
} from "../shared/decimal.js";
import { formatValue } from "../shared/plain-text.js";
import { isSameToken, normalizeToken } from "../shared/same-token.js";

export interface FeeRow {
  path: string;
  type: unknown;
  token: unknown;
  receiver: unknown;
  /** As stated. */
  amount: unknown;
  /** Undefined if it is not known. */
  cost: Decimal | undefined;
  isGas: boolean;
  /** Whether a fee is part of the amount in: in another token it is not. Gas does not use it. */
  isInside: boolean;
}

export interface TokenFees {
  /** Normalized: all spellings of the native coin are one token. */
  token: unknown;
  /** The list and the sums state the same fees: the higher one counts. */
  cost: Decimal;
  isKnown: boolean;
  isInside: boolean;
}

export interface StatedGas {
  token: unknown;
  /** As stated, both in `token`. */
  estimate: unknown;
  maximum: unknown;
  /** The highest amount that the quote states. Undefined if it states none in `payGasFeeToken`. */
  highest: Decimal | undefined;
  /** The same, to compare with a limit. Undefined also if a part of the gas is not known. */
  comparable: Decimal | undefined;
  /** The price of one token in US dollars by the quote's estimate. */
  price: readonly [worth: Decimal, amount: Decimal] | undefined;
  isInside: boolean;
}

/** A value that cannot be read or priced, as a problem names it. */
export type Unread = readonly [path: string, expected: string, value: unknown];

/** All fees and the gas of a quote. Everything that judges or shows them reads this value. */
export interface Costs {
  listed: readonly FeeRow[];
  /** The sums of the project and of the service. */
  collected: readonly FeeRow[];
  /** Both, by token: what is judged, and what leaves. */
  fees: readonly TokenFees[];
  gas: StatedGas;
  /** Also gas in another token than the request names. */
  unreadable: readonly Unread[];
}

export type CostRequest = Readonly<
  Record<
    "amountIn" | "tokenIn" | "tokenOut" | "payGasFeeToken" | "chainIdIn" | "chainIdOut",
    unknown
  > & { gasFeePaymentMethod?: unknown }
>;

type FieldsOf = Record<string, unknown>;

/** Fees in the input token are part of the amount in: they are taken from the input token. */
export function readCosts(quote: SwapQuote, request: CostRequest): Costs {
  const { tokenIn, payGasFeeToken, chainIdIn } = request;
  const unreadable: Unread[] = [];
  const asked = parseDecimal(request.amountIn);
  const isGasToken = (token: unknown) => isSameToken(token, payGasFeeToken, chainIdIn);
  const isGasInOutput = chainIdIn === request.chainIdOut && isGasToken(request.tokenOut);
  const isGasApart = !isGasToken(tokenIn) && !isGasInOutput;
  const isDeducted = request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && isGasToken(tokenIn);
  const expectedGas = `gas in ${typeof payGasFeeToken === "string" ? payGasFeeToken : formatValue(payGasFeeToken)}`;

  const readObject = (path: string, value: unknown) => {
    if (!isNone(value) && (!isObject(value) || Array.isArray(value)))
      unreadable.push([path, "an object", value]);
    return Object(value) as FieldsOf;
  };
  const readNumber = (path: string, stated: unknown) => {
    const value = parseAmount(stated);
    if (value === undefined && !isMissing(stated))
      unreadable.push([path, "a decimal string", stated]);
    return value;
  };
  const readRow = (
    path: string,
    fields: FieldsOf,
    [tokenName, amountName, percentName]: readonly [string, string, string],
    isGas: boolean,
  ): FeeRow => {
    const { type, toAddress: receiver, [tokenName]: token, [amountName]: amount } = fields;
    const isInput = isSameToken(token, tokenIn, chainIdIn);
    const value = readNumber(`${path}.${amountName}`, amount);
    const percent = readNumber(`${path}.${percentName}`, fields[percentName]);
    const isShare = !value && Boolean(percent);
    // A percentage of the input cannot be converted to another token.
    const canConvert = isInput && asked !== undefined && percent;
    const share = canConvert ? takePercent(asked, percent) : undefined;
    const cost = isShare ? share : value;
    if (isGas && isShare && cost === undefined)
      unreadable.push([`${path}.${percentName}`, "an amount of gas", fields[percentName]]);
    return { path, type, token, receiver, amount, cost, isGas, isInside: isInput };
  };

  const list = isNone(quote.fees) ? [] : Array.isArray(quote.fees) ? [...quote.fees] : [undefined];
  if (!list.every(isObject)) unreadable.push(["fees", "a list of fees", quote.fees]);
  const listed = list.map((item, i) => {
    const fields = Object(item) as FieldsOf;
    const isTyped = typeof fields.type === "string" && fields.type.toUpperCase() === "GAS";
    // Another word than GAS is gas if only gas is paid in the token of the fee.
    const isOther = isGasApart && isGasToken(fields.token);
    const names = ["token", "amount", "percentage"] as const;
    const read = readRow(`fees[${i}]`, fields, names, isTyped || isOther);
    // A fee of zero states no gas.
    const isGas = isTyped || (isOther && read.cost !== 0n);
    const row = { ...read, isGas };
    if (isGas && !isGasToken(fields.token) && row.cost !== 0n)
      unreadable.push([`fees[${i}].token`, expectedGas, fields.token]);
    return row;
  });

  const sums = readObject("estimatedCollectedFee", quote.estimatedCollectedFee);
  const collected = (["collectedFee", "serviceCollectedFee"] as const).flatMap((name, i) => {
    const type = i === 0 ? "PROJECT" : "SERVICE";
    const names = ["collectedFeeToken", name, `${name}Percent`] as const;
    if (isMissing(sums[name]) && isMissing(sums[names[2]])) return [];
    return readRow("estimatedCollectedFee", { ...sums, type }, names, false);
  });

  const path = "estimatedGasFees";
  const stated = readObject(path, quote.estimatedGasFees);
  const token = stated.payGasFeeToken ?? payGasFeeToken;
  const maximum = readNumber(`${path}.maxGasFeeToken`, stated.maxGasFeeToken);
  const estimate = readNumber(`${path}.gasFeeTokenAmount`, stated.gasFeeTokenAmount);
  const worth = parseAmount(stated.gasFeeTokenAmountUSD);
  const isExpected = isGasToken(token);
  if (!isExpected && (maximum || estimate))
    unreadable.push([`${path}.payGasFeeToken`, expectedGas, token]);
  const inList = listed.flatMap((row) =>
    row.isGas && isGasToken(row.token) ? (row.cost ?? []) : [],
  );
  const sum = inList.length > 0 ? inList.reduce((a, b) => a + b) : undefined;
  const known = [...(isExpected ? [maximum, estimate] : []), sum].flatMap((each) => each ?? []);
  const priced = estimate || maximum;
  const highest = known.length > 0 ? known.reduce(maxDecimal) : undefined;
  const isKnown =
    listed.every(({ isGas, cost }) => !isGas || cost !== undefined) &&
    !unreadable.some(([at]) => at.startsWith(path) || at.endsWith(".token"));
  const gas: StatedGas = {
    token,
    estimate: stated.gasFeeTokenAmount,
    maximum: stated.maxGasFeeToken,
    highest,
    comparable: isKnown ? highest : undefined,
    price: worth && priced ? [worth, priced] : undefined,
    isInside: isDeducted,
  };
  return { listed, collected, fees: mergeFees([listed, collected], chainIdIn), gas, unreadable };
}

function mergeFees(statements: readonly (readonly FeeRow[])[], chainId: unknown): TokenFees[] {
  const merged = new Map<unknown, TokenFees>();
  for (const rows of statements) {
    const sums = new Map<unknown, Decimal>();
    for (const { token: stated, cost, isGas, isInside } of rows) {
      if (isGas) continue;
      const token = normalizeToken(stated, chainId);
      const sum = (sums.get(token) ?? 0n) + (cost ?? 0n);
      sums.set(token, sum);
      const other = merged.get(token);
      const isKnown = cost !== undefined && (other?.isKnown ?? true);
      merged.set(token, { token, cost: maxDecimal(other?.cost ?? 0n, sum), isKnown, isInside });
    }
  }
  return [...merged.values()];
}
