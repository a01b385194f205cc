// The values at which code differs most often, for all generators of this folder.

/** 10^k, one less and one more, for each k from 0 to `most`. */
export const aroundPowersOfTen = (most: number): readonly bigint[] =>
  Array.from({ length: most + 1 }, (_, k) => 10n ** BigInt(k)).flatMap((power) => [
    power - 1n,
    power,
    power + 1n,
  ]);

/** How many decimals a token has. */
export const decimals: readonly number[] = [0, 1, 2, 6, 8, 17, 18, 19, 35, 36];

/** How many items a list has: empty, one, two, some and many. */
export const counts: readonly number[] = [0, 1, 2, 3, 40];

/** The first integers that a double cannot hold, and the unit of a token with 18 decimals. */
const aroundDouble = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n].map(String);

/** Amounts as decimal texts, also in several spellings of one number. */
export const amounts: readonly string[] = [
  ...["0", "0.0", "1", "1.0", "1.00", "2", "3", "9", "10", "11", "99", "100", "101", "1000"],
  ...["0.1", "0.09", "0.11", "0.01", "0.5", "0.9", "0.99", "0.999999", "1.000001", "1.1"],
  ...["0.000001", "0.000000000000000001", "0.999999999999999999", "1.000000000000000001"],
  ...["0.000000000000000000000000000000000001", "3.333333333333333333333333333333333333"],
  ...["123.456789", "999999999.999999999", "1000000000.000000001"],
  ...aroundDouble,
  ...[`1${"0".repeat(60)}`, `${"9".repeat(60)}`, `9007199254740993.${"0".repeat(17)}1`],
];

/** A decimal text, and one unit of its last digit less and more. Zero has no lower one. */
export function aroundLastDigit(text: string): readonly string[] {
  const [whole = "", fraction = ""] = text.split(".");
  const units = BigInt(whole + fraction);
  return [units - 1n, units, units + 1n]
    .filter((each) => each >= 0n)
    .map((each) => {
      const digits = each.toString().padStart(fraction.length + 1, "0");
      const point = digits.length - fraction.length;
      return fraction ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
    });
}
