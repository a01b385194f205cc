import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test, vi } from "vitest";
import type { Fee, SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote } from "../../../src/signing/index.js";
import { checkOperation } from "../../../src/signing/operation/check-operation.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { baseUsdc } from "../../sandbox/swap/swap-requests.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  replaceAt,
  stranger,
} from "./test-quotes.js";

// As it is, and it tells what it was called with.
vi.mock("../../../src/signing/operation/check-operation.js", async (original) => {
  const real = await original<typeof import("../../../src/signing/operation/check-operation.js")>();
  return { ...real, checkOperation: vi.fn(real.checkOperation) };
});

const hash = `0x${"12".repeat(32)}` as const;
const gas = (amount: string | null, more: Fee = {}): Fee => ({
  type: "GAS",
  amount,
  token: usdc,
  toAddress: stranger,
  percentage: null,
  ...more,
});
const taken = (more: Fee): Fee => ({
  type: "OTHER" as never,
  amount: null,
  token: usdc,
  toAddress: stranger,
  percentage: null,
  ...more,
});
const many = <T>(length: number, value: T): T[] => Array.from({ length }, () => value);
const codes = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ code }) => code);
const messages = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ message }) => message);

test("a token that is a word may come back in other letter case", async () => {
  const { quote, options } = await createMarketQuote();
  const words = { ...options, expect: { ...options.expect, tokenOut: "BTC" } };
  expect(codes({ ...quote, tokenOut: "btc" }, words)).toEqual([]);
  expect(codes({ ...quote, tokenOut: "btc2" }, words)).toEqual(["token"]);
});

describe("typed data that is demanded", () => {
  test("is the operation itself: a wrapped order beside an operation that nobody knows is refused", async () => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    const wrapped = {
      ...quote,
      userOperationHash: hash,
      quoteId: hash,
      typedData: order.typedData,
    };
    expect(codes(wrapped, { ...options, requireTypedData: true })).toEqual(["typed_data"]);
    expect(codes(quote, { ...options, requireTypedData: true })).toEqual([]);
  });

  test("may be of another kind where it is neither demanded nor signed, as long as its types have that kind", async () => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    expect(codes({ ...quote, typedData: order.typedData }, options)).toEqual([]);
    expect(
      codes({ ...quote, typedData: { ...order.typedData, primaryType: "Order" } }, options),
    ).toEqual(["typed_data"]);
  });

  test.each([
    ["two fields written as one by their type", { type: "address sender, uint256", name: "nonce" }],
    ["two fields written as one by their name", { type: "address", name: "sender, uint256 nonce" }],
  ])("has types that read in one way only: %s are refused", async (_what, field) => {
    const { quote, options } = await createMarketQuote();
    const fields = getAt(quote, ["typedData", "types", "PackedUserOperation"]) as unknown[];
    const joined = replaceAt(
      quote,
      ["typedData", "types", "PackedUserOperation"],
      [field, ...fields.slice(2)],
    );
    expect(codes(joined, options)).toContain("typed_data");
  });

  test("of an order has no field but the hash, and is no list", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(codes(replaceAt(quote, ["typedData", "message", "signature"], "0x"), options)).toEqual([
      "unknown_field",
    ]);
    const list = Object.assign([], getAt(quote, ["typedData", "message"]));
    expect(codes(replaceAt(quote, ["typedData", "message"], list), options)).toEqual([
      "wrong_type",
    ]);
    const { quote: swap, options: terms } = await createMarketQuote();
    const operation = Object.assign([], getAt(swap, ["typedData", "message"]));
    expect(codes(replaceAt(swap, ["typedData", "message"], operation), terms)).toContain(
      "wrong_type",
    );
  });

  test.each([
    ["an order", createLimitOrderQuote],
    ["an operation", createMarketQuote],
  ] as const)("names no salt: with one %s is refused", async (_what, good) => {
    const { quote, options } = await good();
    const salted = replaceAt(quote, ["typedData", "domain", "salt"], hash);
    expect(checkQuote(salted, options)).toContainEqual(
      expect.objectContaining({ code: "typed_data", path: "typedData.domain.salt" }),
    );
  });
});

