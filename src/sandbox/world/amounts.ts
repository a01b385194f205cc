import { fromUnits, toUnits } from "../../shared/decimal.js";

/** Multiplies an amount by a number of any size, to 16 digits. Rounds down. */
export function scaleUnits(units: bigint, factor: number): bigint {
  const [mantissa = "0", exponent = "0"] = factor.toExponential(15).split("e");
  const shift = Number(exponent) - 15;
  const product = units * BigInt(mantissa.replace(".", ""));
  return shift < 0 ? product / 10n ** BigInt(-shift) : product * 10n ** BigInt(shift);
}

/** A number as a decimal string, without an exponent. 0 if a worthless token was a divisor. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "0";
  return fromUnits(scaleUnits(10n ** 18n, value), 18);
}

/** Rounds down. Percentages are exact to a millionth. */
export function takePercent(units: bigint, percent: number): bigint {
  return (units * BigInt(Math.round(percent * 1_000_000))) / 100_000_000n;
}

/** A US dollar price in units of 10^-12 dollars. */
export function parsePrice(price: string): bigint {
  return toUnits(price, 12);
}

/** The exact value of an amount in US dollars. The service does not round it either. */
export function formatUsdValue(units: bigint, decimals: number, price: string): string {
  return fromUnits(units * parsePrice(price), decimals + 12);
}

/** The largest amount that fits into the call data. */
export const maxUint256 = 2n ** 256n - 1n;
