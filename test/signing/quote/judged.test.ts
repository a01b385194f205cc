import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { stranger } from "../market-quotes.js";
import { expectReview } from "./expect-problems.js";
import { check, createOptions, createPricedQuote, listProblems, now } from "./priced-quotes.js";
import { createLimitOrderQuote, createMarketQuote, replaceAt } from "./test-quotes.js";

const otherHash = `0x${"12".repeat(32)}`;
const createQuotes = [
  ["a market swap", createMarketQuote],
  ["a limit order", createLimitOrderQuote],
] as const;

describe.each(createQuotes)("a quote of %s", (_name, createQuote) => {
  test("needs a review if its id is not the hash that is signed", async () => {
    const { quote, options } = await createQuote();
    for (const quoteId of [otherHash, "", "abc"])
      await expectReview({ ...quote, quoteId }, options, ["quote_id quoteId"]);
    for (const quoteId of [null, undefined])
      expect(checkQuote({ ...quote, quoteId }, options)).toEqual([]);
  });

  test("without a hash has no problem of its id, which could equal nothing", async () => {
    const { quote, options } = await createQuote();
    for (const userOperationHash of [null, undefined]) {
      const problems = checkQuote({ ...quote, userOperationHash }, options);
      expect(problems.map(({ code }) => code)).toEqual(["nothing_to_sign"]);
    }
  });

  test("needs a review without a receiver, unless the wallet receives", async () => {
    const { quote, options } = await createQuote();
    const other = { ...options, expect: { ...options.expect, toAddress: stranger } };
    for (const toAddress of [null, undefined]) {
      expect(checkQuote({ ...quote, toAddress }, options)).toEqual([]);
      await expectReview({ ...quote, toAddress }, other, ["receiver_missing toAddress"]);
    }
  });
});

test("needs a review if a limit order is wrapped for an unknown type of wallet", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const path = ["typedData", "domain", "name"];
  const renamed = replaceAt(quote, path, "OtherAccount");
  await expectReview(renamed, options, ["wrapper_name typedData.domain.name"]);
});

describe("the expiry", () => {
  const hour = 3_600_000;
  const later = ["expiry_later expiresAt"];

  test("of a market swap is at most an hour ahead", async () => {
    const { quote, options } = await createMarketQuote();
    const expiringIn = (time: number) => ({ ...quote, expiresAt: options.now + time });
    expect(checkQuote(expiringIn(hour), options)).toEqual([]);
    await expectReview(expiringIn(hour + 1), options, later);
    // Only limit orders take this field.
    const given = { ...options, expect: { ...options.expect, expiration: 86_400 as never } };
    await expectReview(expiringIn(hour + 1), given, later);
  });

  test("of an order is at most two minutes after the requested one", async () => {
    const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
    const expiringIn = (time: number) => ({ ...quote, expiresAt: options.now + time });
    expect(checkQuote(quote, options)).toEqual([]);
    expect(checkQuote(expiringIn(180_000), options)).toEqual([]);
    await expectReview(expiringIn(180_001), options, later);
  });

  test("of an order has no limit if none was requested", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const nextYear = { ...quote, expiresAt: options.now + 365 * 24 * hour };
    for (const expiration of [null, undefined]) {
      const given = { ...options, expect: { ...options.expect, expiration } };
      expect(checkQuote(nextYear, given)).toEqual([]);
    }
  });

  test("is read as milliseconds, seconds or ISO 8601", () => {
    const at = now + hour;
    for (const expiresAt of [at, at / 1_000, new Date(at).toISOString()])
      expect(listProblems({ expiresAt })).toEqual([]);
    for (const expiresAt of [at + 1_000, at / 1_000 + 1, new Date(at + 1_000).toISOString()])
      expect(listProblems({ expiresAt })).toEqual(later);
  });
});

