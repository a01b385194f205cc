import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  listPaths,
  type Path,
  replaceAt,
  stranger,
  trySigning,
} from "./test-quotes.js";

/**
 * What may differ without a word, and why it has no bearing on value: what is signed is the hash, and these are not part of what it is
 * compared with. Numbers in a path are written as `#`.
 */
const harmless: Readonly<Record<string, string>> = {
  metadata: "stored with the transaction, and no more",
  estimatedExecutionTime: "a forecast",
  amountInUSD: "left out, or as much as the worth of what comes out bears",
  amountOutUSD: "left out, or no more lost than is allowed",
  tokenInPrice: "a price for showing",
  swapProvider: "a word for showing",
  expiresAt: "a later end: the service holds the operation to its own",
  amountOut: "a forecast, as long as the guaranteed minimum still follows from it",
  minAmountOut: "more than must be guaranteed, and no more than is expected",
  toAddress: "left out, where the receiver is the wallet itself",
  quoteId: "left out: the hash stands for it",
  estimatedGasFees: "left out: an estimate",
  "estimatedGasFees.payGasFeeToken": "left out",
  "estimatedGasFees.maxGasFeeToken": "an estimate: the operation itself holds the gas",
  "estimatedGasFees.gasFeeTokenAmount": "an estimate: the operation itself holds the gas",
  "estimatedGasFees.gasFeeTokenAmountUSD": "a price for showing",
  "estimatedGasFees.maxGasFeeNative": "an estimate: the operation itself holds the gas",
  estimatedCollectedFee: "left out",
  "estimatedCollectedFee.collectedFeeToken": "left out, or of no fee",
  "estimatedCollectedFee.collectedFee": "less than agreed",
  "estimatedCollectedFee.collectedFeePercent": "less than agreed",
  "estimatedCollectedFee.serviceCollectedFee": "no more than the caller allows",
  "estimatedCollectedFee.serviceCollectedFeePercent": "no more than the caller allows",
  fees: "left out, or fewer",
  "fees.#": "left out",
  "fees.#.amount": "less than agreed",
  "fees.#.percentage": "less than agreed",
  "fees.#.toAddress": "who shares in a fee that is within what was agreed",
  "fees.#.token": "of a fee of nothing",
  "fees.#.type": "a word for what is within what was agreed",
  revertReason: "another word for none",
  authorization: "another word for none",
  rwaApproveUserOperation: "another word for none",
  typedData: "left out: an older answer has none",
};
/** Nobody has published what stands behind the hash inside of an order: not even its meaning can be compared. */
const unknowable: Readonly<Record<string, string>> = {
  "typedData.message.message": "the order's own hash",
  "typedData.domain.version":
    "the version of the wallet: of another one the wallet does not take the signature",
  userOperationHash: "the operation's own hash, which comes without what it is made of",
};

const nameOf = (path: Path) =>
  path.map((part) => (typeof part === "number" ? "#" : part)).join(".");

/** Null, nothing and `{}` mean the same where an object may stand. */
const isNone = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === "object" && Object.keys(value).length === 0);

const hex = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits) => `0x${digits}`);
const address = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);
const decimal = fc.oneof(
  fc.stringMatching(/^(?:0|[1-9]\d{0,6})\.\d{1,18}$/),
  fc.nat(200).map(String),
  fc.constantFrom("0", "1e3", "-1", "99.999999", "NaN", ""),
);
const anything = fc.oneof(
  ...[
    hex,
    address,
    decimal,
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.dictionary(fc.string(), fc.string()),
  ],
  fc.constantFrom(
    null,
    undefined,
    {},
    [],
    0,
    1,
    137,
    "137",
    Number.MAX_VALUE,
    1_893_456_000_000,
    "0x",
    "__proto__",
  ),
);

/** A change that looks like the value it replaces: one digit, one letter, one bit, one entry. */
function nearby(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === "string" && value.length > 0) {
    return fc
      .tuple(fc.nat(value.length - 1), fc.constantFrom(..."0123456789abcdef.xX \u202e"))
      .map(([at, letter]) => {
        return value.slice(0, at) + letter + value.slice(at + 1);
      });
  }
  if (typeof value === "number")
    return fc.oneof(
      fc.constantFrom(value + 1, value - 1, -value, value * 1_000, value / 1_000),
      fc.integer(),
    );
  if (Array.isArray(value))
    return fc.nat(value.length).map((at) => value.filter((_, i) => i !== at));
  return anything;
}

/** Whether a value only says the same in another way. */
function saysTheSame(path: Path, before: unknown, after: unknown): boolean {
  if (isNone(before) && isNone(after)) return true;
  const number = (value: unknown) =>
    typeof value === "string" && /^(?:0x[0-9a-f]+|\d+)$/i.test(value) ? BigInt(value) : value;
  const alike = (a: unknown, b: unknown) =>
    JSON.stringify(a) === JSON.stringify(b) ||
    (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase()) ||
    (path[0] === "typedData" &&
      typeof a !== "object" &&
      typeof b !== "object" &&
      String(number(a)) === String(number(b)));
  const zeros = (value: unknown) =>
    typeof value === "string" && value.includes(".")
      ? value.replace(/^0+(?=\d)/, "").replace(/\.?0+$/, "")
      : value;
  return alike(before, after) || alike(zeros(before), zeros(after));
}

