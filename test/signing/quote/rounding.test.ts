import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote } from "../../../src/signing/index.js";
import { usdc } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, partner, replaceAt, stranger } from "./test-quotes.js";

const getMessages = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ message }) => message);
const getCodes = (quote: object, options: CheckQuoteOptions) =>
  checkQuote(quote as SwapQuote, options).map(({ code }) => code);
const createFee = (amount: string, percentage: string, toAddress = stranger) => ({
  type: "SERVICE",
  amount,
  token: usdc,
  toAddress,
  percentage,
});

describe("accepts a percentage that the service rounds to six places", () => {
  test.each(["3", "100", "123.456789", "900"])(
    "of %s, for the project fee, the extra fee and the slippage",
    async (amountIn) => {
      for (const percent of [1 / 3, 2 / 3, 5 / 7, 1.000_000_4, 1.000_000_6]) {
        const changes = {
          amountIn,
          transactionFeePercent: percent,
          extraFee: { percentage: percent, toAddress: partner } as never,
        };
        const { quote, options } = await createMarketQuote({ ...changes, slippage: percent + 0.5 });
        expect(getMessages(quote, options), String(percent)).toEqual([]);
      }
    },
  );

  test("for the service fee, whose amount may be calculated with more places", async () => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: undefined,
      extraFee: undefined,
      amountIn: "900",
    } as never);
    const withServiceFee = (serviceCollectedFee: string, serviceCollectedFeePercent: string) => ({
      ...quote,
      estimatedCollectedFee: {
        collectedFeeToken: usdc,
        serviceCollectedFee,
        serviceCollectedFeePercent,
      },
      fees: [createFee(serviceCollectedFee, serviceCollectedFeePercent)],
    });
    const twoThirdsOptions = { ...options, maxServiceFeePercent: 2 / 3 };
    expect(getMessages(withServiceFee("6.00000", "0.666667"), twoThirdsOptions)).toEqual([]);
    expect(getMessages(withServiceFee("6.000003", "0.666667"), twoThirdsOptions)).toEqual([]);
    expect(getMessages(withServiceFee("3.000000", "0.333333"), options)).toEqual([]);
    expect(getCodes(withServiceFee("6.000011", "0.666667"), twoThirdsOptions)).toContain("fee");
    expect(getCodes(withServiceFee("6.000003", "0.666668"), twoThirdsOptions)).toContain("fee");
    expect(getCodes(withServiceFee("3.000015", "0.333333"), options)).toContain("fee");
  });
});

describe("accepts a percentage that the service rounds to fewer places", () => {
  const withProjectFee = async (transactionFeePercent: number, collectedFeePercent: string) => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent,
      extraFee: undefined,
      amountIn: "900",
    } as never);
    const path = ["estimatedCollectedFee", "collectedFeePercent"];
    return getCodes(replaceAt(quote, path, collectedFeePercent), options);
  };

  test.each([
    [2 / 3, "0.67"],
    [2 / 3, "0.6667"],
    [2 / 3, "0.66"],
    [0.124, "0.13"],
    [0.125, "0.13"],
    [0.005, "0.01"],
    [1 / 3, "0.33"],
    [5 / 7, "0.71"],
    [1.125, "1.13"],
    [1, "1.00"],
  ])("of %s as %s", async (percent, stated) => {
    expect(await withProjectFee(percent, stated)).toEqual([]);
  });

  test.each([
    [2 / 3, "0.68"],
    [2 / 3, "0.7"],
    [2 / 3, "1"],
    [2 / 3, "0.670"],
    [0.5, "0.51"],
    [0.5, "1"],
    [0.124, "0.14"],
    [0.005, "0.02"],
    [0.000_5, "0.011"],
  ])("rejects for %s the percentage %s", async (percent, stated) => {
    expect(await withProjectFee(percent, stated)).toEqual(["fee"]);
  });

  test("in the list of fees, without a tolerance for their amounts", async () => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: 2 / 3,
      extraFee: undefined,
      amountIn: "900",
    } as never);
    const strictOptions = { ...options, maxServiceFeePercent: 0 };
    const withFees = (...fees: object[]) => ({ ...quote, estimatedCollectedFee: null, fees });
    expect(getCodes(withFees(createFee("6", "0.67")), strictOptions)).toEqual([]);
    expect(getCodes(withFees(createFee("6.03", "0.67")), strictOptions)).toContain("fee");
    const twoFees = withFees(createFee("6", "0.67"), createFee("6", "0.67"));
    expect(getCodes(twoFees, strictOptions)).toContain("fee");
  });
});

describe("a percentage within the tolerance, but above the rounded limit,", () => {
  const withFees = async (changes: object, ...fees: object[]) => {
    const { quote, options } = await createMarketQuote({
      extraFee: undefined,
      ...changes,
    } as never);
    const changed = { ...quote, estimatedCollectedFee: null, fees };
    return getCodes(changed, { ...options, maxServiceFeePercent: 0 });
  };
  const tiny = { ...createFee("0", "0.0000005"), amount: undefined };
  const noFee = { transactionFeePercent: undefined, amountIn: "900" };

  test("counts in the sum of fees if no fee is allowed", async () => {
    expect(await withFees(noFee, tiny)).toEqual([]);
    expect(await withFees(noFee, ...Array.from({ length: 1_000 }, () => tiny))).toEqual(["fee"]);
  });

  test("must be paid in the input token", async () => {
    expect(await withFees(noFee, { ...tiny, token: partner })).toEqual(["fee_token", "fee"]);
  });

  test("counts in the sum of fees beside an allowed fee", async () => {
    const halfPercent = { ...noFee, transactionFeePercent: 0.5 };
    const fee = { ...tiny, percentage: "0.5000005" };
    expect(await withFees(halfPercent, fee)).toEqual([]);
    const many = Array.from({ length: 1_000 }, () => tiny);
    expect(await withFees(halfPercent, fee, ...many)).toEqual(["fee"]);
  });
});

