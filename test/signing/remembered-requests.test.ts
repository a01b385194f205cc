import type { Hex } from "viem";
import { afterEach, describe, expect, test, vi } from "vitest";
import { digestRequest } from "../../src/contract/shared/digest-request.js";
import { recallRequest } from "../../src/contract/shared/remembered-requests.js";
import { createClient, UnsafeToSignError } from "../../src/index.js";
import type { DecisionReceipt } from "../../src/receipts/index.js";
import {
  checkOperation,
  checkQuote,
  describeOperation,
  describeQuote,
  isExpired,
  millisecondsLeft,
  pickExecutable,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { collect } from "../receipts/receipt-kit.js";
import { createQuote, owner, request, stranger, tokenIn, wallet } from "./market-quotes.js";
import { getRejection } from "./test-signers.js";

const now = Date.UTC(2026, 0, 1);
const baseUrl = "https://service.test";

/** A client whose service responds with this body, and states this time. */
function connect(body: object, date: number | null = Date.now()) {
  const headers = new Headers({ "content-type": "application/json" });
  if (date !== null) headers.set("date", new Date(date).toUTCString());
  return createClient({
    baseUrl,
    apiKey: "test-key-1234",
    fetch: async () => new Response(JSON.stringify(body), { headers }),
    dangerouslyAllowBrowser: true,
  });
}

const createQuotes = (expiresAt = Date.now() + 60_000) => ({
  quotes: [createQuote({ expiresAt: new Date(expiresAt).toISOString() })],
});

afterEach(() => void vi.useRealTimers());

describe("a quote that the client returned", () => {
  test("is compared with its request, without expect and without options", async () => {
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    const quote = pickExecutable(quotes);
    expect(checkQuote(quote)).toEqual([]);
    expect(describeQuote(quote).problems).toEqual([]);
    expect(await signQuote(quote, owner)).toMatchObject({ walletAddress: request.walletAddress });
  });

  test("is rejected if it is not what was requested", async () => {
    const other = { ...request, toAddress: stranger };
    const { quotes } = await connect(createQuotes()).swap.quote(other);
    const quote = pickExecutable(quotes);
    expect(checkQuote(quote).map(({ code }) => code)).toEqual(["receiver"]);
    expect(describeQuote(quote).problems).toHaveLength(1);
    expect(await getRejection(signQuote(quote, owner))).toBeInstanceOf(UnsafeToSignError);
  });

  test("is compared with the request as it was sent, regardless of later changes by the caller", async () => {
    const sent = { ...request };
    const { quotes } = await connect(createQuotes()).swap.quote(sent);
    sent.amountIn = "1";
    expect(checkQuote(pickExecutable(quotes))).toEqual([]);
  });

  test("is compared with expect, if it is given", async () => {
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    const expected = { ...request, amountIn: "1" };
    const codes = checkQuote(pickExecutable(quotes), { expect: expected }).map(({ code }) => code);
    expect(codes).toContain("amount_in");
  });

  test("is compared without the fields that extraBody added", async () => {
    const call = connect(createQuotes()).swap.quote(request, { extraBody: { route: "fast" } });
    expect(checkQuote(pickExecutable((await call).quotes))).toEqual([]);
  });

  test.each<[string, <T>(quote: T) => T]>([
    ["a spread", (quote) => ({ ...quote })],
    ["JSON", (quote) => JSON.parse(JSON.stringify(quote))],
    ["a clone", (quote) => structuredClone(quote)],
  ])("needs expect after %s, and the error says so", async (_, copy) => {
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    const quote = copy(pickExecutable(quotes));
    expect(checkQuote(quote)).toMatchObject([
      { code: "request", path: "expect", expected: expect.stringContaining("client itself") },
    ]);
    expect(checkQuote(quote, { expect: request })).toEqual([]);
  });

  test("has no further field", async () => {
    const body = createQuotes();
    const response = await connect(body).swap.quote(request);
    expect(response).toEqual(JSON.parse(JSON.stringify(body)));
    expect(Reflect.ownKeys(response.quotes[0] as object)).toEqual(
      Object.keys(body.quotes[0] as object),
    );
  });

  test("is not taken for the response of another operation", async () => {
    const response = { ...createQuotes().quotes[0], quotes: [] };
    const custom = connect(response).request({ method: "POST", path: "/x", body: request });
    const quote = (await custom) as never;
    expect(checkQuote(quote)).toMatchObject([{ code: "request", path: "expect" }]);
    expect(checkQuote(quote, { expect: request })).toEqual([]);
    const hash = { userOperationHash: `0x${"0a".repeat(32)}`, tokenIn: request.tokenIn };
    const { operation } = await connect({ operation: hash }).liquidity.collectFees({
      walletAddress: wallet,
      chainId: 137,
      nftId: "1",
      payGasFeeToken: tokenIn,
    });
    expect(checkQuote(operation as never)).toMatchObject([{ code: "request" }]);
  });
});

describe("an operation that the client returned", () => {
  const { walletAddress, tokenIn: token } = request as Record<"walletAddress" | "tokenIn", Hex>;
  const payment = {
    amount: "12.5",
    chainId: 137,
    token,
    payGasFeeToken: token,
    walletAddress,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    toAddress: stranger,
  } as const;
  const createTransfer = (changes: object = {}) => ({
    transfer: {
      userOperationHash: `0x${"0b".repeat(32)}`,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      amountToSend: "12.5",
      amountToSendUSD: "12.5",
      amountToBeReceived: "12.5",
      chain: 137,
      token,
      walletAddress,
      toAddress: stranger,
      ...changes,
    },
  });

  test.each(["with", "without"])(
    "is compared with its request, %s the wrapper of the response",
    async (wrapper) => {
      for (const [changes, codes] of [
        [{}, []],
        [{ toAddress: walletAddress }, ["receiver"]],
      ] as const) {
        const response = await connect(createTransfer(changes)).operations.transfer(payment);
        const operation = wrapper === "with" ? response : response.transfer;
        expect(checkOperation(operation).map(({ code }) => code)).toEqual(codes);
        expect(describeOperation(operation)?.text).toContain("a transfer");
        const signed = signOperation(operation, owner);
        if (codes.length > 0) await expect(signed).rejects.toBeInstanceOf(UnsafeToSignError);
        else expect(await signed).toMatchObject({ walletAddress });
      }
    },
  );

  test("is compared without the fields that extraBody added", async () => {
    const extra = { extraBody: { route: "fast" } };
    const response = await connect(createTransfer()).operations.transfer(payment, extra);
    expect(checkOperation(response)).toEqual([]);
  });

  test("is compared with expect, if it is given, and not with the request that was sent", async () => {
    const { transfer } = await connect(createTransfer()).operations.transfer(payment);
    const expected = { ...payment, toAddress: walletAddress };
    expect(checkOperation(transfer, { expect: expected })).toMatchObject([
      { code: "receiver", expected: expect.stringContaining(walletAddress) },
    ]);
  });

  test("is compared with the wallet and the chain of its request, if nothing else is stated", async () => {
    const hash = { userOperationHash: `0x${"0a".repeat(32)}`, walletAddress: stranger };
    const { operation } = await connect({ operation: hash }).liquidity.collectFees({
      walletAddress,
      chainId: 137,
      nftId: "1",
      payGasFeeToken: token,
    });
    expect(checkOperation(operation).map(({ code }) => code)).toEqual(["wallet"]);
    expect(checkOperation(operation, { walletAddress: stranger })).toEqual([]);
    expect(checkOperation({ ...operation } as never)).toEqual([]);
    const elsewhere = { operation: { userOperationHash: hash.userOperationHash, chain: 1 } };
    const { operation: other } = await connect(elsewhere).liquidity.collectFees({
      walletAddress,
      chainId: 137,
      nftId: "1",
      payGasFeeToken: token,
    });
    expect(checkOperation(other).map(({ code }) => code)).toEqual(["chain"]);
    expect(checkOperation(other, { chainId: 1 })).toEqual([]);
  });

  test("is compared with its request, if it is a batch or a custom operation", async () => {
    const { transfer } = createTransfer({ userOperationHash: null });
    const { expiresAt } = transfer;
    const prepared = { userOperationHash: `0x${"0b".repeat(32)}`, expiresAt };
    const batch = { ...prepared, operations: [{ transfer }] };
    const asked = {
      walletAddress,
      chainId: 137,
      operations: [{ type: "transfer", params: { ...payment, toAddress: walletAddress } }],
    };
    const response = await connect(batch).operations.batch(asked as never);
    expect(checkOperation(response).map(({ code }) => code)).toEqual(["receiver"]);
    const sender = { walletAddress };
    const gas = { maxGasFeeToken: "2", payFeesToken: token };
    const custom = { userOperation: { ...prepared, sender, ...gas } };
    const { userOperation } = await connect(custom).operations.custom({
      walletAddress,
      chainId: 137,
      payGasFeeToken: token,
      operations: [{ address: token }],
    });
    expect(checkOperation(userOperation, { maxGasFee: "2" })).toEqual([]);
    const above = checkOperation(userOperation, { maxGasFee: "1" });
    expect(above.map(({ code }) => code)).toEqual(["gas_above_maximum"]);
    // The receipt names the request that the caller expects.
    const expected = {
      walletAddress,
      chainId: 137,
      payGasFeeToken: token,
      operations: [{ address: walletAddress }],
    } as const;
    const { list, receipts } = collect();
    await signOperation(userOperation, owner, { expect: expected, receipts });
    await signOperation(userOperation, owner, { receipts });
    const digests = list.map((each) => (each as DecisionReceipt).request);
    expect(digests).toEqual([digestRequest(expected), expect.stringMatching(/^0x/)]);
    expect(digests[1]).not.toBe(digests[0]);
  });

  test("expires by the time of the service, although the own clock is a day off", async () => {
    const codesAt = async (difference: number) => {
      const time = Date.now() + 86_400_000;
      const expiresAt = new Date(time + difference).toISOString();
      const transfer = createTransfer({ expiresAt });
      const response = await connect(transfer, time).operations.transfer(payment);
      const isDescribed = describeOperation(response)?.text.includes("It has expired");
      return [isDescribed, ...checkOperation(response).map(({ code }) => code)];
    };
    expect(await codesAt(60_000)).toEqual([false]);
    expect(await codesAt(-1_000)).toEqual([true, "expired"]);
  });
});

describe("the time of the service", () => {
  test("decides about the expiry, although the own clock is days off", async () => {
    for (const difference of [-30 * 86_400_000, -86_400_000, 86_400_000]) {
      const time = Date.now() + difference;
      const { quotes } = await connect(createQuotes(time + 60_000), time).swap.quote(request);
      const quote = pickExecutable(quotes);
      for (const options of [undefined, { now: undefined }, { now: null as never }])
        expect(checkQuote(quote, options)).toEqual([]);
      expect(await signQuote(quote, owner)).toHaveProperty("signature");
      expect(millisecondsLeft(quote)).toBeGreaterThan(58_000);
      expect(millisecondsLeft(quote)).toBeLessThanOrEqual(61_000);
      expect(isExpired(quote)).toBe(false);
      const late = await connect(createQuotes(time - 1_000), time).swap.quote(request);
      expect(checkQuote(late.quotes[0] as never).map(({ code }) => code)).toEqual(["expired"]);
    }
  });

  test("decides about the expiry that is described, although the own clock is days off", async () => {
    for (const difference of [-2, 2].map((days) => days * 86_400_000)) {
      const time = Date.now() + difference;
      const describeAt = async (expiresAt: number) => {
        const { quotes } = await connect(createQuotes(expiresAt), time).swap.quote(request);
        return describeQuote(quotes[0] as never).text;
      };
      expect(await describeAt(time + 60_000)).not.toContain("expired");
      expect(await describeAt(time - 1_000)).toContain("expired");
    }
  });

  test("runs on while the machine sleeps, which stops some steady clocks", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    vi.setSystemTime(Date.now() + 61_000);
    expect(checkQuote(quotes[0] as never).map(({ code }) => code)).toEqual(["expired"]);
  });

  test("does not run back with the own clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(millisecondsLeft(quotes[0] as never)).toBeLessThanOrEqual(61_000);
  });

  test("puts off no expiry by more than a day", async () => {
    const time = Date.now() + 3 * 86_400_000;
    const { quotes } = await connect(createQuotes(time + 60_000), time).swap.quote(request);
    expect(checkQuote(quotes[0] as never).map(({ code }) => code)).toEqual(["expiry_later"]);
  });

  test("runs on after the own clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(checkQuote(quotes[0] as never).map(({ code }) => code)).toEqual(["expired"]);
  });

  test("gives way to now", async () => {
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    const quote = pickExecutable(quotes);
    const later = { now: Date.now() + 61_000 };
    expect(checkQuote(quote, later).map(({ code }) => code)).toEqual(["expired"]);
    expect(isExpired(quote, later)).toBe(true);
    expect(() => pickExecutable([quote], later)).toThrow(/expiresAt/);
  });

  test.each([null, Number.NaN])("is the own clock if the response states %s", async (date) => {
    const { quotes } = await connect(createQuotes(), date).swap.quote(request);
    expect(checkQuote(pickExecutable(quotes))).toEqual([]);
  });
});

