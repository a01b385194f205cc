import { highest, Rational, readDecimal, readWorth, sum } from "./rational.js";

/** A JSON object of a request or a response. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the caller asked for: a swap, or a transfer as a swap of a token for itself. */
export interface Asked {
  amount: Rational;
  chainIdIn: number;
  chainIdOut: number;
  tokenIn: string;
  tokenOut: string;
  payGasFeeToken: string;
  isDeducted: boolean;
  /** Percent of the input that the request names as fees. */
  namedPercent: Rational;
}

export interface Costs {
  gasToken: string;
  /** The highest gas that the response states in `payGasFeeToken`. */
  gas: Rational;
  /** Whether a limit can be compared: gas is stated, and no part of it is unknown. */
  isGasKnown: boolean;
  /** The worth of one unit of the stated gas token, by the estimate. */
  gasPrice: { token: string; price: Rational } | undefined;
  /** Per token, without the gas: the higher of the list and the sums. */
  fees: readonly { token: string; amount: Rational }[];
  /** Whether a cost cannot be read, or is stated in a token in which it cannot be compared. */
  isUnread: boolean;
  /** The tokens of fees that state no amount. */
  unknownFees: readonly unknown[];
}

/** The native coin, and its contract on Polygon. The samples have the latter on no other chain. */
const nativeSpellings = [`0x${"0".repeat(40)}`, `0x${"0".repeat(36)}1010`];
const nativeConstant = `0x${"e".repeat(40)}`;

/** One spelling of a token or an account: letter case and spellings of the native coin. */
export function normaliseAddress(address: unknown): string {
  const text = String(address).toLowerCase();
  return nativeSpellings.includes(text) ? nativeConstant : text;
}

export const isSameAddress = (a: unknown, b: unknown): boolean =>
  normaliseAddress(a) === normaliseAddress(b);

export const isInput = ({ tokenIn }: Asked, token: unknown): boolean =>
  isSameAddress(token, tokenIn);

export const isOutput = (asked: Asked, token: unknown): boolean =>
  !isInput(asked, token) && isSameAddress(token, asked.tokenOut);

/** Whether a token is the output on the chain of the wallet. */
export const isOutputHere = (asked: Asked, token: unknown): boolean =>
  asked.chainIdIn === asked.chainIdOut && isOutput(asked, token);

const isMissing = (value: unknown) => value === undefined || value === null;
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNone = (value: unknown) => {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) ? Object.values(value).every(isMissing) : isMissing(value);
};

/** Amounts per token. */
class Amounts {
  readonly #byToken = new Map<string, Rational>();

  add(token: unknown, amount: Rational): void {
    const key = normaliseAddress(token);
    this.#byToken.set(key, this.of(key).plus(amount));
  }

  of(token: string): Rational {
    return this.#byToken.get(token) ?? Rational.zero;
  }