describe.each([
  ["market swap", createMarketQuote, harmless],
  ["limit order", createLimitOrderQuote, { ...harmless, ...unknowable }],
] as const)(
  "whatever is changed in a quote of a %s",
  (_name, good, named: Readonly<Record<string, string>>) => {
    test("it is not signed, unless the field is named here", { timeout: 60_000 }, async () => {
      const { quote, options } = await good();
      const paths = listPaths(quote);
      const change = fc
        .constantFrom(...paths)
        .chain((path) =>
          fc.tuple(fc.constant(path), fc.oneof(nearby(getAt(quote, path)), anything)),
        );
      const passed = new Set<string>();
      await fc.assert(
        fc.asyncProperty(change, async ([path, to]) => {
          const before = getAt(quote, path);
          fc.pre(!saysTheSame(path, before, to));
          const { signed, error, calls } = await trySigning(
            replaceAt(quote, path, to) as SwapQuote,
            options,
          );
          if (signed) {
            passed.add(nameOf(path));
            expect(
              Object.keys(named),
              `${nameOf(path)}: ${JSON.stringify(before)} became ${JSON.stringify(to)}`,
            ).toContain(nameOf(path));
          } else {
            expect(error).toBeInstanceOf(UnsafeToSignError);
            expect(error?.problems.length).toBeGreaterThan(0);
            expect(calls).toBe(0);
          }
        }),
        { numRuns: 1_000 },
      );
      // The generator does reach what passes.
      expect(passed.size).toBeGreaterThan(5);
    });

    test("what decides about money is not among the fields named", () => {
      for (const field of [
        "chainIn",
        "chainOut",
        "tokenIn",
        "tokenOut",
        "walletAddress",
        "amountIn",
      ])
        expect(named).not.toHaveProperty([field]);
    });
  },
);

test("a minimum or a receiver that passes is never to the caller's harm", async () => {
  const { quote, options } = await createMarketQuote();
  const least = BigInt((quote.minAmountOut as string).replace(".", ""));
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: least * 2n }), async (units) => {
      const digits = units.toString().padStart(19, "0");
      const minAmountOut = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
      const { signed } = await trySigning({ ...quote, minAmountOut }, options);
      const exact = BigInt((quote.minAmountOut as string).replace(".", "").padEnd(19, "0"));
      if (signed) expect(units).toBeGreaterThanOrEqual(exact);
    }),
    { numRuns: 150 },
  );
  await fc.assert(
    fc.asyncProperty(address, async (toAddress) => {
      expect((await trySigning({ ...quote, toAddress }, options)).signed).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

describe("whatever is added to a quote is not signed", () => {
  const other = (digit: string) => `0x${digit.repeat(64)}` as const;
  const permit = {
    domain: { name: "Permit2", chainId: 1, verifyingContract: stranger },
    types: { Permit: [{ name: "spender", type: "address" }] },
    primaryType: "Permit",
    message: { spender: stranger },
  };
  const additions: Readonly<Record<string, unknown>> = {
    typedData: permit,
    authorization: { chainId: 1, address: stranger, nonce: 0, hash: other("a") },
    approval: {
      userOperationHash: other("b"),
      typedData: permit,
      approval: { userOperationHash: other("c") },
    },
    rwaApproveUserOperation: { userOperationHash: other("d") },
    signData: [{ type: "USER_OPERATION", hash: other("e") }],
    userOperationHash: other("f"),
    hash: other("9"),
    signature: "0x",
  };
  const withApproval = async (good: typeof createMarketQuote) => {
    const { quote, options } = await good();
    const approved = {
      ...quote,
      rwaApproveUserOperation: { userOperationHash: other("8"), authorization: null },
    } as SwapQuote;
    return {
      quote: approved,
      options: { ...options, expect: { ...options.expect, individualId: "1" } as never },
    };
  };

  test.each([
    ["a market swap", createMarketQuote, 1],
    ["a limit order", createLimitOrderQuote, 2],
    ["a market swap with an approval", () => withApproval(createMarketQuote), 2],
    ["a limit order with an approval", () => withApproval(createLimitOrderQuote as never), 3],
  ] as const)("in %s", async (_name, good, asked) => {
    const { quote, options } = await good();
    const honest = await trySigning(quote, options);
    expect(honest.calls).toBe(asked);
    const objects = [[], ...listPaths(quote)].filter(
      (path) => getAt(quote, path) instanceof Object,
    );
    for (const path of objects) {
      for (const [field, added] of Object.entries(additions)) {
        if (
          Object.hasOwn(getAt(quote, path) as object, field) &&
          !isNone(getAt(quote, [...path, field]))
        )
          continue;
        const { signed, error, calls } = await trySigning(
          replaceAt(quote, [...path, field], added) as SwapQuote,
          options,
        );
        const place = nameOf([...path, field]);
        if (error) expect(error, place).toBeInstanceOf(UnsafeToSignError);
        else expect(signed, place).toEqual(honest.signed);
        expect(calls, place).toBe(error ? 0 : asked);
      }
    }
  });
});
