import fc from "fast-check";
import { expect } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
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
 * Fields that may differ, and why the promise is still kept: the hash is signed, and these fields
 * are not compared with it. Numbers in a path are written as `#`.
 */
const harmlessChanges: Readonly<Record<string, string>> = {
  metadata: "only stored with the transaction",
  estimatedExecutionTime: "an estimate",
  amountIn: "lower: its worth counts for the requested amount",
  amountInUSD: "within the usual loss",
  amountOutUSD: "within the usual loss",
  tokenInPrice: "lower than the stated worth",
  swapProvider: "a name for display",
  expiresAt: "at most an hour later",
  amountOut: "an estimate that matches the guaranteed minimum",
  minAmountOut: "above the required minimum",
  toAddress: "missing, if the receiver is the wallet itself",
  quoteId: "missing: it equals the hash",
  estimatedGasFees: "missing: an estimate",
  "estimatedGasFees.payGasFeeToken": "missing",
  "estimatedGasFees.maxGasFeeToken": "within the usual loss",
  "estimatedGasFees.gasFeeTokenAmount": "within the usual loss",
  "estimatedGasFees.gasFeeTokenAmountUSD": "within the usual loss",
  "estimatedGasFees.maxGasFeeNative": "shown by no description",
  estimatedCollectedFee: "missing",
  "estimatedCollectedFee.collectedFeeToken": "missing, or of no fee",
  "estimatedCollectedFee.collectedFee": "shown: part of the amount in",
  "estimatedCollectedFee.collectedFeePercent": "shown: part of the amount in",
  "estimatedCollectedFee.serviceCollectedFee": "shown: part of the amount in",
  "estimatedCollectedFee.serviceCollectedFeePercent": "shown: part of the amount in",
  fees: "missing, or fewer",
  "fees.#": "missing",
  "fees.#.amount": "shown: part of the amount in",
  "fees.#.percentage": "shown: part of the amount in",
  "fees.#.toAddress": "shown",
  "fees.#.token": "of a fee of zero",
  "fees.#.type": "a name for display",
  revertReason: "another value for none",
  authorization: "another value for none",
  rwaApproveUserOperation: "another value for none",
  typedData: "missing: older quotes have none",
};
/** Fields of an order that cannot be checked: the contents behind its hash are not documented. */
const uncheckedFields: Readonly<Record<string, string>> = {
  "typedData.message.message": "the order's own hash",
  "typedData.domain.version": "the version of the wallet, which rejects signatures for another one",
  userOperationHash: "the operation's own hash, which cannot be recomputed",
};

const formatPath = (path: Path) =>
  path.map((part) => (typeof part === "number" ? "#" : part)).join(".");

