import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Fee, SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote } from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { baseUsdc } from "../../sandbox/swap/swap-requests.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  replaceAt,
  stranger,
} from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}` as const;
/** A fee as received: the service omits fields, or sends null. */
type ReceivedFee = { [K in keyof Fee]?: Fee[K] | null };
const createGasFee = (amount: string | null, more: ReceivedFee = {}): ReceivedFee => ({
  type: "GAS",
  amount,
  token: usdc,
  toAddress: stranger,
  percentage: null,
  ...more,
});
const createFee = (more: ReceivedFee): ReceivedFee => ({
  type: "OTHER" as never,
  amount: null,
  token: usdc,
  toAddress: stranger,
  percentage: null,
  ...more,
});
const repeat = <T>(length: number, value: T): T[] => Array.from({ length }, () => value);
const getCodes = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ code }) => code);
const getMessages = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ message }) => message);

test("ignores the letter case of a token that is not an address", async () => {
  const { quote, options } = await createMarketQuote();
  const wordOptions = { ...options, expect: { ...options.expect, tokenOut: "BTC" } };
  expect(getCodes({ ...quote, tokenOut: "btc" }, wordOptions)).toEqual([]);
  expect(getCodes({ ...quote, tokenOut: "btc2" }, wordOptions)).toEqual(["token"]);
});

describe("typed data", () => {
  test("must be the operation itself with requireTypedData", async () => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    const wrapped = {
      ...quote,
      userOperationHash: hash,
      quoteId: hash,
      typedData: order.typedData,
    };
    expect(getCodes(wrapped, { ...options, requireTypedData: true })).toEqual(["typed_data"]);
    expect(getCodes(quote, { ...options, requireTypedData: true })).toEqual([]);
  });

  test("may have another well-formed type if it is neither required nor signed", async () => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    expect(getCodes({ ...quote, typedData: order.typedData }, options)).toEqual([]);
    expect(
      getCodes({ ...quote, typedData: { ...order.typedData, primaryType: "Order" } }, options),
    ).toEqual(["typed_data"]);
  });

  test.each([
    ["two fields written as one by their type", { type: "address sender, uint256", name: "nonce" }],
    ["two fields written as one by their name", { type: "address", name: "sender, uint256 nonce" }],
  ])("is rejected with %s", async (_what, field) => {
    const { quote, options } = await createMarketQuote();
    const fields = getAt(quote, ["typedData", "types", "PackedUserOperation"]) as unknown[];
    const ambiguous = replaceAt(
      quote,
      ["typedData", "types", "PackedUserOperation"],
      [field, ...fields.slice(2)],
    );
    expect(getCodes(ambiguous, options)).toContain("typed_data");
  });

  test("of an order must be an object with only the hash", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(
      getCodes(replaceAt(quote, ["typedData", "message", "signature"], "0x"), options),
    ).toEqual(["unknown_field"]);
    const list = Object.assign([], getAt(quote, ["typedData", "message"]));
    expect(getCodes(replaceAt(quote, ["typedData", "message"], list), options)).toEqual([
      "wrong_type",
    ]);
    const { quote: swap, options: terms } = await createMarketQuote();
    const operation = Object.assign([], getAt(swap, ["typedData", "message"]));
    expect(getCodes(replaceAt(swap, ["typedData", "message"], operation), terms)).toContain(
      "wrong_type",
    );
  });

  test.each([
    ["an order", createLimitOrderQuote],
    ["an operation", createMarketQuote],
  ] as const)("must not have a salt in %s", async (_what, createQuote) => {
    const { quote, options } = await createQuote();
    const salted = replaceAt(quote, ["typedData", "domain", "salt"], hash);
    expect(checkQuote(salted, options)).toContainEqual(
      expect.objectContaining({ code: "typed_data", path: "typedData.domain.salt" }),
    );
  });
});

describe("gas", () => {
  const createEstimate = (
    maxGasFeeToken: string | null,
    gasFeeTokenAmount: string | null = null,
  ) => ({
    estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken, gasFeeTokenAmount },
  });

  test.each<[string, object, { maxGasFee?: string }]>([
    [
      "higher than an estimate without a maximum",
      { ...createEstimate(null, "0.01"), fees: [createGasFee("90")] },
      { maxGasFee: "1" },
    ],
    [
      "higher than an estimate, without the caller's limit",
      { ...createEstimate(null, "0.01"), fees: [createGasFee("0.02")] },
      {},
    ],
    [
      "split into many entries",
      { ...createEstimate("1", "0.01"), fees: repeat(100, createGasFee("1")) },
      { maxGasFee: "1" },
    ],
    [
      "split into many entries, without the caller's limit",
      { ...createEstimate("1", "0.01"), fees: repeat(2, createGasFee("0.6")) },
      {},
    ],
    ["listed without an estimate", { estimatedGasFees: null, fees: [createGasFee("1000000")] }, {}],
    [
      "listed without an estimate, in parts",
      { estimatedGasFees: null, fees: repeat(26, createGasFee("1")) },
      {},
    ],
    [
      "listed without an estimate above the caller's limit",
      { estimatedGasFees: null, fees: [createGasFee("2")] },
      { maxGasFee: "1" },
    ],
    [
      "a percentage",
      { ...createEstimate("1"), fees: [createGasFee(null, { percentage: "90" })] },
      {},
    ],
    [
      "a percentage with an amount of zero",
      { ...createEstimate("1"), fees: repeat(2, createGasFee("0", { percentage: "0.6" })) },
      {},
    ],
    [
      "the sum of a percentage and an amount",
      {
        ...createEstimate("1"),
        fees: [createGasFee("0.6"), createGasFee(null, { percentage: "0.6" })],
      },
      {},
    ],
    ["estimated at an extreme amount", { ...createEstimate("1000000000"), fees: [] }, {}],
    ["one unit above a quarter of the amount", { ...createEstimate("25.000001"), fees: [] }, {}],
  ])("is rejected if it is %s", async (_what, changes, more) => {
    const { quote, options } = await createMarketQuote();
    const problemCodes = getCodes({ ...quote, ...changes }, { ...options, ...more });
    expect(problemCodes).not.toEqual([]);
    expect(new Set(problemCodes)).toEqual(new Set(["fee"]));
  });

  test("is rejected if it takes nearly the whole amount", async () => {
    const { quote, options } = await createMarketQuote({
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    });
    const costlyQuote = {
      ...quote,
      amountIn: "0.01",
      amountOut: "0.000004",
      minAmountOut: "0.000004",
      ...createEstimate("99.99"),
      fees: [],
    };
    expect(getCodes(costlyQuote, options)).toContain("fee");
  });

  test("may be a quarter of the amount, or up to the caller's limit", async () => {
    const { quote, options } = await createMarketQuote();
    const with30 = { ...quote, ...createEstimate("30") };
    expect(getCodes({ ...quote, ...createEstimate("25") }, options)).toEqual([]);
    expect(getCodes(with30, { ...options, maxGasFee: "30" })).toEqual([]);
    expect(
      getCodes({ ...quote, ...createEstimate("1"), fees: repeat(2, createGasFee("0.5")) }, options),
    ).toEqual([]);
  });

  test("in another token than the input is limited by the caller and the estimate", async () => {
    const { quote, options, expect: request } = await createMarketQuote();
    const terms = { ...options, expect: { ...request, payGasFeeToken: weth as Hex } };
    const wethQuote = {
      ...quote,
      estimatedGasFees: {
        payGasFeeToken: weth,
        maxGasFeeToken: "500",
        gasFeeTokenAmountUSD: "0.01",
      },
    };
    const withListedFee = (amount: string | null, more: ReceivedFee = {}) => ({
      ...wethQuote,
      fees: [createGasFee(amount, { token: weth, ...more })],
    });
    expect(getCodes(withListedFee("500"), terms)).toEqual([]);
    expect(getCodes(withListedFee("501"), terms)).toContain("fee");
    expect(getCodes(withListedFee("500"), { ...terms, maxGasFee: "1" })).toContain("fee");
    expect(getCodes(withListedFee(null, { percentage: "90" }), terms)).toEqual(["fee"]);
  });

  test.each<[string, string, object]>([
    ["one entry", "0.001", { fees: [createGasFee("0.01")] }],
    ["one entry with an exponent", "0.001", { fees: [createGasFee("9e-3")] }],
    ["a sum", "0.015", { fees: repeat(2, createGasFee("0.01")) }],
    ["an estimate", "0.001", { ...createEstimate("0.001", "0.00199"), fees: [] }],
  ])("never exceeds the caller's limit by rounding a lower maximum, in %s", async (...given) => {
    const [, maxGasFee, changes] = given;
    const { quote, options } = await createMarketQuote();
    const stated = { ...quote, ...createEstimate("0.0001"), ...changes };
    expect(new Set(getCodes(stated, { ...options, maxGasFee }))).toEqual(new Set(["fee"]));
  });

  test("may be listed above its maximum by rounding, within the caller's limit", async () => {
    const { quote, options } = await createMarketQuote();
    const stated = { ...quote, ...createEstimate("0.0001"), fees: [createGasFee("0.01")] };
    expect(getCodes(stated, options)).toEqual([]);
    expect(getCodes(stated, { ...options, maxGasFee: "0.01" })).toEqual([]);
    expect(getCodes(stated, { ...options, maxGasFee: "0.009999" })).toContain("fee");
  });

  test.each(["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"] as const)(
    "of a valid quote is accepted with %s, or the problem names maxGasFee",
    async (gasFeePaymentMethod) => {
      for (const amountIn of ["0.05", "0.1", "0.14", "0.2", "0.5", "1", "1000"]) {
        for (const more of [{}, { chainIdOut: 8453 as const, tokenOut: baseUsdc }]) {
          const { quote, options } = await createMarketQuote({
            amountIn,
            gasFeePaymentMethod,
            ...more,
          });
          const maxGasFee = quote.estimatedGasFees?.maxGasFeeToken as string;
          const problems = getMessages(quote, options);
          if (Number(maxGasFee) <= Number(amountIn) / 4) expect(problems, amountIn).toEqual([]);
          else expect(problems.join(), amountIn).toContain("pass maxGasFee");
          expect(getMessages(quote, { ...options, maxGasFee: maxGasFee }), amountIn).toEqual([]);
        }
      }
    },
  );

  test("never exceeds the caller's limit in total", async () => {
    const { quote, options } = await createMarketQuote();
    const cents = (value: number) =>
      `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`;
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }), (parts) => {
        const split = {
          ...quote,
          ...createEstimate("1"),
          fees: parts.map((part) => createGasFee(cents(part))),
        };
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(getCodes(split, { ...options, maxGasFee: "1" }).length === 0).toBe(sum <= 100);
      }),
    );
  });
});

describe("fees in percent", () => {
  test.each<[string, ReceivedFee[]]>([
    ["is rejected if the sum is too high", repeat(50, createFee({ percentage: "2" }))],
    [
      "is rejected if the sum with amounts is too high",
      [createFee({ percentage: "2" }), createFee({ amount: "2" })],
    ],
    [
      "is rejected if the percentage is higher than the amount",
      repeat(2, createFee({ percentage: "2", amount: "0" })),
    ],
  ])("%s", async (_what, fees) => {
    const { quote, options } = await createMarketQuote();
    expect(getCodes({ ...quote, estimatedCollectedFee: null, fees }, options)).toContain("fee");
    expect(
      getCodes({ ...quote, estimatedCollectedFee: null, fees: fees.slice(0, 1) }, options),
    ).toEqual([]);
  });

  test("may have floating-point noise", async () => {
    const { quote, options } = await createMarketQuote({ transactionFeePercent: 0.3 });
    const at = (collectedFeePercent: string) =>
      replaceAt(quote, ["estimatedCollectedFee", "collectedFeePercent"], collectedFeePercent);
    const { expect: request } = options;
    const noisyOptions = { ...options, expect: { ...request, extraFee: undefined } };
    const withoutFees = (percent: string) => ({ ...at(percent), fees: [] });
    expect(getCodes(withoutFees("0.30000000000000004"), noisyOptions)).toEqual([]);
    expect(getCodes(withoutFees("0.300001"), noisyOptions)).toEqual(["fee"]);
    const withListedFee = (percentage: string) => ({
      ...withoutFees("0.3"),
      fees: [createFee({ percentage }), createFee({ percentage: "0.1" })],
    });
    expect(getCodes(withListedFee("0.30000000000000004"), noisyOptions)).toEqual([]);
    expect(new Set(getCodes(withListedFee("0.32"), noisyOptions))).toEqual(new Set(["fee"]));
  });

  test.each<[string, unknown, unknown, string[]]>([
    ["the number 0", 0, 0, []],
    ["a number", 1, 1, []],
    ["a number above the limit", 3, 0, ["fee"]],
    ["a percentage above the limit as a number", 0, 3, ["fee"]],
    ["a small number in scientific notation", "1e-7", "1e-7", []],
    ["a large number in scientific notation", "1e3", null, ["fee"]],
    ["a negative number", -1, null, ["fee_unreadable"]],
    ["NaN", Number.NaN, null, ["fee_unreadable"]],
    ["text", "1 USDC", "1%", ["fee_unreadable"]],
  ])("may be %s, with problems only if it is too high or unreadable", async (...given) => {
    const [, amount, percentage, codes] = given;
    const { quote, options } = await createMarketQuote();
    const fees = [createFee({ amount, percentage } as never)];
    expect([...new Set(getCodes({ ...quote, fees }, options))]).toEqual(codes);
  });
});

describe("the output", () => {
  const getLossCodes = async (changes: object, more: object = {}) => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: undefined,
      extraFee: undefined,
    });
    // Without stated fees, nothing explains a loss. The price would contradict the given worths.
    const withoutFees = { ...quote, estimatedCollectedFee: null, fees: null, tokenInPrice: null };
    return getCodes({ ...withoutFees, ...changes }, { ...options, ...more });
  };

  test.each([
    ["10 points", "100", "90", []],
    ["10 points and the cent that rounding may take", "100", "89.99", []],
    ["more than 10 points", "100", "89.98", ["price_loss"]],
    ["more than 10 points, but exactly 5 US dollars", "49", "43.99", []],
    ["more than 10 points, but less than 5 US dollars", "49", "44.01", []],
    ["more than 10 points and 5 US dollars", "49", "43.9", ["price_loss"]],
    ["3 points", "20000", "19400", []],
    ["more than 3 points and 500 US dollars", "20000", "19399", ["price_loss"]],
    ["more than 3 points, but less than 500 US dollars", "10000", "9501", []],
    ["everything", "1000", "0.00", ["price_loss"]],
    ["everything, with a worth of the input of zero", "0.00", "0.00", ["price_loss"]],
    ["an input with a worth of zero", "0", "5", ["price_loss"]],
    ["nothing, because it gains", "100", "120", []],
    ["nothing known, because a worth is missing", undefined, "1", ["price_unknown"]],
    [
      "nothing known, because both are missing",
      undefined,
      undefined,
      ["price_unknown", "price_unknown"],
    ],
    ["nothing known, because a worth is null", "100", null, ["price_unknown"]],
    ["a worth that cannot be read", "many", "1", ["price_unknown"]],
    ["a negative worth", "100", "-1", ["price_unknown"]],
    ["a worth that is a number", 100, 89, ["price_loss"]],
  ])("may lose %s", async (_what, amountInUSD, amountOutUSD, codes) => {
    expect(await getLossCodes({ amountInUSD, amountOutUSD })).toEqual(codes);
  });

  test("may be dust that is shown as zero on both sides, by the price of the input", async () => {
    const zero = { amountInUSD: "0.00", amountOutUSD: "0.00" };
    const stated = { amountInUSD: "0.01", amountOutUSD: "0.00", tokenInPrice: "1" };
    expect(await getLossCodes(stated)).toEqual(["price_loss"]);
    const dust = { amountInUSD: "0.01", amountOutUSD: "0.00", tokenInPrice: "0.0001" };
    expect(await getLossCodes(dust)).toEqual([]);
    expect(await getLossCodes({ ...zero, tokenInPrice: "0.0001" })).toEqual([]);
    expect(await getLossCodes({ ...zero, tokenInPrice: "0.01" })).toEqual(["price_loss"]);
    expect(await getLossCodes({ ...zero, tokenInPrice: "0" })).toEqual(["price_loss"]);
    expect(await getLossCodes({ ...zero, tokenInPrice: undefined })).toEqual(["price_loss"]);
  });

  test("may lose requested and stated fees in addition", async () => {
    const { quote, options } = await createMarketQuote();
    // 1.5 requested fees + 0.1 service fee + 10 points, and rounding.
    expect(getCodes({ ...quote, amountOutUSD: "88.4" }, options)).toEqual([]);
    expect(getCodes({ ...quote, amountOutUSD: "88.37" }, options)).toEqual(["price_loss"]);
  });

  test("is limited by maxLossPercent instead, at every amount", async () => {
    const worth = { amountInUSD: "10", amountOutUSD: "9.8" };
    expect(await getLossCodes(worth)).toEqual([]);
    expect(await getLossCodes(worth, { maxLossPercent: 1 })).toEqual(["price_loss"]);
    expect(await getLossCodes({ ...worth, amountOutUSD: "0.01" }, { maxLossPercent: 100 })).toEqual(
      [],
    );
    const { quote, options } = await createMarketQuote();
    expect(getMessages({ ...quote, amountOutUSD: "0.01" }, options).join()).toContain(
      "pass maxLossPercent",
    );
  });

  test("of a limit order is not compared in value", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(getCodes({ ...quote, amountOutUSD: "1" }, options)).toEqual([]);
  });

  test("may lose the gas that is deducted from the amount, but no gas on top", async () => {
    const {
      quote,
      options,
      expect: request,
    } = await createMarketQuote({
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      transactionFeePercent: undefined,
      extraFee: undefined,
    });
    const costly = {
      ...quote,
      estimatedCollectedFee: null,
      fees: null,
      estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken: "20" },
      amountOutUSD: "70",
    };
    expect(getCodes(costly, options)).toEqual([]);
    expect(getCodes({ ...costly, amountOutUSD: "69.9" }, options)).toEqual(["price_loss"]);
    expect(
      getCodes(costly, {
        ...options,
        expect: { ...request, gasFeePaymentMethod: "ADD_TO_AMOUNT" },
      }),
    ).toEqual(["price_loss"]);
  });

  test("may have more digits than the minimum", async () => {
    const { quote, options } = await createMarketQuote();
    const preciseQuote = { ...quote, amountOut: "0.03933642336000000000001234567890123" };
    const withMinimum = (minAmountOut: string, more: object = {}) =>
      getCodes({ ...preciseQuote, minAmountOut }, { ...options, ...more });
    expect(withMinimum("0.039139741243200000")).toEqual([]);
    expect(withMinimum("0.039139741243199998")).toEqual(["slippage"]);
    expect(withMinimum("0.039139")).toEqual([]);
    expect(withMinimum("0.039139", { tokenOutDecimals: 18 })).toEqual(["slippage"]);
    expect(withMinimum("0.039138")).toEqual(["slippage"]);
    expect(withMinimum("0.0391397412432", { tokenOutDecimals: 255 })).toEqual(["slippage"]);
    expect(withMinimum("0.039139741243200000", { tokenOutDecimals: 256 })).toEqual(["request"]);
  });

  test.each([
    ["12.35", "12.28", []],
    ["12.35", "12.29", []],
    ["12.35", "12.26", ["slippage"]],
    ["12.349999", "12.28", []],
    ["1.5", "1.49", []],
    // The expected amount shows that the token has more decimals.
    ["0.0393364", "0.03", ["slippage"]],
    ["0.0393364", "0.039", ["slippage"]],
  ])("of %s may have the rounded minimum %s", async (amountOut, minAmountOut, codes) => {
    const { quote, options } = await createMarketQuote();
    expect(getCodes({ ...quote, amountOut, minAmountOut }, options)).toEqual(codes);
  });

  test.each([99.01, 100, 1_000])("is rejected with a slippage of %s percent", async (slippage) => {
    const { quote, options, expect: request } = await createMarketQuote();
    const tiny = { ...quote, minAmountOut: "0.000001" };
    expect(getCodes(tiny, { ...options, expect: { ...request, slippage } })).toEqual(["request"]);
    expect(
      getCodes(
        { ...quote, minAmountOut: "0.0004" },
        { ...options, expect: { ...request, slippage: 99 } },
      ),
    ).toEqual([]);
  });
});

test("rejects an expiry beyond the requested expiration, only for a limit order", async () => {
  const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
  const expiringIn = (milliseconds: number) => options.now + milliseconds;
  expect(getCodes(quote, options)).toEqual([]);
  // 60 s as requested, and 120 s tolerance for the service's clock.
  expect(getCodes({ ...quote, expiresAt: expiringIn(180_000) }, options)).toEqual([]);
  expect(getCodes({ ...quote, expiresAt: expiringIn(180_001) }, options)).toEqual(["expiry_later"]);
  const withoutExpiration = { ...options, expect: { ...options.expect, expiration: undefined } };
  const late = { ...quote, expiresAt: expiringIn(86_400_000) };
  expect(getCodes(late, options)).toEqual(["expiry_later"]);
  expect(getCodes(late, withoutExpiration)).toEqual([]);
  const market = await createMarketQuote();
  const marketOptions = {
    ...market.options,
    expect: { ...market.options.expect, expiration: 60 as never },
  };
  const lateQuote = { ...market.quote, expiresAt: market.options.now + 86_400_000 };
  expect(getCodes(lateQuote, marketOptions)).toEqual([]);
});
