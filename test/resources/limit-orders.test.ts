import { describe, expect, test, vi } from "vitest";
import { WaitTimeoutError } from "../../src/errors/connection.js";
import { isLimitOrder, type Progress, type SwapQuote, type Transaction } from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import { failure, hash, wallet } from "../http/test-client.js";
import { openQueryClient } from "../query/query-kit.js";
import { openWallet } from "../sandbox/open-sandbox.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { inFakeTime } from "./fake-time.js";
import { openHistory } from "./open-history.js";

const subject = { userOperationHash: hash };

describe("isLimitOrder", () => {
  test("distinguishes the quotes of the sandbox", async () => {
    const { client, address } = await openWallet();
    const market = await client.swap.quote(createSwapRequest(address));
    expect(market.quotes.map(isLimitOrder)).toEqual([false]);
    const order = await client.swap.quote(createOrderRequest(address, "0.05"));
    expect(order.quotes.map(isLimitOrder)).toEqual([true]);
    const [quote] = order.quotes;
    if (quote && isLimitOrder(quote)) expect(quote.typedData.primaryType).toMatch(/^LightAccount/);
    else expect.unreachable();
  });

  test.each([null, undefined])("is false for %o", (quote) => {
    expect(isLimitOrder(quote)).toBe(false);
  });

  test.each([null, undefined, {}, { domain: null, types: null }])(
    "is false for the typed data %o, which means that there is none",
    (typedData) => {
      expect(isLimitOrder({ typedData } as unknown as SwapQuote)).toBe(false);
    },
  );

  test("is false for the typed data of the operation, and true for an unknown type", () => {
    const withType = (primaryType: string) =>
      ({ typedData: { primaryType, types: {}, domain: {}, message: {} } }) as unknown as SwapQuote;
    expect(isLimitOrder(withType("PackedUserOperation"))).toBe(false);
    expect(isLimitOrder(withType("Order"))).toBe(true);
  });
});

describe("waiting for a limit order", () => {
  test.each(["COMPLETED", "FAILED", "PARTIALLY_COMPLETED"])("ends at %s", async (status) => {
    const { client, fetch } = openHistory(undefined, "PROCESSING", status);
    const options = { interval: 10, maxInterval: 10 };
    const ended = await client.swap.waitForLimitOrder(wallet, subject, options);
    expect(ended.status).toBe(status);
    expect(await drained(fetch)).toHaveLength(3);
    expect(fetch.requests[0]?.query).toContain(hash);
  });

  // test/thorough sends all requests of the 7 days.
  test.skipIf(inBrowser)("waits for 7 days by default", async () => {
    const { client } = openHistory("PROCESSING");
    const times: number[] = [];
    const onProgress = ({ elapsed }: Progress<Transaction>) => {
      times.push(elapsed);
      // The machine sleeps for most of the time.
      if (times.length === 15) vi.advanceTimersByTime(604_670_000 - elapsed);
    };
    const options = { onProgress, timeout: undefined };
    const error = await inFakeTime(() =>
      failure(client.swap.waitForLimitOrder(wallet, subject, options)),
    );
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({
      operation: "swap.waitForLimitOrder",
      timeout: 604_800_000,
      subject: hash,
      lastStatus: "PROCESSING",
    });
    const delays = times.map((time, i) => Math.round(time - (times[i - 1] ?? 0)));
    expect(delays.slice(0, 3)).toEqual([0, 1_000, 1_500]);
    expect(Math.max(...delays.slice(0, 15))).toBe(60_000);
    // The last request is sent 2 s before the end, so that its response can arrive.
    expect(times.slice(-3)).toEqual([604_730_000, 604_790_000, 604_798_000]);
  });

  test.skipIf(inBrowser)("keeps the defaults of an ordinary wait", async () => {
    const { client } = openHistory("PROCESSING");
    const times: number[] = [];
    const onProgress = ({ elapsed }: Progress<Transaction>) => void times.push(elapsed);
    const error = await inFakeTime(() =>
      failure(client.wallets.waitForTransaction(wallet, subject, { onProgress })),
    );
    expect(error).toMatchObject({ operation: "wallets.waitForTransaction", timeout: 600_000 });
    const delays = times.map((time, i) => Math.round(time - (times[i - 1] ?? 0)));
    expect([delays.slice(0, 3), Math.max(...delays)]).toEqual([[0, 1_000, 1_500], 10_000]);
    expect(times.at(-1)).toBe(598_000);
  });

  test("rejects without a hash and sends nothing", async () => {
    const { client, fetch } = openHistory("COMPLETED");
    expect(await failure(client.swap.waitForLimitOrder(wallet, {} as never))).toMatchObject({
      kind: "request_validation",
      operation: "swap.waitForLimitOrder",
    });
    expect(await drained(fetch)).toHaveLength(0);
  });

  test("is a query that ends with the final status", async () => {
    const { client, fetch } = openHistory("PROCESSING", "COMPLETED");
    const { swap } = createQueries(client);
    const options = swap.waitForLimitOrder(wallet, subject, { interval: 10, maxInterval: 10 });
    const data = await openQueryClient().fetchQuery(options);
    expect(data).toMatchObject({ status: "COMPLETED" });
    expect(await drained(fetch)).toHaveLength(2);
  });
});

describe("the progress of a wait", () => {
  test("names its subject, and whether the record was found", async () => {
    const { client } = openHistory(undefined, "PROCESSING", undefined, "COMPLETED");
    const seen: Progress<Transaction>[] = [];
    const onProgress = (progress: Progress<Transaction>) => void seen.push(progress);
    const options = { interval: 10, maxInterval: 10, onProgress };
    await client.wallets.waitForTransaction(wallet, subject, options);
    expect(seen.map(({ found, status, record }) => [found, status, record?.status])).toEqual([
      [false, undefined, undefined],
      [true, "PROCESSING", "PROCESSING"],
      [true, "PROCESSING", undefined],
      [true, "COMPLETED", "COMPLETED"],
    ]);
    for (const progress of seen)
      expect(progress).toMatchObject({ subject: hash, elapsed: expect.any(Number) });
  });
});
