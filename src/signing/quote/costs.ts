import type { SwapQuote } from "../../contract/swap/types.js";
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

/** The fields of a request that decide what a fee is. */
export interface CostRequest {
  readonly amountIn: unknown;
  readonly tokenIn: unknown;
  readonly tokenOut: unknown;
  readonly payGasFeeToken: unknown;
  readonly chainIdIn: unknown;
  readonly chainIdOut: unknown;
  readonly gasFeePaymentMethod?: unknown;
}

/** A fee of the list, or of the sums. */
export interface FeeRow {
  readonly path: string;
  readonly type: unknown;
  readonly token: unknown;
  readonly receiver: unknown;
  /** As stated. */
  readonly amount: unknown;
  /** Undefined if it is not known. */
  readonly cost: Decimal | undefined;
  readonly isGas: boolean;
  /** Whether it is part of the amount in: a fee in another token is not. */
  readonly isInside: boolean;
}

/** All fees in one token, without gas. */
export interface TokenFees {
  /** Normalized: all spellings of the native coin are one token. */
  readonly token: unknown;
  /** The list and the sums state the same fees: the higher one counts. */
  readonly cost: Decimal;
  /** Whether each cost is known. */
  readonly isKnown: boolean;
  /** Whether they are part of the amount in. */
  readonly isInside: boolean;
}

/** The stated gas. */
export interface StatedGas {
  readonly token: unknown;
  /** As stated, both in `token`. */
  readonly estimate: unknown;
  readonly maximum: unknown;
  /** The highest amount that the quote states. Undefined if it states none in `payGasFeeToken`. */
  readonly highest: Decimal | undefined;
  /** The price of one token in US dollars by the quote's estimate. */
  readonly price: readonly [worth: Decimal, amount: Decimal] | undefined;
  /** Whether it is part of the amount in. */
  readonly isInside: boolean;
}

/** All fees and the gas of a quote. Everything that judges or shows them reads this value. */
export interface Costs {
  readonly listed: readonly FeeRow[];
  /** The sums of the project and of the service. */
  readonly collected: readonly FeeRow[];
  /** Both, by token: what is judged, and what a simulated wallet may lose. */
  readonly fees: readonly TokenFees[];
  readonly gas: StatedGas;
  /** What cannot be read, or is gas in another token than the request names. */
  readonly unreadable: readonly (readonly [path: string, expected: string, value: unknown])[];
}

type FieldsOf = Record<string, unknown>;

/** Fees in the input token are part of the amount in: they are taken from the input token. */
export function readCosts(quote: SwapQuote, request: CostRequest): Costs {
  const { tokenIn, payGasFeeToken, chainIdIn } = request;
  const unreadable: Costs["unreadable"][number][] = [];
  const isGasInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const isGasInOutput =
    chainIdIn === request.chainIdOut && isSameToken(payGasFeeToken, request.tokenOut, chainIdIn);
  const isGasApart = !isGasInInput && !isGasInOutput;
  const expectedGas = `gas in ${typeof payGasFeeToken === "string" ? payGasFeeToken : formatValue(payGasFeeToken)}`;
  const listed = readList("fees", quote.fees).map((fields, i) => {
    const isTyped = typeof fields.type === "string" && fields.type.toUpperCase() === "GAS";
    const isInGasToken = isSameToken(fields.token, payGasFeeToken, chainIdIn);
    // Another word than GAS is gas if only gas is paid in the token of the fee.
    const isGas = isTyped || (isGasApart && isInGasToken);
    const row = readRow(`fees[${i}]`, fields, ["token", "amount", "percentage"], isGas);
    if (isGas && !isInGasToken && row.cost !== 0n)
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
  const fees = mergeFees([listed, collected], chainIdIn);
  return { listed, collected, fees, gas: readGas(), unreadable };

  function readList(path: string, value: unknown): FieldsOf[] {
    if (isNone(value)) return [];
    const list: unknown[] = Array.isArray(value) ? Array.from(value) : [undefined];
    if (!list.every(isObject)) unreadable.push([path, "a list of fees", value]);
    return list.map((item) => Object(item) as FieldsOf);
  }

  function readObject(path: string, value: unknown): FieldsOf {
    if (!isNone(value) && (!isObject(value) || Array.isArray(value)))
      unreadable.push([path, "an object", value]);
    return Object(value) as FieldsOf;
  }

  function readNumber(path: string, stated: unknown): Decimal | undefined {
    const value = parseAmount(stated);
    if (value === undefined && !isMissing(stated))
      unreadable.push([path, "a decimal string", stated]);
    return value;
  }

  function readRow(
    path: string,
    fields: FieldsOf,
    [tokenName, amountName, percentName]: readonly [string, string, string],
    isGas: boolean,
  ): FeeRow {
    const token = fields[tokenName];
    const amount = fields[amountName];
    const isInput = isSameToken(token, tokenIn, chainIdIn);
    const isInside = isInput && (!isGas || isDeducted());
    const value = readNumber(`${path}.${amountName}`, amount);
    const percent = readNumber(`${path}.${percentName}`, fields[percentName]);
    const isShare = !value && Boolean(percent);
    const asked = parseDecimal(request.amountIn);
    // A percentage of the input cannot be converted to another token.
    const share =
      isInput && asked !== undefined && percent ? takePercent(asked, percent) : undefined;
    const cost = isShare ? share : value;
    if (isGas && isShare && cost === undefined)
      unreadable.push([`${path}.${percentName}`, "an amount of gas", fields[percentName]]);
    return {
      path,
      type: fields.type,
      token,
      receiver: fields.toAddress,
      amount,
      cost,
      isGas,
      isInside,
    };
  }

  function isDeducted(): boolean {
    return request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && isGasInInput;
  }

  function readGas(): StatedGas {
    const path = "estimatedGasFees";
    const fields = readObject(path, quote.estimatedGasFees);
    const token = fields.payGasFeeToken ?? payGasFeeToken;
    const maximum = readNumber(`${path}.maxGasFeeToken`, fields.maxGasFeeToken);
    const estimate = readNumber(`${path}.gasFeeTokenAmount`, fields.gasFeeTokenAmount);
    const worth = parseAmount(fields.gasFeeTokenAmountUSD);
    const isExpected = isSameToken(token, payGasFeeToken, chainIdIn);
    if (!isExpected && (maximum || estimate))
      unreadable.push([`${path}.payGasFeeToken`, expectedGas, token]);
    const rows = listed.filter(
      (row) => row.isGas && isSameToken(row.token, payGasFeeToken, chainIdIn),
    );
    const inList = rows.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
    const sum = inList.length > 0 ? [inList.reduce((a, b) => a + b)] : [];
    const stated = [...(isExpected ? [maximum, estimate] : []), ...sum];
    const known = stated.flatMap((each) => (each === undefined ? [] : [each]));
    const priced = estimate || maximum;
    return {
      token,
      estimate: fields.gasFeeTokenAmount,
      maximum: fields.maxGasFeeToken,
      highest: known.length > 0 ? known.reduce(maxDecimal) : undefined,
      price: worth && priced ? [worth, priced] : undefined,
      isInside: isDeducted(),
    };
  }
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
