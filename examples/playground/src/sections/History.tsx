import { useInfiniteQuery } from "@tanstack/react-query";
import { veteranWallet } from "bursar/sandbox";
import { useApp } from "../app/AppContext";
import { Button } from "../ui/Button";
import { ErrorNote } from "../ui/ErrorNote";
import { when, words } from "../ui/format";
import { Panel } from "../ui/Panel";
import { Spinner } from "../ui/Spinner";
import { StatusBadge } from "../ui/StatusBadge";
import { Table } from "../ui/Table";

export function History() {
  const { queries, session } = useApp();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    queries.wallets.history(session?.walletAddress ?? veteranWallet, { take: 20 }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Transactions">
      {isPending && <Spinner label="Reading the history" />}
      {error && <ErrorNote error={error} />}
      {items.length > 0 && (
        <Table
          caption="Transactions"
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { id: "when", header: "When", cell: ({ createdAt }) => when(createdAt) },
            { id: "type", header: "Type", cell: ({ type }) => words(type) },
            { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
          ]}
        />
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage}>
          Show more
        </Button>
      )}
    </Panel>
  );
}
