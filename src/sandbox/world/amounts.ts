/** Decimal strings as whole numbers of the smallest unit, so that no amount is ever rounded by accident. */
export function toUnits(amount: string, decimals: number): bigint {
  const negative = amount.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? amount.slice(1) : amount).split(".");
  // What is finer than the token's unit cannot be moved, so it is cut off.
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return negative ? -units : units;
}

export function fromUnits(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction ? `.${fraction}` : ""}`;
}

/** A share of an amount, in percent, rounded down. Percentages are exact to a millionth. */
export function takePercent(units: bigint, percent: number): bigint {
  return (units * BigInt(Math.round(percent * 1_000_000))) / 100_000_000n;
}

/** A price in US dollars as a whole number of millionths of a millionth. */
export function parsePrice(price: string): bigint {
  return toUnits(price, 12);
}

/** What an amount is worth in US dollars, as a decimal string of six digits. */
export function formatUsdValue(units: bigint, decimals: number, price: string): string {
  return fromUnits((units * parsePrice(price)) / 10n ** BigInt(decimals + 6), 6);
}
