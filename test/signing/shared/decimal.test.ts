import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countDecimals,
  formatDecimal,
  parseDecimal,
  parsePercent,
  takePercent,
  truncateDecimal,
} from "../../../src/signing/shared/decimal.js";
import { decimalPlaces } from "../../../src/signing/shared/is-decimal.js";

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`));
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
        expect(formatDecimal(takePercent(x, y))).toBe(
          formatUnits(a.units * b.units, a.point + b.point + 2),
        );
      }),
    );
  });

  test("is truncated, never rounded", () => {
    fc.assert(
      fc.property(decimal, fc.nat(60), ({ text, units, point }, kept) => {
        const truncated =
          point > kept ? units / 10n ** BigInt(point - kept) : units * 10n ** BigInt(kept - point);
        expect(formatDecimal(truncateDecimal(parseDecimal(text) as bigint, kept))).toBe(
          kept === 0 ? `${truncated}` : formatUnits(truncated, kept),
        );
      }),
    );
    expect(truncateDecimal(parseDecimal("1.5") as bigint, decimalPlaces)).toBe(parseDecimal("1.5"));
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
    [2 / 3, "0.666667"],
    [1 / 3, "0.3333333333333333"],
    [1e-7, "0.0000001"],
    [100, "100"],
  ])("converts %d to %s", (value, text) => {
    expect(formatDecimal(parsePercent(value) as bigint)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, -1e-9, 1e21, "1", null])(
    "does not accept %s",
    (value) => {
      expect(parsePercent(value as number)).toBeUndefined();
    },
  );
});

test.each([
  ["9e-3", 3],
  ["9E-3", 3],
  ["1.25e-3", 5],
  [1e-7, 7],
  ["1e-999", decimalPlaces],
  ["1.234e1", 2],
  ["1e3", 2],
  ["1.0005", 4],
  ["5", 2],
  ["", 2],
  [null, 2],
])("counts the decimals of %s", (value, count) => {
  expect(countDecimals(value)).toBe(count);
});
