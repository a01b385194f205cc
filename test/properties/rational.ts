/** An exact number: a numerator and a denominator above zero. Shares no code with `src`. */
export class Rational {
  static readonly zero = new Rational(0n);
  static readonly hundred = new Rational(100n);
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const sign = denominator < 0n ? -1n : 1n;
    this.numerator = sign * numerator;
    this.denominator = sign * denominator;
  }

  plus(other: Rational): Rational {
    return new Rational(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.numerator, other.denominator));
  }

  times(other: Rational): Rational {
    return new Rational(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Rational): Rational {
    return new Rational(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** A share of this number. */
  percent(share: Rational): Rational {
    return this.times(share).over(Rational.hundred);
  }

  compare(other: Rational): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  isAbove(other: Rational): boolean {
    return this.compare(other) > 0;
  }

  isBelow(other: Rational): boolean {
    return this.compare(other) < 0;
  }

  isPositive(): boolean {
    return this.numerator > 0n;
  }

  /** Whether this number is a whole number of units. */
  isMultipleOf(unit: Rational): boolean {
    const { numerator, denominator } = this.over(unit);
    return numerator % denominator === 0n;
  }
}

export const highest = (...values: readonly Rational[]): Rational =>
  values.reduce((a, b) => (a.isBelow(b) ? b : a));

export const lowest = (...values: readonly Rational[]): Rational =>
  values.reduce((a, b) => (b.isBelow(a) ? b : a));

export const sum = (values: readonly Rational[]): Rational =>
  values.reduce((a, b) => a.plus(b), Rational.zero);

const decimalPattern = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The unit of the last shown digit of a decimal text, or undefined if it cannot be read. */
export function readUnit(text: unknown): Rational | undefined {
  const match = typeof text === "string" ? decimalPattern.exec(text) : null;
  if (!match) return undefined;
  const places = (match[2] ?? "").length - Number(match[3] ?? "0");
  return new Rational(1n, 10n ** BigInt(Math.max(places, 0)));
}

/** Reads a decimal text, with or without an exponent. */
export function readDecimal(text: unknown): Rational | undefined {
  const match = typeof text === "string" ? decimalPattern.exec(text) : null;
  if (!match) return undefined;
  const [, whole = "0", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const places = BigInt(fraction.length) - BigInt(exponent);
  return places >= 0n ? new Rational(digits, 10n ** places) : new Rational(digits * 10n ** -places);
}

/** Reads a decimal text of the tests, which is one. */
export function toRational(value: string | number): Rational {
  const number = readDecimal(String(value));
  if (!number) throw new TypeError(`not a decimal: ${value}`);
  return number;
}

/** Reads a worth: above zero, as a text or a number. */
export function readWorth(value: unknown): Rational | undefined {
  const worth = readDecimal(typeof value === "number" ? String(value) : value);
  return worth?.isPositive() ? worth : undefined;
}

/** Writes a number that is not negative with at most `places` decimals. */
export function writeDecimal(
  { numerator, denominator }: Rational,
  places: number,
  { isUp = false, keepsZeros = false } = {},
): string {
  const scaled = numerator * 10n ** BigInt(places);
  const units = scaled / denominator + (isUp && scaled % denominator > 0n ? 1n : 0n);
  const text = units.toString().padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places);
  const shown = keepsZeros ? fraction : fraction.replace(/0+$/, "");
  return shown ? `${whole}.${shown}` : whole;
}
