// Values by the words of the service contract, written from its text: nothing is imported from src.

/** Values of a field that the contract allows, and values that it does not allow. */
export interface Values {
  readonly allowed: readonly Probe[];
  readonly refused: readonly Probe[];
}

/** A value of a field, with what it needs in other fields. */
export interface Probe {
  readonly value: unknown;
  readonly beside?: Readonly<Record<string, unknown>>;
}

export function values(allowed: readonly unknown[], refused: readonly unknown[]): Values {
  return {
    allowed: allowed.map((value) => ({ value })),
    refused: refused.map((value) => ({ value })),
  };
}

/** The same values beside other fields. */
export function beside(fields: Readonly<Record<string, unknown>>, { allowed, refused }: Values) {
  const add = ({ value }: Probe): Probe => ({ value, beside: fields });
  return { allowed: allowed.map(add), refused: refused.map(add) };
}

export function both(...parts: readonly Values[]): Values {
  return {
    allowed: parts.flatMap(({ allowed }) => allowed),
    refused: parts.flatMap(({ refused }) => refused),
  };
}

/** The nine chains that are not Bitcoin. */
export const evmChains = [42161, 43114, 8453, 56, 1, 100, 10, 137, 196];
export const max = 9_007_199_254_740_991;
const hex = "0123456789abcdefABCDEF0123456789abcdefAB";

/** `^0x[a-fA-F0-9]{40}$`. A checksum can only be wrong in mixed case. */
export const evmAddress = values(
  [`0x${hex.toLowerCase()}`, `0x${hex.toUpperCase()}`, `0x${"0".repeat(40)}`],
  [
    `0x${hex.slice(1)}`,
    `0x${hex}0`,
    `0X${hex.toLowerCase()}`,
    hex.toLowerCase(),
    `0x${hex.slice(1).toLowerCase()}g`,
    ` 0x${hex.toLowerCase()}`,
    `0x${hex.toLowerCase()}\n`,
    "usdc",
    "",
    null,
    0,
  ],
);

/** The four forms of the pattern. */
export const bitcoinAddress = values(
  [
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
  ],
  [
    "2A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0",
    "1A1zP1eP5QGefi2DMPTf",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5md",
    "BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
  ],
);

/** `^0x[a-fA-F0-9]{64}$`. */
export const hash = values(
  [`0x${"ab".repeat(32)}`, `0x${"CD".repeat(32)}`],
  [`0x${"ab".repeat(31)}a`, `0x${"ab".repeat(33)}`, "ab".repeat(32), `0x${"gg".repeat(32)}`, ""],
);

/** `^0x([a-fA-F0-9]{2})*$`. */
export const signature = values(
  [`0x${"5c".repeat(65)}`, "0x00", "0xAb"],
  ["0x5", "0x5c5", "5c5c", "0xgg", "", null, 5],
);

export const decimal = values(
  [
    "1",
    "0.5",
    "10.000001",
    "115792089237316195423570985008687907853269984665640564039457584007913129639935",
  ],
  ["", "1,5", "one", "1e3", "0x1", " 1", 1.5, null, {}],
);

export const text = values(["x", "two words"], [1, true, {}, []]);

export const chain = (ids: readonly number[]) => values(ids, [2, -1, 1.5, "1", null, Number.NaN]);
export const evmChain = both(chain(evmChains), values([], [0]));
export const anyChain = chain([...evmChains, 0]);

export const word = (...words: readonly string[]) =>
  values(
    words,
    [words[0]?.toLowerCase(), `${words[0]}_`, "", 0].filter(
      (each) => !words.includes(String(each)),
    ),
  );

/** A number from `low` to `high`. */
export function range(low: number, high: number, step: number) {
  return values(
    [low, high, (low + high) / 2],
    [low - step, high + step, String(low), Number.NaN, Number.POSITIVE_INFINITY],
  );
}

export function wholeRange(low: number, high: number) {
  return values(
    [low, high],
    [low - 1, high + 1, low + 0.5, String(low), Number.NaN, Number.POSITIVE_INFINITY],
  );
}

export const flag = values([true, false], ["true", 0, 1]);
export const metadata = values(
  [{}, { order: "17", empty: "" }],
  [{ order: 17 }, { order: null }, [], "x"],
);
/** `percentage` number and `toAddress` address. */
export const extraFee = values(
  [{ percentage: 1.5, toAddress: `0x${hex.toLowerCase()}` }],
  [
    { percentage: "1.5", toAddress: `0x${hex.toLowerCase()}` },
    { percentage: 1.5, toAddress: "me" },
    { percentage: 1.5 },
    { toAddress: `0x${hex.toLowerCase()}` },
    1.5,
  ],
);

/** The pattern of E14. */
export const email = values(
  ["a@b.co", "first.last+tag@sub.example.com", "O'Neil@example.com", "a_b-c@x-y.org"],
  ["", "a", "a@b", ".a@b.co", "a..b@c.co", "a.@b.co", "a@-b.co", "a@b.c", "a b@c.co", "a@b.co "],
);

export const dateTime = values(
  ["2026-01-31T00:00:00Z", "2026-01-31T00:00:00.123Z", "2026-01-31T00:00:00+02:00"],
  ["2026-01-31", "31.01.2026", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "", 0],
);
