// Shows React with TanStack Query: a balance and a history, rendered on a server and in a page.

import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { createClient, type SignedOperation } from "bursar";
import { createQueries } from "bursar/query";
import { createSandbox, veteranWallet } from "bursar/sandbox";
import { renderToStaticMarkup } from "react-dom/server";

// In a page: createClient({ baseUrl: "/api/bursar" }), whose server adds the key.
const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const queries = createQueries(createClient({ baseUrl, apiKey, fetch }));

function Balance({ walletAddress }: { walletAddress: string }) {
  const { data: tokens = [], error } = useQuery({
    ...queries.wallets.portfolio(walletAddress, { includeTokens: true }),
    select: (portfolio) => portfolio.tokens ?? [],
  });
  if (error) return <p>{error.message}</p>;
  return <p>{tokens.length} tokens</p>;
}

function History({ walletAddress }: { walletAddress: string }) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(
    queries.wallets.history(walletAddress, { take: 3 }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <ul>
        {items.map(({ id, type }) => (
          <li key={id}>{type}</li>
        ))}
      </ul>
      <button type="button" disabled={!hasNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  );
}

export function Submit({ operation }: { operation: SignedOperation }) {
  const { mutate, isIdle, status } = useMutation(queries.operations.execute());
  return (
    <button type="button" disabled={!isIdle} onClick={() => mutate(operation)}>
      {status}
    </button>
  );
}

async function main() {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(
    queries.wallets.portfolio(veteranWallet, { includeTokens: true }),
  );
  await queryClient.prefetchInfiniteQuery(queries.wallets.history(veteranWallet, { take: 3 }));
  console.log(
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Balance walletAddress={veteranWallet} />
        <History walletAddress={veteranWallet} />
      </QueryClientProvider>,
    ),
  );
  queryClient.clear();
}

main();
