import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote } from "../../../src/signing/index.js";
import { usdc } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, partner, replaceAt, stranger } from "./test-quotes.js";

const messages = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ message }) => message);
const codes = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ code }) => code);
const fee = (amount: string, percentage: string, toAddress = stranger) => ({
  type: "SERVICE",
  amount,
  token: usdc,
  toAddress,
  percentage,
});

describe("a percentage that does not end is taken as the service rounds it, to six places", () => {
  test.each(["3", "100", "123.456789", "900"])(
    "of %s, for the project, the further receiver and the slippage",
    async (amountIn) => {
      for (const percent of [1 / 3, 2 / 3, 5 / 7, 1.000_000_4, 1.000_000_6]) {
        const changes = {
          amountIn,
          transactionFeePercent: percent,
          extraFee: { percentage: percent, toAddress: partner } as never,
        };
        const { quote, options } = await createMarketQuote({ ...changes, slippage: percent + 0.5 });
        expect(messages(quote, options), String(percent)).toEqual([]);
      }
    },
  );

  test("for the service, whose fee may come of more places than it shows", async () => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: undefined,
      extraFee: undefined,
      amountIn: "900",
    } as never);
    const told = (serviceCollectedFee: string, serviceCollectedFeePercent: string) => ({
      ...quote,
      estimatedCollectedFee: {
        collectedFeeToken: usdc,
        serviceCollectedFee,
        serviceCollectedFeePercent,
      },
      fees: [fee(serviceCollectedFee, serviceCollectedFeePercent)],
    });
    const two = { ...options, maxServiceFeePercent: 2 / 3 };
    expect(messages(told("6.00000", "0.666667"), two)).toEqual([]);
    expect(messages(told("6.000003", "0.666667"), two)).toEqual([]);
    expect(messages(told("3.000000", "0.333333"), options)).toEqual([]);
    expect(codes(told("6.000011", "0.666667"), two)).toContain("fee");
    expect(codes(told("6.000003", "0.666668"), two)).toContain("fee");
    expect(codes(told("3.000015", "0.333333"), options)).toContain("fee");
  });
});

describe("an amount may be rounded up in its last place", () => {
  const terms = {
    transactionFeePercent: 0.3,
    extraFee: { percentage: 0.3, toAddress: partner },
    amountIn: "0.000555",
  } as never;
  const listed = (quote: SwapQuote, ...amounts: string[]) => ({
    ...quote,
    estimatedGasFees: null,
    estimatedCollectedFee: null,
    fees: amounts.map((amount, i) => fee(amount, "0.3", i === 0 ? partner : stranger)),
  });

  test("by half a unit of the sixth", async () => {
    const { quote, options } = await createMarketQuote(terms);
    const strict = { ...options, maxServiceFeePercent: 0.3, maxLossPercent: 100 };
    // 0.3% are 0.000001665.
    expect(messages(listed(quote, "0.000002", "0.000002", "0.000002"), strict)).toEqual([]);
    const own = {
      collectedFeeToken: usdc,
      collectedFee: "0.000003",
      serviceCollectedFee: "0.000002",
    };
    expect(messages({ ...listed(quote), estimatedCollectedFee: own }, strict)).toEqual([]);
    expect(codes(listed(quote, "0.000002", "0.000006"), strict)).toContain("fee");
  });

  test("and however many fees there are, they hide no more than that", async () => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: undefined,
      extraFee: undefined,
    } as never);
    const dust = Array.from({ length: 1_000 }, () => fee("0.0000005", "0"));
    const none = { ...options, maxServiceFeePercent: 0 };
    expect(codes({ ...quote, estimatedCollectedFee: null, fees: dust }, none)).toEqual(["fee"]);
    expect(codes({ ...quote, estimatedCollectedFee: null, fees: dust.slice(0, 4) }, none)).toEqual([
      "fee",
    ]);
    expect(
      codes(
        replaceAt(
          { ...quote, fees: [] },
          ["estimatedCollectedFee", "serviceCollectedFee"],
          "0.000001",
        ),
        none,
      ),
    ).toContain("fee");
  });
});
