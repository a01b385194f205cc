import { describe, expect, test } from "vitest";
import { createClient, type FiatWithdrawalQuote, UnsafeToSignError } from "../../../src/index.js";
import {
  checkOperation,
  describeOperation,
  type OperationOptions,
  signOperation,
} from "../../../src/signing/index.js";
import { account, getRejection, hash } from "../test-signers.js";
import { orderedWithdrawal, withdrawalQuote } from "../withdrawals.js";

const instructions = { withdrawalInstructions: { userOperationHash: hash } };
const order = { ...orderedWithdrawal, ...instructions };
const olderOrder = {
  orderId: "order 1",
  userOperationHash: hash,
  amountToSendInCryptoCurrency: "20",
  amountToReceiveInFiatCurrency: "100.5",
  transactionFeeAmountInCryptoCurrency: "0.1",
  estimatedGasFeeAmountInCryptoCurrency: "0.02",
};

const find = (operation: object, options: OperationOptions = { expect: withdrawalQuote }) =>
  checkOperation(operation as never, options).map(({ code, path }) => `${code} ${path}`);
const from = (amount: unknown, currency: unknown = "USDC") => ({ from: { currency, amount } });
const to = (amount: unknown, currency: unknown = "BRL") => ({ to: { currency, amount } });
const fees = (transactionFee: unknown, gasFee: unknown = "0.02") => ({
  fees: { transactionFee, gasFee, treasuryAddress: null },
});

