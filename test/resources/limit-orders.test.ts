import { describe, expect, test, vi } from "vitest";
import { WaitTimeoutError } from "../../src/errors/connection.js";
import { isLimitOrder, type Progress, type SwapQuote, type Transaction } from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import { failure, hash, wallet } from "../http/test-client.js";
import { openQueryClient } from "../query/query-kit.js";
import { openWallet } from "../sandbox/open-sandbox.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { inBrowser } from "../support/in-browser.js";
import { clientOn, recorder } from "../support/recorder.js";

const subject = { userOperationHash: hash };

/** A service whose history shows the next of these statuses for each request. */
function openHistory(...statuses: (string | undefined)[]) {
  let requests = 0;
  const fetch = recorder(() => {
    const status = statuses[Math.min(requests++, statuses.length - 1)];
    const record = { id: "1", type: "SWAP", userOperationHash: hash, status };
    return { json: { transactions: status ? [record] : [], nextLastId: null } };
  });
  return { fetch, client: clientOn(fetch, { validation: "off" }) };
}

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
    expect(fetch.requests).toHaveLength(3);
    expect(fetch.requests[0]?.query).toContain(hash);
  });

  // In a page, reading a body takes real time, which fake timers do not wait for.
  test.skipIf(inBrowser)(
    "waits for 7 days by default, at most a minute between two requests",
    async () => {
      vi.useFakeTimers();
      try {
        const { client, fetch } = openHistory("PROCESSING");
        const startedAt = Date.now();
        const times: number[] = [];
        const onProgress = ({ elapsed }: Progress<Transaction>) => void times.push(elapsed);
        const waiting = failure(
          client.swap.waitForLimitOrder(wallet, subject, { onProgress, timeout: undefined }),
        );
        await vi.advanceTimersByTimeAsync(6 * 86_400_000);
        const sixDays = fetch.requests.length;
        await vi.advanceTimersByTimeAsync(86_400_000);
        const error = await waiting;
        expect(error).toBeInstanceOf(WaitTimeoutError);
        expect(error).toMatchObject({
          operation: "swap.waitForLimitOrder",
          timeout: 604_800_000,
          subject: hash,
          lastStatus: "PROCESSING",
        });
        expect(Date.now() - startedAt).toBe(604_800_000);
        expect(sixDays).toBeGreaterThan(6 * 1_440);
        const delays = times.slice(1).map((time, i) => time - (times[i] as number));
        expect(Math.max(...delays)).toBeGreaterThan(59_000);
        expect(Math.max(...delays)).toBeLessThan(61_000);
        expect(delays[0]).toBeLessThan(2_000);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test.skipIf(inBrowser)("keeps the defaults of an ordinary wait", async () => {
    const { client } = openHistory("PROCESSING");
    vi.useFakeTimers();
    try {
      const waiting = failure(client.wallets.waitForTransaction(wallet, subject));
      await vi.advanceTimersByTimeAsync(600_000);
      expect(await waiting).toMatchObject({
        operation: "wallets.waitForTransaction",
        timeout: 600_000,
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("rejects without a hash and sends nothing", async () => {
    const { client, fetch } = openHistory("COMPLETED");
    expect(await failure(client.swap.waitForLimitOrder(wallet, {} as never))).toMatchObject({
      kind: "request_validation",
      operation: "swap.waitForLimitOrder",
    });
    expect(fetch.requests).toHaveLength(0);
  });

  test("is a query that ends with the final status", async () => {
    const { client, fetch } = openHistory("PROCESSING", "COMPLETED");
    const { swap } = createQueries(client);
    const options = swap.waitForLimitOrder(wallet, subject, { interval: 10, maxInterval: 10 });
    const data = await openQueryClient().fetchQuery(options);
    expect(data).toMatchObject({ status: "COMPLETED" });
    expect(fetch.requests).toHaveLength(2);
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