describe("gas", () => {
  const estimate = (maxGasFeeToken: string | null, gasFeeTokenAmount: string | null = null) => ({
    estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken, gasFeeTokenAmount },
  });

  test.each<[string, object, { maxGasFee?: string }]>([
    [
      "more than an estimate without an upper end",
      { ...estimate(null, "0.01"), fees: [gas("90")] },
      { maxGasFee: "1" },
    ],
    [
      "more than an estimate, and the caller set no limit",
      { ...estimate(null, "0.01"), fees: [gas("0.02")] },
      {},
    ],
    [
      "split into many entries",
      { ...estimate("1", "0.01"), fees: many(100, gas("1")) },
      { maxGasFee: "1" },
    ],
    [
      "split into many entries, and the caller set no limit",
      { ...estimate("1", "0.01"), fees: many(2, gas("0.6")) },
      {},
    ],
    ["listed without an estimate", { estimatedGasFees: null, fees: [gas("1000000")] }, {}],
    [
      "listed without an estimate, in parts",
      { estimatedGasFees: null, fees: many(26, gas("1")) },
      {},
    ],
    [
      "listed without an estimate above the caller's limit",
      { estimatedGasFees: null, fees: [gas("2")] },
      { maxGasFee: "1" },
    ],
    ["in percent", { ...estimate("1"), fees: [gas(null, { percentage: "90" })] }, {}],
    [
      "in percent beside an amount of nothing",
      { ...estimate("1"), fees: many(2, gas("0", { percentage: "0.6" })) },
      {},
    ],
    [
      "half in percent, half as an amount",
      { ...estimate("1"), fees: [gas("0.6"), gas(null, { percentage: "0.6" })] },
      {},
    ],
    ["estimated without any end", { ...estimate("1000000000"), fees: [] }, {}],
    ["a unit above a quarter of the amount", { ...estimate("25.000001"), fees: [] }, {}],
  ])("%s is refused", async (_what, changes, more) => {
    const { quote, options } = await createMarketQuote();
    const found = codes({ ...quote, ...changes }, { ...options, ...more });
    expect(found).not.toEqual([]);
    expect(new Set(found)).toEqual(new Set(["fee"]));
  });

  test("that eats nearly all of the amount is refused", async () => {
    const { quote, options } = await createMarketQuote({
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    });
    const eaten = {
      ...quote,
      amountIn: "0.01",
      amountOut: "0.000004",
      minAmountOut: "0.000004",
      ...estimate("99.99"),
      fees: [],
    };
    expect(codes(eaten, options)).toContain("fee");
  });

  test("up to a quarter of the amount passes, and the caller's own limit stands instead of that", async () => {
    const { quote, options } = await createMarketQuote();
    const with30 = { ...quote, ...estimate("30") };
    expect(codes({ ...quote, ...estimate("25") }, options)).toEqual([]);
    expect(codes(with30, { ...options, maxGasFee: "30" })).toEqual([]);
    expect(codes({ ...quote, ...estimate("1"), fees: many(2, gas("0.5")) }, options)).toEqual([]);
  });

  test("in another token than the input is held to what the caller and the estimate say", async () => {
    const { quote, options, expect: asked } = await createMarketQuote();
    const terms = { ...options, expect: { ...asked, payGasFeeToken: weth as Hex } };
    const inWeth = { ...quote, estimatedGasFees: { payGasFeeToken: weth, maxGasFeeToken: "500" } };
    const listed = (amount: string | null, more: Fee = {}) => ({
      ...inWeth,
      fees: [gas(amount, { token: weth, ...more })],
    });
    expect(codes(listed("500"), terms)).toEqual([]);
    expect(codes(listed("501"), terms)).toContain("fee");
    expect(codes(listed("500"), { ...terms, maxGasFee: "1" })).toContain("fee");
    expect(codes(listed(null, { percentage: "90" }), terms)).toEqual(["fee"]);
  });

  test.each(["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"] as const)(
    "of an honest quote passes with %s, and where it is much of a small amount the refusal names the way out",
    async (gasFeePaymentMethod) => {
      for (const amountIn of ["0.05", "0.1", "0.14", "0.2", "0.5", "1", "1000"]) {
        for (const more of [{}, { chainIdOut: 8453 as const, tokenOut: baseUsdc }]) {
          const { quote, options } = await createMarketQuote({
            amountIn,
            gasFeePaymentMethod,
            ...more,
          });
          const most = quote.estimatedGasFees?.maxGasFeeToken as string;
          const refused = messages(quote, options);
          if (Number(most) <= Number(amountIn) / 4) expect(refused, amountIn).toEqual([]);
          else expect(refused.join(), amountIn).toContain("pass maxGasFee");
          expect(messages(quote, { ...options, maxGasFee: most }), amountIn).toEqual([]);
        }
      }
    },
  );

  test("however it is split, never adds up to more than the caller's limit", async () => {
    const { quote, options } = await createMarketQuote();
    const cents = (value: number) =>
      `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`;
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }), (parts) => {
        const split = { ...quote, ...estimate("1"), fees: parts.map((part) => gas(cents(part))) };
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(codes(split, { ...options, maxGasFee: "1" }).length === 0).toBe(sum <= 100);
      }),
    );
  });
});

