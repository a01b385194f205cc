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

const scale = (part: bigint) => (value: string) => {
  const [whole = "", fraction = ""] = value.split(".");
  const units = (BigInt(whole + fraction) * part) / 1_000n;
  const digits = units.toString().padStart(fraction.length + 1, "0");
  return `${digits.slice(0, digits.length - fraction.length)}.${digits.slice(digits.length - fraction.length)}`;
};
const changeLastDigit = (value: string) =>
  `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`;
const authorization = (changes: object = {}) => {
  const parts = { chainId: 137, address: delegate, nonce: 0, ...changes };
  return { ...parts, hash: hashAuthorization(parts as never) };
};

const marketTamperings: readonly Tampering[] = [
  [
    "a revert reason",
    ["revertReason"],
    { decoded: "no balance", raw: "0x", utf8: "\0" },
    "reverted",
  ],
  ["no hash", ["userOperationHash"], null, "nothing_to_sign"],
  ["a missing hash", ["userOperationHash"], undefined, "nothing_to_sign"],
  ["a truncated hash", ["userOperationHash"], "0x1234", "hash"],
  ["another hash", ["userOperationHash"], hash, "hash"],
  ["one changed digit of the hash", ["userOperationHash"], changeLastDigit, "hash"],
  ["another quote id", ["quoteId"], hash, "quote_id"],
  ["an expiry in the past", ["expiresAt"], 1_700_000_000_000, "expired"],
  ["an expiry in the past in seconds", ["expiresAt"], 1_700_000_000, "expired"],
  ["no expiry", ["expiresAt"], null, "expiry"],
  ["an expiry that is not a date", ["expiresAt"], "tomorrow", "expiry"],
  ["an expiry without a time zone", ["expiresAt"], "2030-01-01T00:00:00", "expiry"],
  ["another source chain", ["chainIn"], 1, "chain"],
  ["another destination chain", ["chainOut"], 8453, "chain"],
  ["a chain id string", ["chainIn"], "137", "chain"],
  ["another input token", ["tokenIn"], weth, "token"],
  ["another output token", ["tokenOut"], usdc, "token"],
  ["one changed digit of the output token", ["tokenOut"], changeLastDigit, "token"],
  ["another wallet", ["walletAddress"], stranger, "wallet"],
  ["another receiver", ["toAddress"], stranger, "receiver"],
  ["a higher input amount", ["amountIn"], "100.000001", "amount_in"],
  ["a lower input amount", ["amountIn"], "99", "amount_in_lower"],
  ["an input amount with an exponent", ["amountIn"], "1e2", "amount_in"],
  ["a negative input amount", ["amountIn"], "-100", "amount_in"],
  ["an input amount of zero", ["amountIn"], "0", "amount_in_lower"],
  ["an input amount that is a number", ["amountIn"], 100, "amount_in"],
  ["no minimum", ["minAmountOut"], null, "minimum_out"],
  ["a minimum of zero", ["minAmountOut"], "0", "minimum_out"],
  ["a minimum that is 0.1% lower", ["minAmountOut"], scale(999n), "slippage"],
  ["a minimum above the expected amount", ["minAmountOut"], scale(1_010n), "slippage"],
  ["no expected amount", ["amountOut"], undefined, "amount_out_missing"],
  ["an expected amount that cannot be read", ["amountOut"], "much", "amount_out"],
  ["an expected amount that is too high for the minimum", ["amountOut"], scale(1_001n), "slippage"],
  [
    "a higher percentage for the project",
    ["estimatedCollectedFee", "collectedFeePercent"],
    "1.500001",
    "fee",
  ],
  ["a higher fee for the project", ["estimatedCollectedFee", "collectedFee"], "1.500001", "fee"],
  [
    "a fee that is not an amount",
    ["estimatedCollectedFee", "collectedFee"],
    "a lot",
    "fee_unreadable",
  ],
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
  ["a higher extra fee", ["fees", 2, "amount"], "3", "fee"],
  ["an extra fee to another receiver", ["fees", 2, "toAddress"], stranger, "fee"],
  ["a fee of the list in another token", ["fees", 3, "token"], weth, "fee_token"],
  ["listed gas in another token", ["fees", 0, "token"], weth, "fee_token"],
  ["more gas than the quote's own maximum", ["fees", 0, "amount"], "50", "fee"],
  ["gas paid in another token", ["estimatedGasFees", "payGasFeeToken"], weth, "fee_token"],
  ["fees that are not a list", ["fees"], "none", "fee_unreadable"],
  [
    "an approval that was not requested",
    ["rwaApproveUserOperation"],
    { userOperationHash: hash, authorization: null },
    "not_asked",
  ],
  ["another sender in the operation", ["typedData", "message", "sender"], stranger, "wallet"],
  ["other call data in the operation", ["typedData", "message", "callData"], "0xb61d27f6", "hash"],
  ["another nonce in the operation", ["typedData", "message", "nonce"], "1", "hash"],
  ["more gas in the operation", ["typedData", "message", "preVerificationGas"], "60001", "hash"],
  ["a paymaster in the operation", ["typedData", "message", "paymasterAndData"], "0x01", "hash"],
  [
    "a missing field of the operation",
    ["typedData", "message", "initCode"],
    undefined,
    "missing_field",
  ],
  ["an unknown field of the operation", ["typedData", "message", "extra"], "1", "unknown_field"],
  ["another chain of the operation", ["typedData", "domain", "chainId"], 1, "chain"],
  ["no chain of the operation", ["typedData", "domain", "chainId"], undefined, "chain"],
  ["another entry point", ["typedData", "domain", "verifyingContract"], stranger, "typed_data"],
  ["another domain", ["typedData", "domain", "name"], "Permit2", "typed_data"],
  ["another domain version", ["typedData", "domain", "version"], "2", "typed_data"],
  ["a primary type that is not in the types", ["typedData", "primaryType"], "Order", "typed_data"],
  [
    "other types",
    ["typedData", "types", "PackedUserOperation", 1, "type"],
    "uint128",
    "typed_data",
  ],
  [
    "an additional type",
    ["typedData", "types", "Permit"],
    [{ name: "a", type: "uint256" }],
    "typed_data",
  ],
  ["an incomplete authorization", ["authorization"], { chainId: 137 }, "wrong_type"],
  ["an authorization with another hash", ["authorization"], { ...authorization(), hash }, "hash"],
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

const orderTamperings: readonly Tampering[] = [
  ["a lower minimum than requested", ["minAmountOut"], "0.049999999999999999", "minimum_out"],
  ["no typed data", ["typedData"], null, "typed_data"],
  [
    "an order wrapped for another wallet",
    ["typedData", "domain", "verifyingContract"],
    stranger,
    "wallet",
  ],
  ["an order for another chain", ["typedData", "domain", "chainId"], 1, "chain"],
  ["an order for every chain", ["typedData", "domain", "chainId"], undefined, "chain"],
  [
    "an order for another account implementation",
    ["typedData", "domain", "name"],
    "Kernel",
    "wrapper_name",
  ],
  ["an order with a longer hash", ["typedData", "message", "message"], `${hash}00`, "typed_data"],
  ["an order with a second field", ["typedData", "message", "amount"], "1", "unknown_field"],
  ["an order that is not wrapped", ["typedData", "primaryType"], "Order", "typed_data"],
  [
    "another type of the order",
    ["typedData", "types", "LightAccountMessage", 0, "type"],
    "bytes32",
    "typed_data",
  ],
];

describe.each([
  ["a market swap", createMarketQuote, marketTamperings],
  ["a limit order", createLimitOrderQuote, orderTamperings],
] as const)("a quote of %s", (_name, createQuote, tamperings) => {
  test("has no problems if it matches the request", async () => {
    const { quote, options } = await createQuote();
    expect(checkQuote(quote, options)).toEqual([]);
  });

  test.each(tamperings)(
    "is rejected without calling the signer, naming both values, with %s",
    async (_what, path, to, code) => {
      const { quote, options } = await createQuote();
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
      expect(found?.received).not.toBe(found?.expected);
      expect(error?.message).toContain(found?.expected);
      expect(error?.message).toContain(found?.received);
    },
  );
});

test("rejects at least 40 distinct changes", () => {
  expect(
    new Set([...marketTamperings, ...orderTamperings].map(([name]) => name)).size,
  ).toBeGreaterThanOrEqual(40);
});

test("reports all problems at once", async () => {
  const { quote, options } = await createMarketQuote();
  const getCodes = checkQuote(
    { ...quote, chainOut: 1, toAddress: stranger, amountIn: "700", expiresAt: 1 },
    options,
  ).map(({ code }) => code);
  expect(getCodes).toEqual(expect.arrayContaining(["chain", "receiver", "amount_in", "expired"]));
});

test("ignores letter case in hex, and accepts a chain id string", async () => {
  const { quote, options } = await createMarketQuote();
  const toUpperCase = (value: string) => `0x${value.slice(2).toUpperCase()}` as const;
  const upperCased = {
    ...quote,
    tokenIn: toUpperCase(quote.tokenIn),
    toAddress: toUpperCase(quote.toAddress as string),
    quoteId: toUpperCase(quote.quoteId as string),
  };
  expect(
    checkQuote(replaceAt(upperCased, ["typedData", "domain", "chainId"], "137"), options),
  ).toEqual([]);
});

test("reports a missing request or quote", async () => {
  const { quote } = await createMarketQuote();
  expect(checkQuote(quote, {} as never).map(({ code }) => code)).toEqual(["request"]);
  expect(checkQuote(quote, undefined as never).map(({ code }) => code)).toEqual(["request"]);
  expect(checkQuote(null as never, { expect: {} as never }).map(({ code }) => code)).toEqual([
    "nothing_to_sign",
  ]);
});

test("accepts a missing receiver only if the wallet itself receives", async () => {
  const { quote, options, expect: request } = await createMarketQuote();
  const withoutReceiver = { ...quote, toAddress: undefined };
  expect(checkQuote(withoutReceiver, options)).toEqual([]);
  const getCodes = checkQuote(withoutReceiver, {
    ...options,
    expect: { ...request, toAddress: stranger },
  }).map(({ code }) => code);
  expect(getCodes).toEqual(["receiver_missing"]);
});

test("accepts an input amount without the deducted gas, and nothing less", async () => {
  const {
    quote,
    options,
    expect: request,
  } = await createMarketQuote({ gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" });
  expect(checkQuote(quote, options)).toEqual([]);
  const maxGas = quote.estimatedGasFees?.maxGasFeeToken as string;
  const toUnits = (value: string) => BigInt(Math.round(Number(value) * 1e6));
  const deduct = (by: bigint) => ({ ...quote, amountIn: String(Number(100_000_000n - by) / 1e6) });
  expect(checkQuote(deduct(toUnits(maxGas)), options)).toEqual([]);
  // Both amounts can be rounded to the last digit that they show.
  expect(checkQuote(deduct(toUnits(maxGas) + 1n), options)).toEqual([]);
  expect(checkQuote(deduct(toUnits(maxGas) + 20_000n), options).map(({ code }) => code)).toEqual([
    "amount_in_lower",
  ]);
  const addOptions = {
    ...options,
    expect: { ...request, gasFeePaymentMethod: "ADD_TO_AMOUNT" as const },
  };
  expect(checkQuote(deduct(2n), addOptions).map(({ code }) => code)).toEqual(["amount_in_lower"]);
});

test("applies the caller's minimum, gas limit and fee limit", async () => {
  const { quote, options } = await createMarketQuote();
  const getCodes = (more: object) =>
    checkQuote(quote, { ...options, ...more }).map(({ code }) => code);
  expect(getCodes({ minAmountOut: quote.minAmountOut })).toEqual([]);
  expect(getCodes({ minAmountOut: quote.amountOut })).toEqual(["minimum_out"]);
  expect(getCodes({ maxGasFee: quote.estimatedGasFees?.maxGasFeeToken })).toEqual([]);
  expect(new Set(getCodes({ maxGasFee: "0.000001" }))).toEqual(new Set(["fee"]));
  expect(new Set(getCodes({ maxServiceFeePercent: 0.05 }))).toEqual(new Set(["fee"]));
  expect(
    checkQuote({ ...quote, amountOut: undefined }, { ...options, minAmountOut: "0.03" }),
  ).toEqual([]);
});

test("rejects a quote that expires within the margin", async () => {
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

test("rejects missing typed data with requireTypedData", async () => {
  const { quote, options } = await createMarketQuote();
  const withoutTypedData = { ...quote, typedData: null };
  expect(checkQuote(withoutTypedData, options)).toEqual([]);
  expect(
    checkQuote(withoutTypedData, { ...options, requireTypedData: true }).map(({ code }) => code),
  ).toEqual(["typed_data"]);
});

test("accepts a delegation of the owner's own account to an allowed contract", async () => {
  const { quote, expect: request, options } = await createMarketQuote();
  const ownQuote = {
    ...quote,
    typedData: null,
    walletAddress: owner.address,
    authorization: authorization(),
  } as SwapQuote;
  const ownOptions = { ...options, expect: { ...request, walletAddress: owner.address } };
  expect(checkQuote(ownQuote, { ...ownOptions, delegates: [delegate] })).toEqual([]);
  expect(
    checkQuote(ownQuote, { ...ownOptions, delegates: [partner] }).map(({ code }) => code),
  ).toEqual(["delegate"]);
  const everyChain = { ...ownQuote, authorization: authorization({ chainId: 0 }) } as SwapQuote;
  expect(
    checkQuote(everyChain, { ...ownOptions, delegates: [delegate] }).map(({ code }) => code),
  ).toEqual(["any_chain"]);
});

test("rejects a swap from Bitcoin, whose signed data is not documented", async () => {
  const { quote, options, expect: request } = await createMarketQuote();
  const getCodes = checkQuote(
    { ...quote, chainIn: 0 },
    { ...options, expect: { ...request, chainIdIn: 0 } },
  ).map(({ code }) => code);
  expect(getCodes).toContain("not_supported");
});

test("removes control and bidirectional characters from quoted values", async () => {
  const { quote, options } = await createMarketQuote();
  const { error } = await trySigning(
    { ...quote, toAddress: "0x\u202e\u0000\u200bevil\u2066" },
    options,
  );
  expect(error?.message).toContain('"0x\\u0000evil"');
  expect(error?.problems.map(({ message }) => message).join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
