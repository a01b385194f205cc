/** How far to both sides of the price the picture goes. */
export const widest = 4;

/** Which share of a position's worth is token0 at a price: all of it below the range, nothing above. */
export function shareOfToken0(price: number, min: number, max: number): number {
  if (price <= min) return 1;
  if (price >= max) return 0;
  const worth0 = price * (1 / Math.sqrt(price) - 1 / Math.sqrt(max));
  const worth1 = Math.sqrt(price) - Math.sqrt(min);
  return worth0 / (worth0 + worth1);
}

/** Where a price stands in the picture: -100 is a quarter of the current price, 0 the price, 100 four times as much. */
export function positionOf(value: number, price: number): number {
  return Math.min(100, Math.max(-100, (Math.log(value / price) / Math.log(widest)) * 100));
}

export function priceAt(position: number, price: number): number {
  return price * widest ** (position / 100);
}

/** Six digits that count, and never an exponent: this text goes into a request. */
export function plainNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6, useGrouping: false });
}

/** How far a bound is from the price, in words. */
export function distance(value: number, price: number): string {
  const off = (value / price - 1) * 100;
  if (Math.abs(off) < 0.05) return "at the price";
  return `${Math.abs(off).toFixed(1)} % ${off < 0 ? "below" : "above"} the price`;
}