test("keeps only requests of what is signed", async () => {
  const queued = { userOperationHash: `0x${"0a".repeat(32)}`, status: "QUEUED" };
  const { userOperationHash } = queued as { userOperationHash: Hex };
  const body = { userOperationHash, signature: `0x${"1".repeat(130)}` as const };
  const response = await connect(queued).operations.execute(body);
  expect(response).toMatchObject(queued);
  expect(recallRequest(response)).toBeUndefined();
});

test("loses no response, and knows its request, where globalThis is frozen", async () => {
  const key = Symbol.for("bursar.requests");
  const known = Object.getOwnPropertyDescriptor(globalThis, key) as PropertyDescriptor;
  Object.defineProperty(globalThis, key, { value: undefined, writable: false });
  try {
    const { quotes } = await connect(createQuotes()).swap.quote(request);
    expect(checkQuote(pickExecutable(quotes))).toEqual([]);
  } finally {
    Object.defineProperty(globalThis, key, known);
  }
});

test("a copy of the package in the same process knows the request, too", async () => {
  const { quotes } = await connect(createQuotes(now)).swap.quote(request);
  vi.resetModules();
  const copy = await import("../../src/signing/index.js");
  expect(copy.checkQuote).not.toBe(checkQuote);
  expect(copy.checkQuote(quotes[0] as never).map(({ code }) => code)).toEqual(["expired"]);
});