describe("fees in percent", () => {
  test.each<[string, Fee[]]>([
    ["are summed", many(50, taken({ percentage: "2" }))],
    [
      "are summed with those that are told as amounts",
      [taken({ percentage: "2" }), taken({ amount: "2" })],
    ],
    [
      "count where the amount beside them is less",
      many(2, taken({ percentage: "2", amount: "0" })),
    ],
  ])("%s", async (_what, fees) => {
    const { quote, options } = await createMarketQuote();
    expect(codes({ ...quote, estimatedCollectedFee: null, fees }, options)).toContain("fee");
    expect(
      codes({ ...quote, estimatedCollectedFee: null, fees: fees.slice(0, 1) }, options),
    ).toEqual([]);
  });

  test("may carry the noise of floating point, and no more", async () => {
    const { quote, options } = await createMarketQuote({ transactionFeePercent: 0.3 });
    const at = (collectedFeePercent: string) =>
      replaceAt(quote, ["estimatedCollectedFee", "collectedFeePercent"], collectedFeePercent);
    const { expect: asked } = options;
    const noisy = { ...options, expect: { ...asked, extraFee: undefined } };
    const bare = (percent: string) => ({ ...at(percent), fees: [] });
    expect(codes(bare("0.30000000000000004"), noisy)).toEqual([]);
    expect(codes(bare("0.300001"), noisy)).toEqual(["fee"]);
    const listed = (percentage: string) => ({
      ...bare("0.3"),
      fees: [taken({ percentage }), taken({ percentage: "0.1" })],
    });
    expect(codes(listed("0.30000000000000004"), noisy)).toEqual([]);
    expect(new Set(codes(listed("0.300001"), noisy))).toEqual(new Set(["fee"]));
  });

  test("of nothing may be the number 0", async () => {
    const { quote, options } = await createMarketQuote();
    expect(
      codes({ ...quote, fees: [taken({ amount: 0, percentage: 0 } as never)] }, options),
    ).toEqual([]);
    expect(codes({ ...quote, fees: [taken({ amount: 1 } as never)] }, options)).toContain("fee");
  });
});

