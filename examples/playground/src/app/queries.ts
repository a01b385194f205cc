import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Client, HistoryQuery, ListPoolsQuery, ListTokensQuery, PortfolioQuery, SwapQuoteRequest } from "bursar";

/** Query options for the calls that this page shows. */
export function createQueries(client: Client) {
  const keys = (name?: string) => ["bursar", ...(name ? [name] : [])];
  return {
    keys,
    wallets: {
      portfolio: (walletAddress: string, query?: PortfolioQuery) =>
        queryOptions({
          queryKey: [...keys("wallets.portfolio"), { walletAddress, query }],
          queryFn: ({ signal }) => client.wallets.portfolio(walletAddress, query, { signal }),
          retry: false,
        }),
      history: (walletAddress: string, query?: HistoryQuery) =>
        infiniteQueryOptions({
          queryKey: [...keys("wallets.history"), { walletAddress, query }],
          queryFn: ({ signal, pageParam }) => client.wallets.history(walletAddress, { ...query, ...pageParam }, { signal }).firstPage(),
          initialPageParam: undefined as { readonly lastId: string } | undefined,
          getNextPageParam: (page) => page.cursor,
          retry: false,
        }),
    },
    swap: {
      quote: (request: SwapQuoteRequest) =>
        queryOptions({
          queryKey: [...keys("swap.quote"), request],
          queryFn: ({ signal }) => client.swap.quote(request, { signal }),
          retry: false,
          refetchInterval: 20_000,
        }),
    },
    tokens: {
      list: (query?: ListTokensQuery) =>
        infiniteQueryOptions({
          queryKey: [...keys("tokens.list"), { query }],
          queryFn: ({ signal, pageParam }) => client.tokens.list({ ...query, ...(pageParam as object) }, { signal }).firstPage(),
          initialPageParam: undefined as object | undefined,
          getNextPageParam: (page) => page.cursor as object | undefined,
          retry: false,
        }),
    },
    liquidity: {
      pools: (query?: ListPoolsQuery) =>
        infiniteQueryOptions({
          queryKey: [...keys("liquidity.pools"), { query }],
          queryFn: ({ signal, pageParam }) => client.liquidity.pools({ ...query, ...(pageParam as object) }, { signal }).firstPage(),
          initialPageParam: undefined as object | undefined,
          getNextPageParam: (page) => page.cursor as object | undefined,
          retry: false,
        }),
    },
  };
}

export type Queries = ReturnType<typeof createQueries>;