describe("a rounded amount", () => {
  const requestChanges = {
    transactionFeePercent: 0.3,
    extraFee: { percentage: 0.3, toAddress: partner },
    amountIn: "0.000555",
  } as never;
  const withFees = (quote: SwapQuote, ...amounts: string[]) => ({
    ...quote,
    estimatedGasFees: null,
    estimatedCollectedFee: null,
    fees: amounts.map((amount, i) => createFee(amount, "0.3", i === 0 ? partner : stranger)),
  });

  test("may be half a unit of the sixth place higher", async () => {
    const { quote, options } = await createMarketQuote(requestChanges);
    const strictOptions = { ...options, maxServiceFeePercent: 0.3, maxLossPercent: 100 };
    // 0.3% is 0.000001665.
    expect(getMessages(withFees(quote, "0.000002", "0.000002", "0.000002"), strictOptions)).toEqual(
      [],
    );
    const collectedFee = {
      collectedFeeToken: usdc,
      collectedFee: "0.000003",
      serviceCollectedFee: "0.000002",
    };
    expect(
      getMessages({ ...withFees(quote), estimatedCollectedFee: collectedFee }, strictOptions),
    ).toEqual([]);
    expect(getCodes(withFees(quote, "0.000002", "0.000006"), strictOptions)).toContain("fee");
  });

  test("is tolerated for at most eight fees", async () => {
    const { quote, options } = await createMarketQuote({
      transactionFeePercent: undefined,
      extraFee: undefined,
    } as never);
    const dustFees = Array.from({ length: 1_000 }, () => createFee("0.0000005", "0"));
    const noFeeOptions = { ...options, maxServiceFeePercent: 0 };
    expect(
      getCodes({ ...quote, estimatedCollectedFee: null, fees: dustFees }, noFeeOptions),
    ).toEqual(["fee"]);
    expect(
      getCodes({ ...quote, estimatedCollectedFee: null, fees: dustFees.slice(0, 9) }, noFeeOptions),
    ).toEqual(["fee"]);
    expect(
      getCodes(
        replaceAt(
          { ...quote, fees: [] },
          ["estimatedCollectedFee", "serviceCollectedFee"],
          "0.000001",
        ),
        noFeeOptions,
      ),
    ).toContain("fee");
  });
});

describe("a coarse digit of a valuable token is no rounding", () => {
  /** A swap of 0.01 for 1,000 US dollars, in which no amount shows more than two decimals. */
  async function createValuableQuote() {
    const { quote, options } = await createMarketQuote({ amountIn: "0.01" });
    const expect = { ...options.expect, transactionFeePercent: 1, extraFee: undefined };
    const valuable = {
      ...quote,
      amountIn: "0.01",
      amountInUSD: "1000",
      amountOutUSD: "1000",
      tokenInPrice: "100000",
      estimatedGasFees: null,
      estimatedCollectedFee: null,
      fees: [],
    };
    return { quote: valuable, options: { ...options, expect } };
  }

  test("in fees", async () => {
    const { quote, options } = await createValuableQuote();
    expect(getCodes(quote, options)).not.toContain("fee");
    for (const count of [1, 8]) {
      const fees = Array.from({ length: count }, () => createFee("0.01", "1"));
      expect(getCodes({ ...quote, fees }, options)).toContain("fee");
    }
  });

  test("in fees, also below the sixth decimal", async () => {
    const { quote, options } = await createMarketQuote({ amountIn: "0.0000015" });
    const request = { ...options.expect, transactionFeePercent: 1, extraFee: undefined };
    const given = { ...options, expect: request };
    const fees = [createFee("0.0000005", "1")];
    const worth = { amountInUSD: "50", amountOutUSD: "50", tokenInPrice: "33333333" };
    const stated = { amountIn: "0.0000015", estimatedGasFees: null, estimatedCollectedFee: null };
    expect(getCodes({ ...quote, ...stated, ...worth, fees }, given)).toContain("fee");
    const dust = { amountInUSD: "0.0001", amountOutUSD: "0.0001", tokenInPrice: "66" };
    expect(getCodes({ ...quote, ...stated, ...dust, fees }, given)).not.toContain("fee");
  });

  test("in the minimum, also below the sixth decimal", async () => {
    const { quote, options } = await createValuableQuote();
    const fine = { ...quote, amountOut: "0.0000029224", minAmountOut: "0.000002" };
    expect(getCodes(fine, options)).toContain("slippage");
    const dust = { amountInUSD: "0.00000004", amountOutUSD: "0", tokenInPrice: "0.000004" };
    expect(getCodes({ ...fine, ...dust }, options)).not.toContain("slippage");
    const halved = { ...quote, amountOut: "0.02", minAmountOut: "0.01" };
    expect(getCodes(halved, options)).toContain("slippage");
    expect(getCodes({ ...halved, amountOut: "0.10", minAmountOut: "0.08" }, options)).toContain(
      "slippage",
    );
  });
});