describe("what comes out", () => {
  test("is worth what went in, less slippage, fees and a margin", async () => {
    const { quote, options } = await createMarketQuote();
    // 0.5 of slippage, 1.5 of fees, 1 for the service, 10 of margin, and a cent.
    expect(codes({ ...quote, amountOutUSD: "86.99" }, options)).toEqual([]);
    expect(codes({ ...quote, amountOutUSD: "86.98" }, options)).toEqual(["amount_out"]);
    expect(messages({ ...quote, amountOutUSD: "0.01" }, options).join()).toContain(
      "pass maxLossPercent",
    );
    expect(codes({ ...quote, amountOutUSD: "0.01" }, { ...options, maxLossPercent: 97 })).toEqual(
      [],
    );
    expect(codes({ ...quote, amountOutUSD: "95" }, { ...options, maxLossPercent: 1 })).toEqual([
      "amount_out",
    ]);
    expect(codes({ ...quote, amountInUSD: "1000" }, options)).toEqual(["amount_out"]);
  });

  test.each([null, undefined, "0", "0.00"])(
    "is not weighed where its worth is %s",
    async (amountOutUSD) => {
      const { quote, options } = await createMarketQuote();
      expect(codes({ ...quote, amountOutUSD }, options)).toEqual([]);
      expect(codes({ ...quote, amountInUSD: amountOutUSD }, options)).toEqual([]);
    },
  );

  test("of a limit order is the caller's own price", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(codes({ ...quote, amountOutUSD: "1" }, options)).toEqual([]);
  });

  test("may be less by the gas that comes out of the amount, and by no gas on top", async () => {
    const {
      quote,
      options,
      expect: asked,
    } = await createMarketQuote({ gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" });
    const costly = {
      ...quote,
      estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken: "20" },
      amountOutUSD: "67",
    };
    expect(codes(costly, options)).toEqual([]);
    expect(codes({ ...costly, amountOutUSD: "66.9" }, options)).toEqual(["amount_out"]);
    expect(
      codes(costly, { ...options, expect: { ...asked, gasFeePaymentMethod: "ADD_TO_AMOUNT" } }),
    ).toEqual(["amount_out"]);
  });

  test("may be told with more digits than the minimum has", async () => {
    const { quote, options } = await createMarketQuote();
    const digits35 = { ...quote, amountOut: "0.03933642336000000000001234567890123" };
    expect(codes({ ...digits35, minAmountOut: "0.039139741243200000" }, options)).toEqual([]);
    expect(codes({ ...digits35, minAmountOut: "0.039139741243199999" }, options)).toEqual([
      "minimum_out",
    ]);
    expect(codes({ ...digits35, minAmountOut: "0.039139" }, options)).toEqual([]);
    expect(
      codes({ ...digits35, minAmountOut: "0.039139" }, { ...options, tokenOutDecimals: 18 }),
    ).toEqual(["minimum_out"]);
    expect(codes({ ...digits35, minAmountOut: "0.039138" }, options)).toEqual(["minimum_out"]);
    expect(
      codes(
        { ...digits35, minAmountOut: "0.0391397412432" },
        { ...options, tokenOutDecimals: 255 },
      ),
    ).toEqual(["minimum_out"]);
    expect(
      codes(
        { ...digits35, minAmountOut: "0.039139741243200000" },
        { ...options, tokenOutDecimals: 256 },
      ),
    ).toEqual(["request"]);
  });

  test.each([99.01, 100, 1_000])("is not left to a slippage of %s percent", async (slippage) => {
    const { quote, options, expect: asked } = await createMarketQuote();
    const tiny = { ...quote, minAmountOut: "0.000001" };
    expect(codes(tiny, { ...options, expect: { ...asked, slippage } })).toEqual(["request"]);
    expect(
      codes(
        { ...quote, minAmountOut: "0.0004" },
        { ...options, expect: { ...asked, slippage: 99 } },
      ),
    ).toEqual([]);
  });
});

test("how long an order was to stand is told to whoever judges its end, and only of an order", async () => {
  const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
  expect(codes(quote, options)).toEqual([]);
  expect(vi.mocked(checkOperation).mock.lastCall?.[1]).toMatchObject({ expiration: 60 });
  const market = await createMarketQuote();
  checkQuote(market.quote, market.options);
  expect(vi.mocked(checkOperation).mock.lastCall?.[1]).toMatchObject({ expiration: undefined });
});
