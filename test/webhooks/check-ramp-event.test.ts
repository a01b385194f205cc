import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../src/errors/index.js";
import {
  checkRampEvent,
  type ExpectedRampOrder,
  type WebhookEvent,
} from "../../src/webhooks/index.js";
import { deposit } from "./sample-deliveries.js";

const order: ExpectedRampOrder = {
  orderId: deposit.orderId,
  walletAddress: deposit.walletAddress,
  chainId: 137,
  currency: "USDC",
  minAmount: "247",
};
const withdrawal = {
  event_type: "ramp.withdraw",
  orderId: "order_2",
  status: "COMPLETED",
  chainId: 137,
  walletAddress: deposit.walletAddress,
  receivedFiatAmount: "99.95",
  receivedFiatCurrency: "USD",
  sendCryptoAmount: "1000",
  sendCryptoCurrency: "USDC",
} as const;
const withdrawalOrder = {
  ...order,
  orderId: "order_2",
  currency: "USD",
  minAmount: "99.95",
};

const codesOf = (event: object, expected: ExpectedRampOrder = order) =>
  checkRampEvent(event as WebhookEvent, { expect: expected }).map(({ code }) => code);

describe("checkRampEvent finds no problem", () => {
  test("for a deposit and a withdrawal that match their orders", () => {
    expect(codesOf(deposit)).toEqual([]);
    expect(codesOf(withdrawal, withdrawalOrder)).toEqual([]);
  });

  test("for an address in another case, and for more than the least amount", () => {
    const walletAddress = deposit.walletAddress.toLowerCase();
    expect(codesOf({ ...deposit, walletAddress, receivedCryptoAmount: "1e3" })).toEqual([]);
  });
});

describe("checkRampEvent finds", () => {
  test.each<[string, object, string]>([
    ["another order", { orderId: "order_10" }, "order_id"],
    ["another wallet", { walletAddress: `0x${"2".repeat(40)}` }, "wallet"],
    ["a list with the wallet", { walletAddress: [deposit.walletAddress] }, "wallet"],
    ["another chain", { chainId: 1 }, "chain"],
    ["a chain that is no number", { chainId: "137" }, "chain"],
    ["another currency", { receivedCryptoCurrency: "USDT" }, "currency"],
    ["a currency that begins like it", { receivedCryptoCurrency: "USDC.e" }, "currency"],
    ["a currency in another case", { receivedCryptoCurrency: "usdc" }, "currency"],
    ["too little", { receivedCryptoAmount: "246.999999999999999999" }, "amount"],
    ["a negative amount", { receivedCryptoAmount: "-248" }, "amount"],
    ["an empty amount", { receivedCryptoAmount: "" }, "amount"],
    ["an amount in hex", { receivedCryptoAmount: "0xffff" }, "amount"],
    ["an infinite amount", { receivedCryptoAmount: "Infinity" }, "amount"],
    ["an amount with a space", { receivedCryptoAmount: " 248" }, "amount"],
    ["an amount in other digits", { receivedCryptoAmount: "９９９" }, "amount"],
    [
      "an amount of more than 1,000 characters",
      { receivedCryptoAmount: "9".repeat(1_001) },
      "amount",
    ],
    ["an amount with a comma", { receivedCryptoAmount: "1,000" }, "amount"],
    ["an amount that is a number", { receivedCryptoAmount: 248 }, "amount"],
    ["an order that is processed", { status: "PROCESSING" }, "not_final"],
    ["an unknown status", { status: "completed" }, "not_final"],
    ["a status that begins like the final one", { status: "COMPLETED_IN_PART" }, "not_final"],
    ["a failed order", { status: "FAILED" }, "failed"],
  ])("%s, and only that", (_, change, code) => {
    const problems = checkRampEvent({ ...deposit, ...change }, { expect: order });
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    const { path, expected, received, message, severity } = problems[0] as (typeof problems)[0];
    expect(message).toBe(`${path}: expected ${expected}, got ${received}`);
    expect(severity).toBe("fatal");
  });

  test.each([
    ["orderId", "order_id"],
    ["walletAddress", "wallet"],
    ["chainId", "chain"],
    ["receivedCryptoCurrency", "currency"],
    ["receivedCryptoAmount", "amount"],
    ["status", "not_final"],
  ])("a missing %s, also if it is null or inherited", (field, code) => {
    expect(codesOf({ ...deposit, [field]: undefined })).toEqual([code]);
    expect(codesOf({ ...deposit, [field]: null })).toEqual([code]);
    const { [field as keyof typeof deposit]: inherited, ...rest } = deposit;
    const event = Object.assign(Object.create({ [field]: inherited }), rest);
    expect(codesOf(event)).toEqual([code]);
  });

  test("the amount that arrives, and not the one that is sent", () => {
    expect(codesOf({ ...withdrawal, receivedFiatAmount: "99.94" }, withdrawalOrder)).toEqual([
      "amount",
    ]);
    // The withdrawal of a customer does not pay for a deposit with the same id.
    expect(codesOf({ ...withdrawal, orderId: order.orderId })).toEqual(["currency", "amount"]);
  });

  test.each([
    [{ ...deposit, event_type: "ping" }],
    [{ ...deposit, event_type: undefined }],
    [{ ...deposit, event_type: "__proto__" }],
    [{ ...deposit, event_type: ["ramp.deposit"] }],
  ])("an event that is not about a ramp order: %o", (event) => {
    expect(codesOf(event)).toEqual(["event_type"]);
  });

  test.each([null, undefined, 7, "ramp.deposit", []])("%o in place of an event", (event) => {
    expect(codesOf(event as never)).toContain("event_type");
  });

  test("every problem at once", () => {
    expect(codesOf({ event_type: "ramp.deposit" })).toEqual([
      ...["order_id", "wallet", "chain", "currency", "amount", "not_final"],
    ]);
  });
});

