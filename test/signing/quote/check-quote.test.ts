import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { owner, usdc, weth } from "../../sandbox/open-sandbox.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  type Path,
  partner,
  replaceAt,
  stranger,
  trySigning,
} from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}` as Hex;
const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28" as Hex;
type Tampering = readonly [
  name: string,
  path: Path,
  to: unknown | ((value: never, quote: SwapQuote) => unknown),
  code: string,
];

const lower = (part: bigint) => (value: string) => {
  const [whole = "", fraction = ""] = value.split(".");
  const units = (BigInt(whole + fraction) * part) / 1_000n;
  const digits = units.toString().padStart(fraction.length + 1, "0");
  return `${digits.slice(0, digits.length - fraction.length)}.${digits.slice(digits.length - fraction.length)}`;
};
const flipped = (value: string) => `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`;
const authorization = (changes: object = {}) => {
  const parts = { chainId: 137, address: delegate, nonce: 0, ...changes };
  return { ...parts, hash: hashAuthorization(parts as never) };
};

const market: readonly Tampering[] = [
  [
    "a reason to revert",
    ["revertReason"],
    { decoded: "no balance", raw: "0x", utf8: "\0" },
    "reverted",
  ],
  ["no hash", ["userOperationHash"], null, "nothing_to_sign"],
  ["a hash left out", ["userOperationHash"], undefined, "nothing_to_sign"],
  ["half a hash", ["userOperationHash"], "0x1234", "hash"],
  ["another hash", ["userOperationHash"], hash, "hash"],
  ["one bit of the hash", ["userOperationHash"], flipped, "hash"],
  ["another quote id", ["quoteId"], hash, "quote_id"],
  ["an expiry that is past", ["expiresAt"], 1_700_000_000_000, "expired"],
  ["an expiry in seconds that is past", ["expiresAt"], 1_700_000_000, "expired"],
  ["no expiry", ["expiresAt"], null, "expiry"],
  ["an expiry in words", ["expiresAt"], "tomorrow", "expiry"],
  ["an expiry without a zone", ["expiresAt"], "2030-01-01T00:00:00", "expiry"],
  ["another source chain", ["chainIn"], 1, "chain"],
  ["another destination chain", ["chainOut"], 8453, "chain"],
  ["a chain in words", ["chainIn"], "137", "chain"],
  ["another input token", ["tokenIn"], weth, "token"],
  ["another output token", ["tokenOut"], usdc, "token"],
  ["one digit of the output token", ["tokenOut"], flipped, "token"],
  ["another wallet", ["walletAddress"], stranger, "wallet"],
  ["another receiver", ["toAddress"], stranger, "receiver"],
  ["more in", ["amountIn"], "100.000001", "amount_in"],
  ["less in", ["amountIn"], "99", "amount_in"],
  ["an exponent in", ["amountIn"], "1e2", "amount_in"],
  ["a sign in", ["amountIn"], "-100", "amount_in"],
  ["a number in", ["amountIn"], 100, "amount_in"],
  ["no minimum", ["minAmountOut"], null, "minimum_out"],
  ["a minimum of nothing", ["minAmountOut"], "0", "minimum_out"],
  ["a minimum a thousandth lower", ["minAmountOut"], lower(999n), "minimum_out"],
  ["a minimum above what is expected", ["minAmountOut"], lower(1_010n), "minimum_out"],
  ["nothing expected", ["amountOut"], undefined, "amount_out"],
  ["more expected than the minimum allows", ["amountOut"], lower(1_001n), "minimum_out"],
  [
    "a higher percentage for the project",
    ["estimatedCollectedFee", "collectedFeePercent"],
    "1.500001",
    "fee",
  ],
  ["a higher fee for the project", ["estimatedCollectedFee", "collectedFee"], "1.500001", "fee"],
  ["a fee that is no amount", ["estimatedCollectedFee", "collectedFee"], "a lot", "fee"],
  ["a fee in another token", ["estimatedCollectedFee", "collectedFeeToken"], weth, "fee_token"],
  [
    "a higher percentage for the service",
    ["estimatedCollectedFee", "serviceCollectedFeePercent"],
    "50",
    "fee",
  ],
  ["a higher fee for the service", ["estimatedCollectedFee", "serviceCollectedFee"], "50", "fee"],
  ["a higher fee in the list", ["fees", 1, "amount"], "1.2", "fee"],
  ["a higher percentage in the list", ["fees", 1, "percentage"], "1.2", "fee"],
  ["a higher further fee", ["fees", 2, "amount"], "3", "fee"],
  ["a further fee to somebody else", ["fees", 2, "toAddress"], stranger, "fee"],
  ["a fee of the list in another token", ["fees", 3, "token"], weth, "fee_token"],
  ["gas out of another token", ["fees", 0, "token"], weth, "fee_token"],
  ["more gas than the quote's own limit", ["fees", 0, "amount"], "50", "fee"],
  ["gas paid in another token", ["estimatedGasFees", "payGasFeeToken"], weth, "fee_token"],
  ["fees that are no list", ["fees"], "none", "fee"],
  [
    "an approval that nobody asked for",
    ["rwaApproveUserOperation"],
    { userOperationHash: hash, authorization: null },
    "not_asked",
  ],
  ["another sender in the operation", ["typedData", "message", "sender"], stranger, "wallet"],
  ["other calls in the operation", ["typedData", "message", "callData"], "0xb61d27f6", "hash"],
  ["another nonce in the operation", ["typedData", "message", "nonce"], "1", "hash"],
  ["more gas in the operation", ["typedData", "message", "preVerificationGas"], "60001", "hash"],
  ["a paymaster in the operation", ["typedData", "message", "paymasterAndData"], "0x01", "hash"],
  [
    "a field left out of the operation",
    ["typedData", "message", "initCode"],
    undefined,
    "missing_field",
  ],
  ["a field too many in the operation", ["typedData", "message", "extra"], "1", "unknown_field"],
  ["another chain of the operation", ["typedData", "domain", "chainId"], 1, "chain"],
  ["no chain of the operation", ["typedData", "domain", "chainId"], undefined, "chain"],
  ["another entry point", ["typedData", "domain", "verifyingContract"], stranger, "typed_data"],
  ["another domain", ["typedData", "domain", "name"], "Permit2", "typed_data"],
  ["another domain version", ["typedData", "domain", "version"], "2", "typed_data"],
  ["a primary type that is not there", ["typedData", "primaryType"], "Order", "typed_data"],
  [
    "other types",
    ["typedData", "types", "PackedUserOperation", 1, "type"],
    "uint128",
    "typed_data",
  ],
  [
    "a type too many",
    ["typedData", "types", "Permit"],
    [{ name: "a", type: "uint256" }],
    "typed_data",
  ],
  ["an authorization that is half there", ["authorization"], { chainId: 137 }, "wrong_type"],
  ["an authorization of another hash", ["authorization"], { ...authorization(), hash }, "hash"],
  [
    "an authorization for every chain",
    ["authorization"],
    authorization({ chainId: 0 }),
    "any_chain",
  ],
  ["an authorization for another chain", ["authorization"], authorization({ chainId: 1 }), "chain"],
  [
    "an authorization of a wallet that is not the owner",
    ["authorization"],
    authorization(),
    "wallet",
  ],
];

const order: readonly Tampering[] = [
  ["a lower minimum than was asked", ["minAmountOut"], "0.049999999999999999", "minimum_out"],
  ["no typed data", ["typedData"], null, "typed_data"],
  [
    "an order wrapped for another wallet",
    ["typedData", "domain", "verifyingContract"],
    stranger,
    "wallet",
  ],
  ["an order for another chain", ["typedData", "domain", "chainId"], 1, "chain"],
  ["an order for every chain", ["typedData", "domain", "chainId"], undefined, "chain"],
  ["an order of another account's kind", ["typedData", "domain", "name"], "Kernel", "typed_data"],
  ["an order with a longer hash", ["typedData", "message", "message"], `${hash}00`, "typed_data"],
  ["an order with a second field", ["typedData", "message", "amount"], "1", "unknown_field"],
  ["an order that is not wrapped", ["typedData", "primaryType"], "Order", "typed_data"],
  [
    "types of something else",
    ["typedData", "types", "LightAccountMessage", 0, "type"],
    "bytes32",
    "typed_data",
  ],
];

describe.each([
  ["a market swap", createMarketQuote, market],
  ["a limit order", createLimitOrderQuote, order],
] as const)("a quote of %s", (_name, good, tamperings) => {
  test("that is as it was asked has no problem", async () => {
    const { quote, options } = await good();
    expect(checkQuote(quote, options)).toEqual([]);
  });

  test.each(tamperings)(
    "with %s is not signed, the signer is not asked, and the error names both values",
    async (_what, path, to, code) => {
      const { quote, options } = await good();
      const value = typeof to === "function" ? to(getAt(quote, path) as never, quote) : to;
      const { signed, error, calls, problems } = await trySigning(
        replaceAt(quote, path, value),
        options,
      );
      expect([signed, calls]).toEqual([undefined, 0]);
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error?.problems).toEqual(problems);
      const found = problems.find((problem) => problem.code === code);
      expect(found, JSON.stringify(problems)).toBeDefined();
      expect(found?.expected).not.toBe("");
      expect(found?.actual).not.toBe(found?.expected);
      expect(error?.message).toContain(found?.expected);
      expect(error?.message).toContain(found?.actual);
    },
  );
});

test("at least 40 distinct tamperings are refused", () => {
  expect(new Set([...market, ...order].map(([name]) => name)).size).toBeGreaterThanOrEqual(40);
});

test("all problems are told at once", async () => {
  const { quote, options } = await createMarketQuote();
  const codes = checkQuote(
    { ...quote, chainOut: 1, toAddress: stranger, amountIn: "7", expiresAt: 1 },
    options,
  ).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["chain", "receiver", "amount_in", "expired"]));
});

test("addresses and hashes mean the same in any case, and chain ids and nonces as strings", async () => {
  const { quote, options } = await createMarketQuote();
  const upper = (value: string) => `0x${value.slice(2).toUpperCase()}`;
  const loud = {
    ...quote,
    tokenIn: upper(quote.tokenIn),
    toAddress: upper(quote.toAddress as string),
    quoteId: upper(quote.quoteId as string),
  };
  expect(checkQuote(replaceAt(loud, ["typedData", "domain", "chainId"], "137"), options)).toEqual(
    [],
  );
});

test("without the request nothing is judged to be fine", async () => {
  const { quote } = await createMarketQuote();
  expect(checkQuote(quote, {} as never).map(({ code }) => code)).toEqual(["request"]);
  expect(checkQuote(quote, undefined as never).map(({ code }) => code)).toEqual(["request"]);
  expect(checkQuote(null as never, { expect: {} as never }).map(({ code }) => code)).toEqual([
    "nothing_to_sign",
  ]);
});

test("a quote that names no receiver stays with the wallet, or is refused", async () => {
  const { quote, options, expect: asked } = await createMarketQuote();
  const unnamed = { ...quote, toAddress: undefined };
  expect(checkQuote(unnamed, options)).toEqual([]);
  const codes = checkQuote(unnamed, { ...options, expect: { ...asked, toAddress: stranger } }).map(
    ({ code }) => code,
  );
  expect(codes).toEqual(["receiver"]);
});

test("gas that comes out of the amount may be left out of it, and nothing else", async () => {
  const {
    quote,
    options,
    expect: asked,
  } = await createMarketQuote({ gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" });
  expect(checkQuote(quote, options)).toEqual([]);
  const gas = quote.estimatedGasFees?.maxGasFeeToken as string;
  const cents = (value: string) => BigInt(Math.round(Number(value) * 1e6));
  const less = (by: bigint) => ({ ...quote, amountIn: String(Number(100_000_000n - by) / 1e6) });
  expect(checkQuote(less(cents(gas)), options)).toEqual([]);
  expect(checkQuote(less(cents(gas) + 1n), options).map(({ code }) => code)).toEqual(["amount_in"]);
  const onTop = { ...options, expect: { ...asked, gasFeePaymentMethod: "ADD_TO_AMOUNT" as const } };
  expect(checkQuote(less(1n), onTop).map(({ code }) => code)).toEqual(["amount_in"]);
});

test("a caller's own floor, gas limit and fee limit are held", async () => {
  const { quote, options } = await createMarketQuote();
  const codes = (more: object) =>
    checkQuote(quote, { ...options, ...more }).map(({ code }) => code);
  expect(codes({ minAmountOut: quote.minAmountOut })).toEqual([]);
  expect(codes({ minAmountOut: quote.amountOut })).toEqual(["minimum_out"]);
  expect(codes({ maxGasFee: quote.estimatedGasFees?.maxGasFeeToken })).toEqual([]);
  expect(new Set(codes({ maxGasFee: "0.000001" }))).toEqual(new Set(["fee"]));
  expect(new Set(codes({ maxServiceFeePercent: 0.05 }))).toEqual(new Set(["fee"]));
  expect(
    checkQuote({ ...quote, amountOut: undefined }, { ...options, minAmountOut: "0.03" }),
  ).toEqual([]);
});

test("a quote must live longer than the margin", async () => {
  const { quote, options } = await createMarketQuote();
  const left = (quote.expiresAt as number) - options.now;
  expect(checkQuote(quote, { ...options, margin: left - 1 })).toEqual([]);
  expect(checkQuote(quote, { ...options, margin: left }).map(({ code }) => code)).toEqual([
    "expired",
  ]);
  expect(checkQuote(quote, { ...options, margin: Number.NaN }).map(({ code }) => code)).toEqual([
    "expired",
  ]);
});

test("typed data can be demanded", async () => {
  const { quote, options } = await createMarketQuote();
  const bare = { ...quote, typedData: null };
  expect(checkQuote(bare, options)).toEqual([]);
  expect(checkQuote(bare, { ...options, requireTypedData: true }).map(({ code }) => code)).toEqual([
    "typed_data",
  ]);
});

test("a delegation passes for the owner's own account only, and to a contract that is allowed", async () => {
  const { quote, expect: asked, options } = await createMarketQuote();
  const own = {
    ...quote,
    typedData: null,
    walletAddress: owner.address,
    authorization: authorization(),
  } as SwapQuote;
  const terms = { ...options, expect: { ...asked, walletAddress: owner.address } };
  expect(checkQuote(own, { ...terms, delegates: [delegate] })).toEqual([]);
  expect(checkQuote(own, { ...terms, delegates: [partner] }).map(({ code }) => code)).toEqual([
    "delegate",
  ]);
  const anywhere = { ...own, authorization: authorization({ chainId: 0 }) } as SwapQuote;
  expect(checkQuote(anywhere, { ...terms, delegates: [delegate], allowAnyChain: true })).toEqual(
    [],
  );
});

test("a swap out of Bitcoin is refused, because nobody has published what is signed", async () => {
  const { quote, options, expect: asked } = await createMarketQuote();
  const codes = checkQuote(
    { ...quote, chainIn: 0 },
    { ...options, expect: { ...asked, chainIdIn: 0 } },
  ).map(({ code }) => code);
  expect(codes).toContain("not_supported");
});

test("what is quoted from the wire in an error holds no control and no bidirectional character", async () => {
  const { quote, options } = await createMarketQuote();
  const { error } = await trySigning(
    { ...quote, toAddress: "0x\u202e\u0000\u200bevil\u2066" },
    options,
  );
  expect(error?.message).toContain('"0x\\u0000evil"');
  expect(error?.problems.map(({ message }) => message).join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
