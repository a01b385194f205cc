import { InfiniteQueryObserver } from "@tanstack/query-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { createQueries } from "../../src/query/index.js";
import { drained } from "../support/drained.js";
import { clientOn, type Recorded, recorder } from "../support/recorder.js";
import { waitFor } from "../support/waiting.js";
import { openQueryClient } from "./query-kit.js";

const wallet = "0x1111111111111111111111111111111111111111";
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `t${from + i}`, n: from + i }));

function open(response: (request: Recorded, params: URLSearchParams) => object) {
  const fetch = recorder((request) => ({
    json: response(request, new URLSearchParams(request.query)),
  }));
  return {
    fetch,
    queries: createQueries(clientOn(fetch, { validation: "off" })),
    queryClient: openQueryClient(),
  };
}

async function readAll(options: object, queryClient = openQueryClient()) {
  const observer = new InfiniteQueryObserver(queryClient, options as never);
  onTestFinished(observer.subscribe(() => {}));
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  for (
    let i = 0;
    i < 20 && observer.getCurrentResult().hasNextPage && !observer.getCurrentResult().error;
    i++
  )
    await observer.fetchNextPage();
  const result = observer.getCurrentResult();
  const data = result.data as unknown as
    | { pages: { items: { n: number }[]; total?: number }[]; pageParams: unknown[] }
    | undefined;
  return {
    observer,
    result,
    data,
    items: data?.pages.flatMap(({ items }) => items.map(({ n }) => n)),
  };
}

describe("listings", () => {
  test("by cursor send the query of the first page with each page", async () => {
    const { fetch, queries } = open((_, params) => {
      const from = Number(params.get("lastId") ?? 0);
      return { transactions: numbered(from, 2), nextLastId: from < 4 ? String(from + 2) : null };
    });
    const query = { take: 2, status: "FAILED" } as const;
    const { items, data } = await readAll(queries.wallets.history(wallet, query));
    expect(items).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await drained(fetch)).map(({ query }) => query)).toEqual([
      "take=2&status=FAILED",
      "take=2&lastId=2&status=FAILED",
      "take=2&lastId=4&status=FAILED",
    ]);
    expect(data?.pageParams).toEqual([null, { lastId: "2", take: 2 }, { lastId: "4", take: 2 }]);
  });

  test("by page number end at the total", async () => {
    const { fetch, queries } = open((_, params) => {
      const page = Number(params.get("page") ?? 1);
      return { tokens: numbered(page * 10, page < 3 ? 2 : 1), total: 5 };
    });
    const { items, data } = await readAll(queries.tokens.list({ perPage: 2 }));
    expect(items).toEqual([10, 11, 20, 21, 30]);
    expect(data?.pages[0]?.total).toBe(5);
    expect(await drained(fetch)).toHaveLength(3);
  });

  test("by offset end at the first page that is not full", async () => {
    const { fetch, queries } = open((_, params) => {
      const from = Number(params.get("offset") ?? 0);
      return { pools: numbered(from, from < 4 ? 2 : 1) };
    });
    const { items } = await readAll(queries.liquidity.pools({ take: 2 } as never));
    expect(items).toEqual([0, 1, 2, 3, 4]);
    expect(await drained(fetch)).toHaveLength(3);
  });

  test("resume at a cursor", async () => {
    const { fetch, queries } = open(() => ({ transactions: numbered(8, 1), nextLastId: null }));
    await readAll(queries.wallets.history(wallet, { lastId: "8" }));
    expect(fetch.requests[0]?.query).toBe("lastId=8");
  });

  test.each([
    ["the initial cursor", { lastId: "a" }, ["b", "a"]],
    ["an earlier cursor", undefined, ["b", "c", "b"]],
  ])("fail without another request if the service repeats %s", async (_, query, cursors) => {
    let sent = 0;
    const { fetch, queries } = open(() => ({
      transactions: numbered(sent * 2, 2),
      nextLastId: cursors[sent++ % cursors.length],
    }));
    const { result, items } = await readAll(queries.wallets.history(wallet, query));
    expect(result.error).toMatchObject({ kind: "pagination", operation: "wallets.history" });
    expect(await drained(fetch)).toHaveLength(cursors.length);
    expect(items).toHaveLength(cursors.length * 2);
  });

  test("fail if the service ignores the page number", async () => {
    const { fetch, queries } = open(() => ({ tokens: numbered(0, 2), total: 100 }));
    const { result } = await readAll(queries.tokens.list({ perPage: 2 }));
    expect(result.error).toMatchObject({ kind: "pagination" });
    expect(await drained(fetch)).toHaveLength(2);
  });

  test("send each page once on a refetch, and abort their request without observers", async () => {
    let sent: Request | undefined;
    const client = clientOn(((request: Request) => {
      sent = request;
      return new Promise<Response>((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    }) as never);
    const end = new InfiniteQueryObserver(
      openQueryClient(),
      createQueries(client).wallets.history(wallet),
    ).subscribe(() => {});
    await waitFor(() => expect(sent).toBeDefined());
    end();
    await waitFor(() => expect(sent?.signal.aborted).toBe(true));

    const { fetch, queries, queryClient } = open((_, params) => {
      const from = Number(params.get("lastId") ?? 0);
      return { transactions: numbered(from, 2), nextLastId: from < 4 ? String(from + 2) : null };
    });
    const { observer } = await readAll(queries.wallets.history(wallet), queryClient);
    await observer.refetch();
    expect(await drained(fetch)).toHaveLength(6);
  });
});
