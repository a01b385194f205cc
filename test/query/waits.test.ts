import { QueryObserver } from "@tanstack/query-core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createQueries } from "../../src/query/index.js";
import { drained } from "../support/drained.js";
import { clientOn, recorder } from "../support/recorder.js";
import { waitFor } from "../support/waiting.js";
import { openQueryClient } from "./query-kit.js";

const wallet = "0x1111111111111111111111111111111111111111";
const userOperationHash = `0x${"ab".repeat(32)}` as const;
const settings = { interval: 10, maxInterval: 10 };

/** A service that returns the next of these statuses for each poll. */
function open(steps: readonly (string | undefined)[]) {
  let polls = 0;
  const fetch = recorder(() => {
    const status = steps[Math.min(polls++, steps.length - 1)];
    return {
      json: { transactions: status ? [{ userOperationHash, status }] : [], nextLastId: null },
    };
  });
  const queries = createQueries(clientOn(fetch, { validation: "off" }));
  return {
    fetch,
    queryClient: openQueryClient(),
    options: queries.wallets.waitForTransaction(wallet, { userOperationHash }, settings),
    queries,
  };
}

describe("a wait as a query", () => {
  test("shows each status, and ends with the final one", async () => {
    const { fetch, queryClient, options } = open([undefined, "PENDING", "PENDING", "COMPLETED"]);
    const seen: unknown[] = [];
    const observer = new QueryObserver(queryClient, options);
    onTestFinished(
      observer.subscribe(
        ({ data, fetchStatus }) => void seen.push(`${data?.status} ${fetchStatus}`),
      ),
    );
    await waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe("idle"));
    expect([...new Set(seen)]).toEqual([
      "undefined fetching",
      "PENDING fetching",
      "COMPLETED fetching",
      "COMPLETED idle",
    ]);
    expect(await drained(fetch)).toHaveLength(4);
  });

  test("does not start again after the final status", async () => {
    const { fetch, queryClient, options } = open(["FAILED"]);
    await expect(queryClient.fetchQuery(options)).resolves.toMatchObject({ status: "FAILED" });
    await queryClient.fetchQuery(options);
    expect(await drained(fetch)).toHaveLength(1);
  });

  test("continues after a record without a final status was restored", async () => {
    const { fetch, queryClient, options } = open(["COMPLETED"]);
    queryClient.setQueryData(options.queryKey, { status: "PENDING" } as never);
    await expect(queryClient.fetchQuery(options)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(await drained(fetch)).toHaveLength(1);
  });

  test("ends when the component unmounts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { fetch, queryClient, options } = open(["PENDING"]);
    const end = new QueryObserver(queryClient, options).subscribe(() => {});
    await waitFor(() => expect(fetch.requests.length).toBeGreaterThan(1));
    end();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const sent = fetch.requests.length;
    await vi.advanceTimersByTimeAsync(60);
    expect((await drained(fetch)).length).toBe(sent);
  });

  test("ends with the final status of every kind of session", async () => {
    for (const kind of [
      "individual.standard",
      "individual.enhanced",
      "business.standard",
    ] as const) {
      const fetch = recorder([
        { json: { session: { id: "s", status: "PENDING" } } },
        { json: { session: { id: "s", status: "EXPIRED" } } },
      ]);
      const queries = createQueries(clientOn(fetch, { validation: "off" }));
      const options = queries.kyc.waitForSession("s", { ...settings, kind });
      expect(options.queryKey).toEqual([
        "bursar",
        "kyc.waitForSession",
        { params: { sessionId: "s", kind } },
      ]);
      await expect(openQueryClient().fetchQuery(options as never)).resolves.toMatchObject({
        status: "EXPIRED",
      });
      expect(await drained(fetch)).toHaveLength(2);
    }
  });

  test("has the wallet in its key, ends in its time, and is not repeated", async () => {
    const { queries, queryClient } = open(["PENDING"]);
    const { wallets, swap } = queries;
    const subject = { userOperationHash };
    const short = { ...settings, timeout: 20 };
    const waits = {
      "wallets.waitForTransaction": wallets.waitForTransaction(wallet, subject, short),
      "swap.waitForLimitOrder": swap.waitForLimitOrder(wallet, subject, short),
    };
    for (const [name, options] of Object.entries(waits)) {
      const params = { walletAddress: wallet, userOperationHash };
      expect([options.queryKey, options.retry]).toEqual([["bursar", name, { params }], false]);
      await expect(queryClient.fetchQuery(options)).rejects.toMatchObject({ kind: "timeout" });
    }
  });

  test("rejects without a request if the hash is missing", async () => {
    const { fetch, queryClient, queries } = open(["PENDING"]);
    await expect(
      queryClient.fetchQuery(queries.wallets.waitForTransaction(wallet, {} as never)),
    ).rejects.toMatchObject({
      kind: "request_validation",
    });
    expect(await drained(fetch)).toHaveLength(0);
  });
});
