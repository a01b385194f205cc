/** The factor below and above the price that the chart covers. */
export const widest = 4;

/** The share of token0 in a position's value at a price: 1 below the range, 0 above. */
export function shareOfToken0(price: number, min: number, max: number): number {
  if (price <= min) return 1;
  if (price >= max) return 0;
  const worth0 = price * (1 / Math.sqrt(price) - 1 / Math.sqrt(max));
  const worth1 = Math.sqrt(price) - Math.sqrt(min);
  return worth0 / (worth0 + worth1);
}

/**
 * The position of a price in the chart: -100 is a quarter of the current price, 0 the price, 100
 * four times the price.
 */
export function positionOf(value: number, price: number): number {
  return Math.min(100, Math.max(-100, (Math.log(value / price) / Math.log(widest)) * 100));
}

export function priceAt(position: number, price: number): number {
  return price * widest ** (position / 100);
}

/** Formats a number with six significant digits and without an exponent, for use in a request. */
export function plainNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6, useGrouping: false });
}

/** Describes the distance of a bound from the price. */
export function distance(value: number, price: number): string {
  const off = (value / price - 1) * 100;
  if (Math.abs(off) < 0.05) return "at the price";
  return `${Math.abs(off).toFixed(1)} % ${off < 0 ? "below" : "above"} the price`;
}