  tokens(): readonly string[] {
    return [...this.#byToken.keys()];
  }
}

export function readNamedPercent(request: Fields): Rational {
  const extraFee = isRecord(request.extraFee) ? request.extraFee.percentage : undefined;
  const percents = [request.transactionFeePercent, extraFee];
  return sum(percents.map((percent) => readDecimal(String(percent ?? 0)) ?? Rational.zero));
}

interface Row {
  token: unknown;
  isGas: boolean;
  /** Undefined if it is not stated, or a percentage of another token than the input. */
  cost: Rational | undefined;
}

/** Reads what a response states as costs. */
export function readCosts(response: Fields, asked: Asked): Costs {
  const gasToken = normaliseAddress(asked.payGasFeeToken);
  const isGasToken = (token: unknown) => isSameAddress(token, gasToken);
  // In a token that is not swapped, everything in the list can be gas under another name.
  const isApart = !isInput(asked, gasToken) && !isOutputHere(asked, gasToken);
  let isUnread = false;
  const note = (isFound: boolean) => {
    isUnread ||= isFound;
    return isFound;
  };
  const readNumber = (value: unknown) => {
    const number = readDecimal(typeof value === "number" ? String(value) : value);
    note(number === undefined && !isMissing(value));
    return number;
  };
  const readPositive = (value: unknown) => readNumber(value)?.isPositive() === true;
  /** A percentage counts without an amount. It is one of the input. */
  const readCost = (token: unknown, amount: unknown, percentage: unknown) => {
    const [stated, percent] = [readNumber(amount), readNumber(percentage)];
    if (stated?.isPositive() || !percent?.isPositive()) return stated;
    return isInput(asked, token) ? asked.amount.percent(percent) : undefined;
  };
  const readRow = (fields: Fields): Row => {
    const { token, type, percentage } = fields;
    const cost = readCost(token, fields.amount, percentage);
    const isTyped = String(type).toUpperCase() === "GAS";
    // A fee of zero states no gas.
    const isOther = isApart && isGasToken(token) && (!cost || cost.isPositive());
    const isGas = isTyped || isOther;
    note(isGas && !cost && readPositive(percentage));
    return { token, isGas, cost };
  };
  const readObject = (value: unknown): Fields => {
    note(!isNone(value) && !isRecord(value));
    return isRecord(value) ? value : {};
  };

  const given = response.fees;
  const list: readonly unknown[] = isNone(given) ? [] : Array.isArray(given) ? given : [undefined];
  note(!list.every((each) => typeof each === "object" && each !== null));
  const rows = list.map((each) => readRow(isRecord(each) ? each : {}));
  const collected = readObject(response.estimatedCollectedFee);
  const sums = ["collectedFee", "serviceCollectedFee"].flatMap((name): Row[] => {
    const [amount, percentage] = [collected[name], collected[`${name}Percent`]];
    if (isMissing(amount) && isMissing(percentage)) return [];
    const token = collected.collectedFeeToken;
    return [{ token, isGas: false, cost: readCost(token, amount, percentage) }];
  });

  const before = isUnread;
  isUnread = false;
  const estimate = readObject(response.estimatedGasFees);
  const most = readNumber(estimate.maxGasFeeToken);
  const estimated = readNumber(estimate.gasFeeTokenAmount);
  const statedToken = normaliseAddress(estimate.payGasFeeToken ?? gasToken);
  const isExpected = statedToken === gasToken;
  note(!isExpected && Boolean(most?.isPositive() || estimated?.isPositive()));
  const gasRows = rows.filter(({ isGas }) => isGas);
  note(gasRows.some(({ token, cost }) => !isGasToken(token) && (!cost || cost.isPositive())));
  const isGasUnread = isUnread || gasRows.some(({ cost }) => cost === undefined);
  isUnread ||= before;

  const listed = gasRows.flatMap(({ token, cost }) => (isGasToken(token) && cost ? [cost] : []));
  const stated = [...(isExpected ? [most, estimated] : []), listed.length > 0 && sum(listed)];
  const known = stated.filter((each) => each instanceof Rational);
  const worth = readWorth(estimate.gasFeeTokenAmountUSD);
  const priced = estimated?.isPositive() ? estimated : most;

  const [inList, inSums] = [new Amounts(), new Amounts()];
  const fees = rows.filter(({ isGas }) => !isGas);
  for (const { token, cost } of fees) inList.add(token, cost ?? Rational.zero);
  for (const { token, cost } of sums) inSums.add(token, cost ?? Rational.zero);
  const tokens = new Set([...inList.tokens(), ...inSums.tokens()]);
  return {
    gasToken,
    gas: highest(Rational.zero, ...known),
    isGasKnown: known.length > 0 && !isGasUnread,
    gasPrice:
      worth && priced?.isPositive() ? { token: statedToken, price: worth.over(priced) } : undefined,
    fees: [...tokens]
      .map((token) => ({ token, amount: highest(inList.of(token), inSums.of(token)) }))
      .filter(({ amount }) => amount.isPositive()),
    isUnread,
    unknownFees: [...fees, ...sums].flatMap(({ token, cost }) => (cost ? [] : [token])),
  };
}
