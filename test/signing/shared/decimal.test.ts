import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decimalPlaces,
  divide,
  formatDecimal,
  formatShort,
  getLastDigit,
  getRounding,
  getUnit,
  maxDecimal,
  multiply,
  parseAmount,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../../../src/signing/shared/decimal.js";

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`), { size: "max" });
/** Digits and the position of the point, to compute exact results with integers. */
const decimal = fc.tuple(digits(40), digits(40)).map(([whole, fraction]) => ({
  text: `${whole}.${fraction}`,
  units: BigInt(whole + fraction),
  point: fraction.length,
}));
const formatUnits = (units: bigint, point: number) => {
  const allDigits = units.toString().padStart(point + 1, "0");
  return `${allDigits.slice(0, -point)}.${allDigits.slice(-point)}`.replace(/\.?0+$/, "");
};

describe("a decimal", () => {
  test("is formatted as it was parsed, without trailing zeros", () => {
    fc.assert(
      fc.property(decimal, ({ text, units, point }) => {
        expect(formatDecimal(parseDecimal(text) as bigint)).toBe(formatUnits(units, point));
      }),
    );
  });

  test("is added, compared and multiplied without rounding", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [parseDecimal(a.text) as bigint, parseDecimal(b.text) as bigint];
        const point = Math.max(a.point, b.point);
        const [p, q] = [
          a.units * 10n ** BigInt(point - a.point),
          b.units * 10n ** BigInt(point - b.point),
        ];
        expect(formatDecimal(x + y)).toBe(formatUnits(p + q, point));
        expect(x < y).toBe(p < q);
        expect(maxDecimal(x, y)).toBe(p < q ? y : x);
        expect(formatDecimal(multiply(x, y))).toBe(
          formatUnits(a.units * b.units, a.point + b.point),
        );
        // Divides exactly what was multiplied.
        if (y > 0n) expect(divide(multiply(x, y), y)).toBe(x);
        expect(formatDecimal(takePercent(x, y))).toBe(
          formatUnits(a.units * b.units, a.point + b.point + 2),
        );
      }),
    );
  });

  test("is shown with at most eight digits after the zeros of its fraction, never rounded up", () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        const value = parseDecimal(text) as bigint;
        const shown = formatShort(value);
        if (value >= (parseDecimal(`1${"0".repeat(24)}`) as bigint)) {
          expect(shown).toBe("more than 10^24");
          return;
        }
        if (value > 0n && value < getUnit(22)) {
          expect(shown).toBe("less than 10^-22");
          return;
        }
        expect(shown.length).toBeLessThanOrEqual(24);
        const [, zeros = "", digits = ""] = /^0\.(0*)(\d*)$/.exec(shown) ?? [];
        expect(digits.length).toBeLessThanOrEqual(8);
        expect(shown.split(".")[1]?.length ?? 0).toBeLessThanOrEqual(8 + zeros.length);
        const difference = value - (parseDecimal(shown) as bigint);
        expect(difference).toBeGreaterThanOrEqual(0n);
        // Less than one unit of the last digit that can be shown.
        const isBelowOne = value < (parseDecimal("1") as bigint);
        const hidden = isBelowOne ? (/^0\.(0*)/.exec(formatDecimal(value))?.[1]?.length ?? 0) : 0;
        const places = 23 - (shown.split(".")[0]?.length ?? 0);
        expect(difference).toBeLessThan(getUnit(Math.max(0, Math.min(8 + hidden, places))));
      }),
    );
  });

  test.each([
    ["0", "0"],
    ["0.000", "0"],
    ["007.50", "7.5"],
    ["1234567890.123456789", "1234567890.12345678"],
    ["0.000000000000123456789", "0.00000000000012345678"],
    ["1.000000001", "1"],
    ["9".repeat(24), "9".repeat(24)],
    ["1".repeat(25), "more than 10^24"],
    [`${"9".repeat(20)}.123456789`, `${"9".repeat(20)}.123`],
    ["0.000000000000000001", "0.000000000000000001"],
    [`0.${"0".repeat(21)}12`, `0.${"0".repeat(21)}1`],
    [`0.${"0".repeat(22)}12`, "less than 10^-22"],
  ])("%s is shown as %s", (text, shown) => {
    expect(formatShort(parseDecimal(text) as bigint)).toBe(shown);
  });

  test.each([
    ["5", "1"],
    ["5.0", "0.1"],
    ["0.00012", "0.00001"],
    ["1e-3", "0"],
    [1.5, "0"],
    [null, "0"],
  ])("the last digit of %s is one of %s", (value, unit) => {
    expect(formatDecimal(getLastDigit(value))).toBe(unit);
  });

  test.each([
    ["5", "0.1"],
    ["4.999999", "0"],
  ])("of the limit %s is rounded by %s, where 5.0 is stated", (limit, unit) => {
    expect(formatDecimal(getRounding("5.0", parseDecimal(limit) as bigint))).toBe(unit);
  });

  test("has at most as many digits as a token can have decimals", () => {
    const longest = "9".repeat(decimalPlaces);
    expect(parseDecimal(longest)).toBe(BigInt(longest) * 10n ** BigInt(decimalPlaces));
    const fraction = `0.${"9".repeat(decimalPlaces - 2)}`;
    expect(formatDecimal(parseDecimal(fraction) as bigint)).toBe(fraction);
  });

  test.each([
    "",
    ".",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    "0x1",
    " 1",
    "1,5",
    "١",
    // Limits the cost of a calculation.
    "1".repeat(decimalPlaces + 1),
    `0.${"9".repeat(decimalPlaces - 1)}`,
    1,
    1n,
    null,
    undefined,
  ])("does not accept %s", (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

describe("a percentage", () => {
  test.each([
    [0, "0"],
    [0.3, "0.3"],
    [2 / 3, "0.6666666666666666"],
    [1 / 3, "0.3333333333333333"],
    [1e-7, "0.0000001"],
    [100, "100"],
  ])("converts %d to %s", (value, text) => {
    expect(formatDecimal(parsePercent(value) as bigint)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, -1e-9, "1", null])(
    "does not accept %s",
    (value) => {
      expect(parsePercent(value as number)).toBeUndefined();
    },
  );
});

describe("an amount that is judged but not signed", () => {
  test.each([
    ["9e-3", "0.009"],
    ["9E-3", "0.009"],
    ["1.25e-3", "0.00125"],
    [1e-7, "0.0000001"],
    [1.1e-7, "0.00000011"],
    [0.1, "0.1"],
    [0, "0"],
    ["1.234e1", "12.34"],
    ["1e3", "1000"],
    ["1e255", `1${"0".repeat(255)}`],
    ["1.0005", "1.0005"],
    [5, "5"],
    // Smaller than any amount.
    ["1e-999", "0"],
    ["1e-999999999999", "0"],
    [`1${"0".repeat(254)}e-300`, `0.${"0".repeat(45)}1`],
  ])("can be %s, which is %s", (value, text) => {
    expect(formatDecimal(parseAmount(value) as bigint)).toBe(text);
  });

  test.each([
    "",
    "-1",
    -1,
    "1e256",
    "1e999",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "1e",
    "e3",
    null,
    {},
    [1],
  ])("cannot be %j", (value) => {
    expect(parseAmount(value)).toBeUndefined();
  });
});