describe("a withdrawal", () => {
  test("is compared with its quote, and signed", async () => {
    for (const each of [order, olderOrder]) {
      expect(find(each)).toEqual([]);
      const signed = await signOperation(each as never, account, { expect: withdrawalQuote });
      expect(signed).toMatchObject({ userOperationHash: hash });
    }
  });

  test.each<[string, object, string[]]>([
    ["900 in place of 20", from("900"), ["amount_in from.amount"]],
    ["a little more than 20", from("20.03"), ["amount_in from.amount"]],
    ["less than 20", from("19"), []],
    ["nothing to send", from("0"), ["amount_in from.amount"]],
    ["no amount", { from: null }, ["amount_in from.amount"]],
    ["an amount that is a number", from(20), ["amount_in from.amount"]],
    ["an unreadable amount", from("much"), ["amount_in from.amount"]],
    ["another token", from("20", "BRZ"), ["token from.currency"]],
    ["its token in lower case", from("20", "usdc"), []],
    ["less to receive", to("99.9"), ["minimum_out to.amount"]],
    ["more to receive", to("101"), []],
    ["nothing to receive", to("0"), ["minimum_out to.amount"]],
    ["no amount to receive", { to: undefined }, ["minimum_out to.amount"]],
    ["another currency", to("100.5", "COP"), ["token to.currency"]],
    ["a higher fee", fees("0.2"), ["high_costs fees.transactionFee"]],
    ["more gas", fees("0.1", "0.5"), ["high_costs fees.transactionFee"]],
    ["more gas and less of a fee", fees("0.01", "0.11"), []],
    ["lower fees", fees("0", "0"), []],
    ["a fee that cannot be read", fees("1,000"), ["price_unknown fees.transactionFee"]],
    ["gas that is a number", fees("0.1", 5), ["price_unknown fees.gasFee"]],
    ["no fees", { fees: null }, []],
  ])("with %s", async (_, changes, problems) => {
    expect(find({ ...order, ...changes })).toEqual(problems);
    const signed = signOperation({ ...order, ...changes } as never, account, {
      expect: withdrawalQuote,
    });
    if (problems.length > 0) expect(await getRejection(signed)).toBeInstanceOf(UnsafeToSignError);
    else expect(await signed).toHaveProperty("signature");
  });

  test("of the older form is compared by its own fields", () => {
    const change = (changes: object) => find({ ...olderOrder, ...changes });
    expect(change({ amountToSendInCryptoCurrency: "900" })).toEqual([
      "amount_in amountToSendInCryptoCurrency",
    ]);
    expect(change({ amountToReceiveInFiatCurrency: "1" })).toEqual([
      "minimum_out amountToReceiveInFiatCurrency",
    ]);
    expect(change({ transactionFeeAmountInCryptoCurrency: "1" })).toEqual([
      "high_costs transactionFeeAmountInCryptoCurrency",
    ]);
  });

  test("names both amounts", () => {
    const changed = { ...order, ...from("900"), ...to("1") };
    expect(checkOperation(changed as never, { expect: withdrawalQuote })).toMatchObject([
      { expected: "at most 20", received: '"900"' },
      { expected: "at least 100.5", received: '"1"' },
    ]);
  });

  test("is never signed without its quote, and all problems are reported", () => {
    const missing = "request expect";
    expect(find(order, {})).toEqual([missing]);
    expect(find(olderOrder, {})).toEqual([missing]);
    expect(find({ ...order, revertReason: { decoded: "no" } }, {})).toEqual([
      missing,
      "reverted revertReason",
    ]);
    expect(find(order, { expect: {} as never })).not.toEqual([]);
  });

  test.each<[string, Partial<FiatWithdrawalQuote>]>([
    ["no amount", { amountToSendInCryptoCurrency: null as never }],
    ["an amount of zero", { amountToSendInCryptoCurrency: "0" }],
    ["an unreadable amount to receive", { amountToReceiveInFiatCurrency: "much" }],
  ])("is never signed with a quote that has %s", (_, changes) => {
    expect(find(order, { expect: { ...withdrawalQuote, ...changes } })).toEqual(["request expect"]);
  });

  /** A quote for this amount, as the client returns it after a request for 20. */
  const quoteFor = async (
    amountToSendInCryptoCurrency: string,
    changes: Partial<FiatWithdrawalQuote> = {},
    asked: { transactionFeePercent?: number | undefined } = {},
  ) => {
    const headers = { "content-type": "application/json" };
    const withdrawQuote = { ...withdrawalQuote, amountToSendInCryptoCurrency, ...changes };
    const client = createClient({
      baseUrl: "https://service.test",
      apiKey: "test-key-1234",
      fetch: async () => Response.json({ withdrawQuote }, { status: 201, headers }),
    });
    const response = await client.fiat.quoteWithdrawal({
      individualId: "1",
      chainId: 137,
      paymentMethodToReceiveDetails: { type: "PIX", pixKey: "ana@example.com" },
      amountToSendInCryptoCurrency: "20",
      cryptoCurrencyToSend: "USDC",
      ...asked,
    });
    return response.withdrawQuote;
  };

  test("is compared with the amount that was asked for, if the client returned the quote", async () => {
    const options = { expect: await quoteFor("900") };
    expect(find({ ...order, ...from("900") }, options)).toEqual(["amount_in from.amount"]);
    expect(find({ ...order, ...from("20") }, options)).toEqual([]);
    // A tenth of what was asked for, and 1% of it.
    const fee = { transactionFeeInCryptoCurrency: "2.3" };
    const costly = await quoteFor("40", fee, { transactionFeePercent: 1 });
    expect(find({ ...order, ...from("20") }, { expect: costly })).toEqual(["high_costs expect"]);
    const brz = { ...order, ...from("20", "BRZ") };
    expect(find(brz, options)).toEqual(["token from.currency"]);
    const other = await quoteFor("20", { cryptoCurrencyToSend: "BRZ" as never });
    expect(find(order, { expect: other })).toEqual(["token expect.cryptoCurrencyToSend"]);
    // The chain of the request counts, too.
    const stated = { withdrawalInstructions: { userOperationHash: hash, chainId: 1 } };
    expect(find({ ...order, ...stated }, options)).toEqual(["chain chain"]);
    expect(find({ ...order, ...stated }, { ...options, chainId: 1 })).toEqual([]);
  });

  test("sends no more than its quote, also if more was asked for", async () => {
    const options = { expect: await quoteFor("10") };
    expect(find({ ...order, ...from("20") }, options)).toEqual(["amount_in from.amount"]);
    expect(find({ ...order, ...from("10") }, options)).toEqual([]);
  });

  test.each([
    ["transactionFeeInCryptoCurrency", "price_unknown expect.fee"],
    ["estimatedGasFeeInCryptoCurrency", "price_unknown expect.gas"],
  ])("has a problem if its quote has an unreadable %s", (name, problem) => {
    const quoted = { ...withdrawalQuote, [name]: "much" };
    expect(find(order, { expect: quoted })).toEqual([problem, "high_costs fees.transactionFee"]);
  });

  test("is above the gas that the caller set if only its quote is", () => {
    for (const gasFee of ["0.01", "0", null])
      expect(
        find({ ...order, ...fees("0.1", gasFee) }, { expect: withdrawalQuote, maxGasFee: "0.019" }),
      ).toEqual(["gas_above_maximum fees.gasFee"]);
  });

  test("is within the gas that the caller set, and has no other limit", () => {
    const quoted = withdrawalQuote;
    expect(find(order, { expect: quoted, maxGasFee: "0.02" })).toEqual([]);
    const above = ["gas_above_maximum fees.gasFee"];
    expect(find(order, { expect: quoted, maxGasFee: "0.019" })).toEqual(above);
    const more = { ...order, ...fees("0.01", "0.03") };
    expect(find(more, { expect: quoted, maxGasFee: "0.02" })).toEqual(above);
    expect(find(order, { expect: quoted, maxLossPercent: 1 })).toEqual(["request maxLossPercent"]);
  });

  test.each<[string, string, number | undefined, string[]]>([
    ["a tenth of its amount with gas", "1.98", undefined, []],
    ["more than a tenth", "1.980001", undefined, ["high_costs expect"]],
    ["a tenth and the 1% that was asked for", "2.18", 1, []],
    ["more than a tenth and the 1% that was asked for", "2.180001", 1, ["high_costs expect"]],
  ])("is asked about by its quote, which takes %s", async (_, fee, percent, problems) => {
    const costly = { transactionFeeInCryptoCurrency: fee };
    const expected = await quoteFor("20", costly, { transactionFeePercent: percent });
    expect(find(order, { expect: expected })).toEqual(problems);
  });

  test.each<[string, string, string, string[]]>([
    ["amounts that are rounded", "20.1", "9.9", []],
    ["more than the rounding", "20.2", "9.9", ["amount_in from.amount"]],
    ["less than the rounding", "20", "9.8", ["minimum_out to.amount"]],
  ])("of a quote with more digits is compared with %s", (_, sent, received, problems) => {
    const [amountToSendInCryptoCurrency, amountToReceiveInFiatCurrency] = ["20.004", "9.96"];
    const amounts = { amountToSendInCryptoCurrency, amountToReceiveInFiatCurrency };
    const quoted = { expect: { ...withdrawalQuote, ...amounts } };
    expect(find({ ...order, ...from(sent), ...to(received) }, quoted)).toEqual(problems);
  });

  test("is described with the amounts of its quote", () => {
    const text = describeOperation(order as never, { expect: withdrawalQuote })?.text;
    expect(text).toContain("You sign: a fiat withdrawal");
    expect(text).toContain("You send, by your quote: 20 USDC");
    expect(text).toContain("You receive, by your quote: 100.5 BRL");
  });

  test("is no transfer, and a transfer is no withdrawal", () => {
    expect(find({ userOperationHash: hash })).toEqual(["not_asked operation"]);
  });
});
