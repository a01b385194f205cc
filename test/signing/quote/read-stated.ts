import type { Address, SwapQuote, SwapQuoteRequest } from "../../../src/index.js";
import { readScaled, type Scaled, scale } from "./random-numbers.js";

/** The options that decide whether a quote may be signed. */
export interface JudgedOptions {
  delegates?: readonly Address[] | undefined;
  approval?: boolean | undefined;
  minReceived?: string | undefined;
  maxGasFee?: string | undefined;
  maxLossPercent?: number | undefined;
  margin?: number | undefined;
}

/** A quote, its request, and the options that it is signed with. */
export interface JudgedCase {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  options: JudgedOptions;
  owner: Address;
  now: number;
}

/** Reasons why a sentence of the promise is broken, and where it leaves open whether it is. */
export interface Verdict {
  broken: string[];
  unclear: string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export const isMissing = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** Null, undefined, `{}` and an object of nulls are equivalent if an object is optional. */
export const isEmpty = (value: unknown) =>
  isMissing(value) ||
  (typeof value === "object" && Object.values(value as object).every(isMissing));

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isHash = (value: unknown) =>
  typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);

const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);
export const isSame = (a: unknown, b: unknown) => !isMissing(a) && lower(a) === lower(b);

const nativeCoins: readonly unknown[] = [`0x${"e".repeat(40)}`, `0x${"0".repeat(40)}`];
const polygonCoin = `0x${"0".repeat(36)}1010`;

/** Compares two tokens of one chain. */
export function isSameToken(a: unknown, b: unknown, chainId: number): boolean {
  const isNative = (token: unknown) =>
    nativeCoins.includes(lower(token)) ||
    (chainId === 137 && lower(token) === polygonCoin) ||
    (chainId === 0 && lower(token) === "btc");
  return isSame(a, b) || (isNative(a) && isNative(b));
}

/** Reads an amount that is not signed: numbers and exponents, too. */
export function readWorth(value: unknown): Scaled | undefined {
  const text = typeof value === "number" ? String(value) : value;
  const parts = /^(\d{1,40})(?:\.(\d{1,40}))?e([+-]?\d{1,3})$/i.exec(String(text));
  if (!parts) return readScaled(text);
  const [, whole = "", fraction = "", exponent = ""] = parts;
  const power = scale + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return power < 0 ? digits / 10n ** BigInt(-power) : digits * 10n ** BigInt(power);
}

/** Reads an amount that the quote is bound to: exponents, but no number, which can lose digits. */
export const readAmount = (value: unknown): Scaled | undefined =>
  typeof value === "string" ? readWorth(value) : undefined;

/** One unit of the last digit of a decimal string. Zero for any other value. */
export function getLastUnit(stated: unknown): Scaled {
  if (readScaled(stated) === undefined) return 0n;
  const places = String(stated).split(".")[1]?.length ?? 0;
  return places > scale ? 0n : 10n ** BigInt(scale - places);
}

/** The one tolerance: 0.1 %, or one unit of the last shown digit where that is at most 2 %. */
export function getTolerance(limit: Scaled, ...stated: readonly unknown[]): Scaled {
  const units = stated.map(getLastUnit).filter((each) => each * 50n <= limit);
  return [...units, limit / 1_000n].reduce((a, b) => (a > b ? a : b));
}

/** Milliseconds since 1970. Undefined if the expiry is missing or cannot be read. */
export function readTime(value: unknown): number | undefined {
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;
  let time = Number.NaN;
  if (typeof value === "number") time = value;
  else if (typeof value === "string")
    time = /^\d{1,30}$/.test(value)
      ? Number(value)
      : isZoned.test(value)
        ? Date.parse(value)
        : time;
  if (!(time > 0 && Number.isFinite(time))) return undefined;
  return time < 1e11 ? time * 1_000 : time;
}

/** What the slippage leaves of an amount, by all digits of the percentage. */
export function keepAfter(amount: Scaled, slippage: number | null | undefined): Scaled {
  const [digits = "", exponent] = (slippage ?? 0.5).toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  const percent = BigInt(whole + fraction) * 10n ** BigInt(40 + Number(exponent) - fraction.length);
  return (amount * (10n ** 42n - percent)) / 10n ** 42n;
}
