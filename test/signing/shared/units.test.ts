import * as ethers from "ethers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AmountError, type AmountErrorCode } from "../../../src/errors/signing.js";
import { fromUnits, toUnits } from "../../../src/signing/index.js";

const decimals = fc.integer({ min: 0, max: 80 });
const units = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });

function codeOf(run: () => unknown): AmountErrorCode | undefined {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(AmountError);
    return (error as AmountError).code;
  }
  return undefined;
}

test("converts units to a decimal string and back without loss, like ethers", () => {
  fc.assert(
    fc.property(units, decimals, (value, places) => {
      const amount = fromUnits(value, places);
      expect(amount).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(toUnits(amount, places)).toBe(value);
      expect(toUnits(ethers.formatUnits(value, places), places)).toBe(value);
      expect(ethers.parseUnits(amount, places)).toBe(value);
    }),
  );
});

test("never rounds an amount with more decimals than the token", () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 1, max: 9 }), (value, places, last) => {
      const amount = `${fromUnits(value, 0)}.${"0".repeat(places)}${last}`;
      expect(codeOf(() => toUnits(amount, places))).toBe("too_many_decimals");
    }),
  );
});

test.each([
  ["0", 0, 0n],
  ["1", 255, 10n ** 255n],
  ["0.000", 2, 0n],
  ["007.5", 1, 75n],
  ["1.230000000", 2, 123n],
  ["1.5", 18, 1_500_000_000_000_000_000n],
])("converts %s with %i decimals to %s units", (amount, places, expected) => {
  expect(toUnits(amount, places)).toBe(expected);
});

describe("rejects with the code for the reason", () => {
  test.each<[unknown, AmountErrorCode]>([
    ["1.23456789", "too_many_decimals"],
    ["1e-7", "exponent"],
    ["1E18", "exponent"],
    ["-1", "negative"],
    ["−1", "negative"],
    ["-0", "negative"],
    ["", "empty"],
    ["  ", "empty"],
    ["1,5", "separator"],
    ["1,000.5", "separator"],
    ["1_000", "separator"],
    ["1 000", "separator"],
    ["1'000", "separator"],
    ["+1", "not_a_number"],
    [".5", "not_a_number"],
    ["5.", "not_a_number"],
    [".", "not_a_number"],
    ["1.2.3", "not_a_number"],
    ["0x10", "not_a_number"],
    ["NaN", "not_a_number"],
    ["Infinity", "not_a_number"],
    ["١٢", "not_a_number"],
    [" 1", "not_a_number"],
    ["1\n", "not_a_number"],
    [1, "not_a_string"],
    [1n, "not_a_string"],
    [null, "not_a_string"],
    [undefined, "not_a_string"],
    [["1"], "not_a_string"],
  ])("%s: %s", (amount, code) => {
    expect(codeOf(() => toUnits(amount as string, 6))).toBe(code);
  });

  test.each([-1, 1.5, 256, Number.NaN, "6", null, undefined])("decimals of %j", (places) => {
    expect(codeOf(() => toUnits("1", places as number))).toBe("decimals");
    expect(codeOf(() => fromUnits(1n, places as number))).toBe("decimals");
  });

  test("units that are negative or not a bigint", () => {
    expect(codeOf(() => fromUnits(-1n, 6))).toBe("negative");
    expect(codeOf(() => fromUnits(1 as never, 6))).toBe("not_a_bigint");
    expect(codeOf(() => fromUnits("1" as never, 6))).toBe("not_a_bigint");
  });

  test("names the amount, its decimals and the token's decimals", () => {
    expect(() => toUnits("1.2345678", 6)).toThrow(
      /"1\.2345678" has 7 decimals, but the token has 6/,
    );
  });
});
