import {
  dehydrate,
  hydrate,
  onlineManager,
  QueryClient,
  QueryObserver,
} from "@tanstack/query-core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RegisterWalletRequest } from "../../src/contract/wallets/records.js";
import { createQueries } from "../../src/query/index.js";
import { drained } from "../support/drained.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { clientOn, recorder, type StubResponse } from "../support/recorder.js";
import { waitFor } from "../support/waiting.js";
import { mutate, openQueryClient } from "./query-kit.js";

const wallet = "0x1111111111111111111111111111111111111111";
const fast = { limit: 2, baseDelay: 1, maxDelay: 2 };

function open(responses: Parameters<typeof recorder>[0] = () => ({ json: {} })) {
  const fetch = recorder(responses);
  return {
    fetch,
    queries: createQueries(clientOn(fetch, { retry: fast })),
    queryClient: openQueryClient(),
  };
}

const errorResponse = (status: number, id = "SOMETHING"): StubResponse => ({
  status,
  json: { id, message: "no" },
});

describe("reads", () => {
  test("are sent once for thousands of observers", async () => {
    const { fetch, queries, queryClient } = open();
    const observe = () =>
      new QueryObserver(queryClient, queries.wallets.portfolio(wallet)).subscribe(() => {});
    const ends = Array.from({ length: 1_000 }, observe);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    for (const end of ends) end();
    for (const end of Array.from({ length: 1_000 }, observe)) end();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(await drained(fetch)).toHaveLength(1);
  });

  test("are aborted without observers", async () => {
    let sent: Request | undefined;
    const fetch = (request: Request) => {
      sent = request;
      return new Promise<Response>((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    };
    const queries = createQueries(clientOn(fetch as never));
    const end = new QueryObserver(openQueryClient(), queries.wallets.portfolio(wallet)).subscribe(
      () => {},
    );
    await waitFor(() => expect(sent).toBeDefined());
    expect(sent?.signal.aborted).toBe(false);
    end();
    await waitFor(() => expect(sent?.signal.aborted).toBe(true));
  });

  test.each([
    [400, "BAD_REQUEST"],
    [403, "UNAVAILABLE_COMPUTE_UNITS"],
    [404, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"],
  ])("are not retried after a %i", async (status, id) => {
    const { fetch, queries, queryClient } = open(() => errorResponse(status, id));
    await expect(queryClient.fetchQuery(queries.wallets.portfolio(wallet))).rejects.toMatchObject({
      kind: "api",
      status,
      id,
    });
    expect(await drained(fetch)).toHaveLength(1);
  });

  test("are not sent with invalid input", async () => {
    const { fetch, queries, queryClient } = open();
    await expect(
      queryClient.fetchQuery(queries.wallets.portfolio("invalid")),
    ).rejects.toMatchObject({ kind: "request_validation" });
    expect(await drained(fetch)).toHaveLength(0);
  });

  test("are retried by the client only, so attempts do not multiply", async () => {
    const { fetch, queries, queryClient } = open(() => errorResponse(503));
    const observer = new QueryObserver(queryClient, queries.wallets.portfolio(wallet));
    const end = observer.subscribe(() => {});
    onTestFinished(end);
    await waitFor(() => expect(observer.getCurrentResult().status).toBe("error"));
    expect(await drained(fetch)).toHaveLength(1 + fast.limit);
    expect(observer.getCurrentResult().failureCount).toBe(1);
  });

  test("of a server component are not repeated by the page", async () => {
    const { fetch, queries, queryClient } = open([{ json: fixtureOf("wallets.portfolio").full }]);
    await queryClient.prefetchQuery(queries.wallets.portfolio(wallet));
    const wire = JSON.stringify(dehydrate(queryClient));
    const page = new QueryClient();
    hydrate(page, JSON.parse(wire));
    const observer = new QueryObserver(page, queries.wallets.portfolio(wallet));
    observer.subscribe(() => {})();
    expect(observer.getCurrentResult().data).toEqual(fixtureOf("wallets.portfolio").full);
    expect(await drained(fetch)).toHaveLength(1);
  });
});

test("data is fresh until it can have changed: a quote, a record, and what all users share", () => {
  const { queries } = open();
  const at = (data: object) => ({ state: { data, dataUpdatedAt: 1.8e12 } }) as never;
  const quote = queries.swap.quote(fixtureOf("swap.quote").minimalArgs[0] as never);
  const deeper = {
    quotes: [{ expiresAt: 1.8e12 + 60_000, order: { expiresAt: 1.8e12 + 10_000 } }],
  };
  expect(quote.staleTime(at({ quotes: [] }))).toBe(30_000);
  expect(quote.staleTime(at(deeper))).toBe(58_000);
  const { wallets, tokens, liquidity } = queries;
  const shared = [tokens.list(), liquidity.pools({} as never)];
  expect(shared.map(({ staleTime }) => staleTime)).toEqual([300_000, 300_000]);
  const own = [wallets.portfolio(wallet), wallets.history(wallet), wallets.list()];
  expect(own.map(({ staleTime }) => staleTime)).toEqual([10_000, 10_000, 10_000]);
});

describe("writes", () => {
  // The responses repeat it.
  const [request] = fixtureOf("wallets.register").minimalArgs as [RegisterWalletRequest];

  test("are never retried, regardless of the defaults of the QueryClient", async () => {
    const { fetch, queries, queryClient } = open(() => errorResponse(503));
    queryClient.setDefaultOptions({ mutations: { retry: 3, retryDelay: 1 } });
    await expect(mutate(queryClient, queries.wallets.register(), request)).rejects.toThrow();
    expect(await drained(fetch)).toHaveLength(1);
  });

  test("fail at once without a network, and are not sent later", async () => {
    const { fetch, queries, queryClient } = open(() => {
      throw new TypeError("fetch failed");
    });
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await expect(
      mutate(queryClient, queries.wallets.register({ retry: false }), request),
    ).rejects.toThrow();
    const sent = fetch.requests.length;
    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    expect(await drained(fetch)).toHaveLength(sent);
  });

  test("accept the options of the method", async () => {
    const { fetch, queries, queryClient } = open([{ json: fixtureOf("wallets.register").minimal }]);
    await mutate(queryClient, queries.wallets.register({ headers: { "x-app": "shop" } }), request);
    expect(fetch.requests[0]?.headers.get("x-app")).toBe("shop");
  });

  test("can combine several operations, as in wallets.ensure", async () => {
    const { wallet: registered, ...rest } = fixtureOf("wallets.check").minimal as unknown as {
      wallet: object;
    };
    const { fetch, queries, queryClient } = open([
      { json: { ...rest, wallet: { ...registered, registeredAt: "2026-01-01T00:00:00Z" } } },
    ]);
    const ensure = queries.wallets.ensure({ headers: { "x-app": "shop" } });
    await expect(mutate(queryClient, ensure, request)).resolves.toMatchObject({
      newlyRegistered: false,
    });
    const [{ headers } = { headers: new Headers() }, ...others] = await drained(fetch);
    expect([headers.get("x-app"), others]).toEqual(["shop", []]);
  });
});