describe("the slippage", () => {
  const slippage = ["slippage minAmountOut"];
  const listWith = (minAmountOut: string, requested: unknown, amountOut: unknown = "100.0000") =>
    listProblems({ amountOut, minAmountOut }, { expect: { slippage: requested } });

  test.each<[string, unknown, string, string]>([
    ["the requested one", 1, "98.9010", "98.9009"],
    ["a requested part of a percent", 0.75, "99.15075", "99.15074"],
    ["0.5 % if the request has none", undefined, "99.4005", "99.4004"],
    ["0.5 % if the request has null", null, "99.4005", "99.4004"],
    ["the highest possible one", 99, "0.999", "0.998"],
  ])("is %s, but for a tenth of a percent", async (_what, requested, least, less) => {
    expect(listWith("100", requested)).toEqual([]);
    expect(listWith("120", requested)).toEqual([]);
    expect(listWith(least, requested)).toEqual([]);
    expect(listWith(less, requested)).toEqual(slippage);
  });

  test("that is higher needs a review", async () => {
    const quote = createPricedQuote({ minAmountOut: "98" });
    await expectReview(quote, createOptions(), slippage);
    expect(check({ minAmountOut: "98" })[0]?.message).toBe(
      'minAmountOut: expected at least 99 (100 less 1%), got "98"',
    );
  });

  test.each([
    ["12.35", "12.28", []],
    ["12.35", "12.27", slippage],
    ["1.5", "1.49", []],
    ["1.5", "1.48", slippage],
    ["101", "100", []],
    ["101", "99", slippage],
    // The expected amount can be rounded, too.
    ["101", "99.50", []],
    ["101", "99.49", slippage],
    // A unit of the last digit is more than two percent.
    ["0.0393364", "0.03", slippage],
    ["0.0393364", "0.039", slippage],
    ["0.0393364", "0.0391", []],
  ])("of %s is rounded in the minimum %s", (amountOut, minimum, problems) => {
    expect(listWith(minimum, 0.5, amountOut)).toEqual(problems);
  });

  test("is judged with all digits of the expected amount", () => {
    const long = "0.03933642336000000000001234567890123";
    expect(listWith("0.039139741243200000", undefined, long)).toEqual([]);
    expect(listWith("0.0391007", undefined, long)).toEqual([]);
    expect(listWith("0.0391006", undefined, long)).toEqual(slippage);
  });

  test("is not judged if the quote does not state the expected amount", () => {
    for (const amountOut of [null, undefined])
      expect(listProblems({ amountOut, minAmountOut: "1" })).toEqual([]);
  });

  test.each(["much", "", "-1", "1e999", 100])(
    "needs a review if the expected amount cannot be read: %j",
    async (amountOut) => {
      const quote = createPricedQuote({ amountOut });
      await expectReview(quote, createOptions(), ["price_unknown amountOut"]);
    },
  );

  test.each([99.01, 100, 1_000, -1, Number.NaN, "1"])(
    "of a request must be a percentage up to 99: %j",
    (requested) => {
      expect(check({}, { expect: { slippage: requested } })).toContainEqual(
        expect.objectContaining({ code: "request", path: "expect.slippage", severity: "fatal" }),
      );
    },
  );

  test("of an order is not judged: it has a minimum of its own", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const changes = [{ amountOut: "1000" }, { amountOut: "much" }, { amountOut: undefined }];
    for (const change of changes)
      expect(checkQuote({ ...quote, ...change } as SwapQuote, options)).toEqual([]);
  });
});

test("everything else that a quote states is judged by nothing", async () => {
  const { quote, options } = await createMarketQuote();
  const changes: object[] = [
    { swapProvider: "OTHER", estimatedExecutionTime: "never", metadata: { note: "hello" } },
    { fees: null, estimatedCollectedFee: null, estimatedGasFees: null },
    { fees: [], estimatedCollectedFee: {}, estimatedGasFees: {} },
    { fees: quote.fees?.map((fee) => ({ ...fee, toAddress: stranger })) },
    { fees: quote.fees?.map((fee) => ({ ...fee, type: "UNKNOWN" })) },
    { fees: quote.fees?.map(({ type, token }) => ({ type, token, amount: null })) },
    { tokenInPrice: null },
    { tokenInPrice: "a lot" },
  ];
  for (const change of changes)
    expect(
      checkQuote({ ...quote, ...change } as SwapQuote, options),
      JSON.stringify(change),
    ).toEqual([]);
});
