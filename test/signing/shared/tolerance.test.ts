import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAtLeast, isAtMost, parseDecimal } from "../../../src/signing/shared/decimal.js";

const parse = (text: string) => parseDecimal(text) as bigint;

/** Whether an amount, stated in these digits, is at most a limit, and at least that limit. */
const compare = (amount: string, limit: string, ...stated: readonly string[]) => [
  isAtMost(parse(amount), parse(limit), amount, ...stated),
  isAtLeast(parse(amount), parse(limit), amount, ...stated),
];

describe("the tolerance", () => {
  test.each([
    // A tenth of a percent, also for a limit that the digits can express.
    ["100.1", "100", [true, true]],
    ["100.1000000001", "100", [false, true]],
    ["99.9", "100", [true, true]],
    ["99.8999999999", "100", [true, false]],
    // One unit of the last digit, which is at most 2 %.
    ["1.24", "1.2345", [true, true]],
    ["1.244", "1.2345", [false, true]],
    ["1.23", "1.2399", [true, true]],
    ["1.22", "1.2345", [true, false]],
    ["51", "50.5", [true, true]],
    ["50", "50.5", [true, true]],
    // More than 2 %.
    ["50", "49.5", [false, true]],
    ["49", "49.5", [true, false]],
    ["1", "0.5", [false, true]],
    ["0", "0.5", [true, false]],
    // A limit that the digits can express is not rounded.
    ["1.25", "1.24", [false, true]],
    ["1.23", "1.24", [true, false]],
    // A limit of zero.
    ["0", "0", [true, true]],
    ["0.000000000000000001", "0", [false, true]],
  ])("compares %s with the limit %s", (amount, limit, expected) => {
    expect(compare(amount, limit)).toEqual(expected);
  });

  test("is that of the shortest of several stated amounts", () => {
    expect(compare("1.2399", "1.2345")).toEqual([false, true]);
    expect(compare("1.2399", "1.2345", "1.23")).toEqual([true, true]);
    // Digits that are too coarse do not count.
    expect(compare("1.2399", "1.2345", "1")).toEqual([false, true]);
  });

  test("is never above 2 % of the limit, and never below 0.1 %", () => {
    const amounts = fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.nat(12));
    const toText = ([units, places]: [bigint, number]) => {
      const digits = `${units}`.padStart(places + 1, "0");
      return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    };
    fc.assert(
      fc.property(amounts, amounts, (first, second) => {
        const [amount, limit] = [toText(first), toText(second)];
        const [value, bound] = [parse(amount), parse(limit)];
        const [isMost, isLeast] = compare(amount, limit);
        if (value * 1_000n <= bound * 1_001n) expect(isMost).toBe(true);
        if (value * 50n > bound * 51n) expect(isMost).toBe(false);
        if (value * 1_000n >= bound * 999n) expect(isLeast).toBe(true);
        if (value * 50n < bound * 49n) expect(isLeast).toBe(false);
      }),
    );
  });
});
