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

/** What a response states as fees in one token. */
export interface TokenFees {
  token: string;
  amount: Rational;
}

export interface Costs {
  gasToken: string;
  /** The highest gas that the response states in the gas token. */
  gas: Rational;
  isGasStated: boolean;
  /** The worth of one unit of the gas token by its own estimate. */
  gasPrice: Rational | undefined;
  /** Per token, without the gas: the higher of the list and the sums. */
  fees: readonly TokenFees[];
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

export const isInput = ({ tokenIn }: Asked, token: string): boolean =>
  isSameAddress(token, tokenIn);

export const isOutput = (asked: Asked, token: string): boolean =>
  !isInput(asked, token) && isSameAddress(token, asked.tokenOut);

/** Whether a token is the output on the chain of the wallet. */
export const isOutputHere = (asked: Asked, token: string): boolean =>
  asked.chainIdIn === asked.chainIdOut && isOutput(asked, token);

const asFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

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
  const percents = [request.transactionFeePercent, asFields(request.extraFee).percentage];
  return sum(percents.map((percent) => readDecimal(String(percent ?? 0)) ?? Rational.zero));
}

/** Reads what a response states as costs. */
export function readCosts(response: Fields, asked: Asked): Costs {
  const rows = ((response.fees ?? []) as readonly Fields[]).map((row) => ({
    isGas: String(row.type).toUpperCase() === "GAS",
    token: row.token,
    amount: readDecimal(row.amount) ?? Rational.zero,
  }));
  const estimate = asFields(response.estimatedGasFees);
  const gasToken = normaliseAddress(estimate.payGasFeeToken ?? asked.payGasFeeToken);
  // In a token that is not swapped, everything in the list can be gas under another name.
  const isSwapped = isInput(asked, gasToken) || isOutputHere(asked, gasToken);
  const isListedGas = ({ isGas, token }: (typeof rows)[number]) =>
    (isGas || !isSwapped) && isSameAddress(token, gasToken);
  const listedGas = rows.filter(isListedGas).map(({ amount }) => amount);
  const most = readDecimal(estimate.maxGasFeeToken);
  const estimated = readDecimal(estimate.gasFeeTokenAmount);
  const isEstimated = most !== undefined || estimated !== undefined;
  const gas = highest(sum(listedGas), most ?? Rational.zero, estimated ?? Rational.zero);

  const worth = readWorth(estimate.gasFeeTokenAmountUSD);
  const priced = estimated?.isPositive() ? estimated : most;
  const gasPrice = worth && priced?.isPositive() ? worth.over(priced) : undefined;

  const listed = new Amounts();
  for (const row of rows) if (!isListedGas(row)) listed.add(row.token, row.amount);
  const sums = new Amounts();
  const collected = asFields(response.estimatedCollectedFee);
  for (const name of ["collectedFee", "serviceCollectedFee"]) {
    const amount = readDecimal(collected[name]);
    if (amount?.isPositive()) sums.add(collected.collectedFeeToken, amount);
  }
  const tokens = new Set([...listed.tokens(), ...sums.tokens()]);
  const fees = [...tokens].map((token) => ({
    token,
    amount: highest(listed.of(token), sums.of(token)),
  }));
  return {
    gasToken,
    gas,
    isGasStated: isEstimated || listedGas.length > 0,
    gasPrice,
    fees: fees.filter(({ amount }) => amount.isPositive()),
  };
}