/** Null, undefined and `{}` are equivalent if an object is optional. */
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
const anyValue = fc.oneof(
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

/** Changes one digit, letter or entry of a value. */
function createSimilarValue(value: unknown): fc.Arbitrary<unknown> {
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
  return anyValue;
}

/** Whether two values are different notations of the same value. */
function isEquivalent(path: Path, before: unknown, after: unknown): boolean {
  if (isNone(before) && isNone(after)) return true;
  const number = (value: unknown) =>
    typeof value === "string" && /^(?:0x[0-9a-f]+|\d+)$/i.test(value) ? BigInt(value) : value;
  const isSame = (a: unknown, b: unknown) =>
    JSON.stringify(a) === JSON.stringify(b) ||
    (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase()) ||
    (path[0] === "typedData" &&
      typeof a !== "object" &&
      typeof b !== "object" &&
      String(number(a)) === String(number(b)));
  const trimZeros = (value: unknown) =>
    typeof value === "string" && value.includes(".")
      ? value.replace(/^0+(?=\d)/, "").replace(/\.?0+$/, "")
      : value;
  return isSame(before, after) || isSame(trimZeros(before), trimZeros(after));
}

export const quoteKinds = [
  ["market swap", createMarketQuote, harmlessChanges],
  ["limit order", createLimitOrderQuote, { ...harmlessChanges, ...uncheckedFields }],
] as const;

/** Changes one field of a quote. Returns the changed fields that are signed and thus harmless. */
export async function signChanged(
  createQuote: (typeof quoteKinds)[number][1],
  allowedFields: Readonly<Record<string, string>>,
  numRuns: number,
): Promise<Set<string>> {
  const { quote, options } = await createQuote();
  const change = fc
    .constantFrom(...listPaths(quote))
    .chain((path) =>
      fc.tuple(fc.constant(path), fc.oneof(createSimilarValue(getAt(quote, path)), anyValue)),
    );
  const signedFields = new Set<string>();
  await fc.assert(
    fc.asyncProperty(change, async ([path, to]) => {
      const before = getAt(quote, path);
      fc.pre(!isEquivalent(path, before, to));
      const changed = replaceAt(quote, path, to) as SwapQuote;
      const { signed, error, calls } = await trySigning(changed, options);
      if (error) expect(checkQuote(changed, options)).toEqual(error.problems);
      if (signed) {
        signedFields.add(formatPath(path));
        if (formatPath(path) === "amountIn") expect(Number(to)).toBeLessThan(Number(before) * 1.02);
        expect(
          Object.keys(allowedFields),
          `${formatPath(path)}: ${JSON.stringify(before)} became ${JSON.stringify(to)}`,
        ).toContain(formatPath(path));
      } else {
        expect(error).toBeInstanceOf(UnsafeToSignError);
        expect(error?.problems.length).toBeGreaterThan(0);
        expect(calls).toBe(0);
      }
    }),
    { numRuns, seed: chooseSeed() },
  );
  return signedFields;
}

const createHash = (digit: string) => `0x${digit.repeat(64)}` as const;
const permit = {
  domain: { name: "Permit2", chainId: 1, verifyingContract: stranger },
  types: { Permit: [{ name: "spender", type: "address" }] },
  primaryType: "Permit",
  message: { spender: stranger },
};
const additions: Readonly<Record<string, unknown>> = {
  typedData: permit,
  authorization: { chainId: 1, address: stranger, nonce: 0, hash: createHash("a") },
  approval: {
    userOperationHash: createHash("b"),
    typedData: permit,
    approval: { userOperationHash: createHash("c") },
  },
  rwaApproveUserOperation: { userOperationHash: createHash("d") },
  signData: [{ type: "USER_OPERATION", hash: createHash("e") }],
  userOperationHash: createHash("f"),
  hash: createHash("9"),
  signature: "0x",
};
const addApproval = async (createQuote: typeof createMarketQuote) => {
  const { quote, options } = await createQuote();
  const approved = {
    ...quote,
    rwaApproveUserOperation: { userOperationHash: createHash("8"), authorization: null },
  } as SwapQuote;
  return {
    quote: approved,
    options: {
      ...options,
      approval: true,
      expect: { ...options.expect, individualId: "1" } as never,
    },
  };
};

export const quotesToExtend = [
  ["a market swap", createMarketQuote, 1],
  ["a limit order", createLimitOrderQuote, 2],
  ["a market swap with an approval", () => addApproval(createMarketQuote), 2],
  ["a limit order with an approval", () => addApproval(createLimitOrderQuote as never), 3],
] as const;

/** Asserts that no field that is added to a quote is signed. `every` is 1 to try all. */
export async function rejectAdditions(
  createQuote: (typeof quotesToExtend)[number][1],
  expectedCalls: number,
  every: number,
): Promise<void> {
  const { quote, options } = await createQuote();
  const original = await trySigning(quote, options);
  expect(original.calls).toBe(expectedCalls);
  const objects = [[], ...listPaths(quote)].filter((path) => getAt(quote, path) instanceof Object);
  for (const [i, path] of objects.entries()) {
    for (const [j, [field, added]] of Object.entries(additions).entries()) {
      if (path.length > 0 && (i + j) % every > 0) continue;
      if (
        Object.hasOwn(getAt(quote, path) as object, field) &&
        !isNone(getAt(quote, [...path, field]))
      )
        continue;
      const { signed, error, calls } = await trySigning(
        replaceAt(quote, [...path, field], added) as SwapQuote,
        options,
      );
      const name = formatPath([...path, field]);
      if (error) expect(error, name).toBeInstanceOf(UnsafeToSignError);
      else expect(signed, name).toEqual(original.signed);
      expect(calls, name).toBe(error ? 0 : expectedCalls);
    }
  }
}
