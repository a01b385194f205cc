import { highest, multiply, readScaled, type Scaled } from "./random-numbers.js";
import {
  type Fields,
  isEmpty,
  isMissing,
  isObject,
  isSameToken,
  type JudgedCase,
  readWorth,
} from "./read-stated.js";

/** An amount of one token that a quote states as gas or as a fee. */
export interface StatedCost {
  token: unknown;
  amount: Scaled;
  isGas: boolean;
}

/** What a quote states about its gas and fees. */
export interface StatedCosts {
  /** The gas of the estimate, of which the maximum counts. */
  estimate: { token: unknown; amount: Scaled | undefined };
  /** The entries of the list. */
  listed: StatedCost[];
  /** The fees of the project and of the service. */
  collected: StatedCost[];
  /** Amounts, lists and objects that cannot be read. */
  unreadable: string[];
  /** Of these, gas. */
  unreadableGas: string[];
  /** Entries that may state a cost, but no amount or token. */
  unclear: string[];
}

/** Whether a value is stated but is no amount. */
const isUnreadable = (value: unknown) => !isMissing(value) && readWorth(value) === undefined;

/** It states nothing. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

export function readCosts({ quote, request }: JudgedCase): StatedCosts {
  const unreadable: string[] = [];
  const unclear: string[] = [];
  const readObject = (path: string, value: unknown): Fields => {
    if (isObject(value)) return value;
    if (!isMissing(value) && !isEmptyList(value)) unreadable.push(path);
    return {};
  };
  const readField = (path: string, { [path]: value }: Fields) => {
    if (isUnreadable(value)) unreadable.push(path);
    return readWorth(value);
  };

  const gas = readObject("estimatedGasFees", quote.estimatedGasFees);
  const amounts = ["maxGasFeeToken", "gasFeeTokenAmount"].map((path) => readField(path, gas));
  const stated = amounts.filter((amount) => amount !== undefined);
  const estimate = {
    token: gas.payGasFeeToken ?? request.payGasFeeToken,
    amount: stated.length > 0 ? highest(...stated) : undefined,
  };

  const unreadableGas = [...unreadable];
  const list: unknown = quote.fees;
  if (!Array.isArray(list) && !isEmpty(list)) unreadable.push("fees");
  const asked = readScaled(request.amountIn) as Scaled;
  /** The amount, or else the share of the input. */
  const readRow = (fields: Fields, names: readonly string[], isGas: boolean): StatedCost => {
    const [tokenName = "", amountName = "", percentName = ""] = names;
    const { [tokenName]: token, [percentName]: share } = fields;
    const percent = readWorth(share) ?? 0n;
    const isInInput = isSameToken(token, request.tokenIn, request.chainIdIn);
    if (isUnreadable(share)) unclear.push("an unreadable percentage");
    if (!isMissing(fields[amountName]) || !percent) {
      const amount = readField(amountName, fields) ?? 0n;
      // Of a fee in the input, it is a small share that was rounded.
      if (!amount && percent && (isGas || !isInInput))
        unclear.push("a percentage of an amount of zero");
      return { token, amount, isGas };
    }
    // A percentage of the input is no amount of another token.
    if (!isInInput) unreadable.push(percentName);
    if (!isInInput && isGas) unreadableGas.push(percentName);
    return { token, amount: isInInput ? multiply(asked, percent) / 100n : 0n, isGas };
  };
  // Fills the holes of a sparse array.
  const listed = Array.from(Array.isArray(list) ? list : [], (item): StatedCost => {
    const entry = readObject("fees", item);
    if (isMissing(entry.amount) && isMissing(entry.percentage)) unclear.push("an empty fee");
    const isGas = String(entry.type).toUpperCase() === "GAS";
    if (isGas && isUnreadable(entry.amount)) unreadableGas.push("amount");
    if (isMissing(entry.token)) unclear.push("a fee without a token");
    return readRow(entry, ["token", "amount", "percentage"], isGas);
  });

  const sums = readObject("estimatedCollectedFee", quote.estimatedCollectedFee);
  const collected = ["collectedFee", "serviceCollectedFee"].map((name) =>
    readRow(sums, ["collectedFeeToken", name, `${name}Percent`], false),
  );
  return { estimate, listed, collected, unreadable, unreadableGas, unclear };
}
