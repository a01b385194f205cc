// The values at which code differs most often, for all generators of this folder.

/** How many decimals a token has. */
export const decimals: readonly number[] = [0, 1, 2, 6, 8, 17, 18, 19, 35, 36];

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