test("amounts are compared exactly, like whole numbers of the smallest unit", () => {
  const digits = fc.stringMatching(/^\d{1,22}$/);
  const amount = fc.record({ whole: digits, fraction: digits });
  type Amount = { whole: string; fraction: string };
  const text = ({ whole, fraction }: Amount) => `${whole}.${fraction}`;
  const units = ({ whole, fraction }: Amount) => BigInt(whole + fraction.padEnd(22, "0"));
  fc.assert(
    fc.property(amount, amount, fc.constantFrom("", "0", "00"), (a, b, zeros) => {
      fc.pre(units(b) > 0n);
      const least = { ...order, minAmount: zeros + text(b) };
      const codesFor = (received: Amount) =>
        codesOf({ ...deposit, receivedCryptoAmount: text(received) + zeros }, least);
      expect(codesFor(a)).toEqual(units(a) < units(b) ? ["amount"] : []);
      expect(codesFor(b)).toEqual([]);
    }),
  );
});

test("an amount of 1,000 characters is read", () => {
  expect(codesOf({ ...deposit, receivedCryptoAmount: "9".repeat(1_000) })).toEqual([]);
});

describe("checkRampEvent rejects, and names", () => {
  test.each([
    ["orderId", ""],
    ["orderId", 7],
    // An event without an id would be that of the order.
    ["orderId", undefined],
    ["walletAddress", undefined],
    ["chainId", "137"],
    ["chainId", Number.NaN],
    ["chainId", undefined],
    ["chainId", 1.5],
    ["currency", undefined],
    ["currency", null],
    ["minAmount", "0"],
    ["minAmount", "0.00"],
    ["minAmount", "-1"],
    ["minAmount", 100],
    ["minAmount", "1e99999"],
    ["minAmount", undefined],
  ])("%s: %o", (field, value) => {
    const check = () => codesOf(deposit, { ...order, [field]: value });
    expect(check).toThrow(ConfigurationError);
    expect(check).toThrow(`expect.${field}`);
  });

  test("an unknown field of the order, which would compare nothing", () => {
    const check = () => codesOf(deposit, { ...order, wallet: "0x" } as never);
    expect(check).toThrow('checkRampEvent: expect: unknown option "wallet"');
  });

  test("a missing order", () => {
    expect(() => checkRampEvent(deposit, {} as never)).toThrow(ConfigurationError);
    expect(() => checkRampEvent(deposit, undefined as never)).toThrow(ConfigurationError);
    expect(() => checkRampEvent(deposit, order as never)).toThrow('unknown option "orderId"');
  });
});
