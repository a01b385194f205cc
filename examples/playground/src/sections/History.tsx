import { useInfiniteQuery } from "@tanstack/react-query";
import { type ChainId, chainNames, type HistoryQuery, type TransactionType } from "bursar";
import { veteranWallet } from "bursar/sandbox";
import { useCallback, useEffect, useState } from "react";
import { useApp } from "../app/AppContext";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { CopyText } from "../ui/CopyText";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";
import { words } from "../ui/format";
import { Panel } from "../ui/Panel";
import { Select } from "../ui/Select";
import { Spinner } from "../ui/Spinner";
import { TransactionRows } from "./history/TransactionRows";
import { useTimeOf } from "./history/use-time-of";
import { useVisible } from "./history/use-visible";
import { NeedsWallet } from "./NeedsWallet";
import "./history/history.css";

const types = [
  "SWAP",
  "CROSS_SWAP",
  "CRYPTO_DEPOSIT",
  "LENDING_SUPPLY",
  "LENDING_SUPPLY_BORROW",
  "LENDING_BORROW",
  "LENDING_WITHDRAW",
  "LENDING_REPAY",
  "LENDING_REPAY_WITHDRAW",
  "LENDING_LIQUIDATION",
];
const statuses = ["COMPLETED", "PROCESSING", "ON_BRIDGE", "PARTIALLY_COMPLETED", "FAILED"];
const take = 100;
/** How many rows are shown before the user wants more. */
const firstRows = 20;
const any = { value: "", label: "Any" };
const named = (list: readonly string[]) => [
  any,
  ...list.map((value) => ({ value, label: words(value) })),
];
const chains = [any, ...Object.entries(chainNames).map(([value, label]) => ({ value, label }))];

const code = `
for await (const { createdAt, type, status } of client.wallets.history(walletAddress, { status: ["COMPLETED"] })) {
  console.log(createdAt, type, status); // fetches the next page after the last item of a page
}
// In a component: useInfiniteQuery(queries.wallets.history(walletAddress, { take: 100 }))
`;

/** The transactions of a wallet, page by page. */
export function History() {
  const { sandbox, session } = useApp();
  const [wallet, setWallet] = useState<"mine" | "veteran">(session ? "mine" : "veteran");
  const [type, setType] = useState("");
  const [status, setStatus] = useState("");
  const [chain, setChain] = useState("");
  const address = wallet === "veteran" && sandbox ? veteranWallet : session?.walletAddress;
  const query: HistoryQuery = {
    take,
    ...(type && { type: type as TransactionType }),
    ...(status && { status }),
    ...(chain && { chains: Number(chain) as ChainId }),
  };
  return (
    <Panel title="Transactions" about="Newest first, pending ones included.">
      <div className="filters">
        {sandbox && (
          <Select
            label="Wallet"
            value={wallet}
            onChange={(value) => setWallet(value as "mine" | "veteran")}
            options={[
              { value: "mine", label: "My wallet" },
              { value: "veteran", label: "Veteran (10,000 records)" },
            ]}
          />
        )}
        <Select label="Type" value={type} onChange={setType} options={named(types)} />
        <Select label="Status" value={status} onChange={setStatus} options={named(statuses)} />
        <Select label="Chain" value={chain} onChange={setChain} options={chains} />
      </div>
      {address ? (
        <Listing
          key={`${address} ${JSON.stringify(query)}`}
          address={address}
          query={query}
          own={address === session?.walletAddress}
        />
      ) : (
        <NeedsWallet action="see its transactions" />
      )}
      <CodeNote code={code} />
    </Panel>
  );
}

function Listing({ address, query, own }: { address: string; query: HistoryQuery; own: boolean }) {
  const { queries } = useApp();
  const listing = useInfiniteQuery({
    ...queries.wallets.history(address, query),
    // Refetch the connected wallet's history, which can change. Do not refetch a long list of
    // another wallet.
    staleTime: own ? 2_000 : Number.POSITIVE_INFINITY,
    // Comparing 10,000 records on every new page would take longer than fetching it.
    structuralSharing: false,
  });
  const {
    data,
    error,
    isPending,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = listing;
  const [walking, setWalking] = useState(false);
  const [expanded, setExpanded] = useState(false);
  const time = useTimeOf(isFetching);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  useEffect(() => {
    if (error || !hasNextPage) setWalking(false);
    else if (walking) more();
  }, [walking, more, error, hasNextPage]);
  // After an error only the user can continue.
  const end = useVisible(error || !expanded ? undefined : more);

  const pages = data?.pages ?? [];
  const isCut = !expanded && (pages[0]?.items.length ?? 0) > firstRows;
  const shown = isCut
    ? [pages[0]?.items.slice(0, firstRows) ?? []]
    : pages.map(({ items }) => items);
  const count = pages.reduce((sum, { items }) => sum + items.length, 0);
  if (isPending) return <Spinner label="Loading the history" />;
  return (
    <>
      <div className="row between history-head">
        <p className="muted small" role="status">
          {`${count.toLocaleString("en-US")} ${count === 1 ? "record" : "records"}${hasNextPage ? " so far" : " in total"}`}
          {` · ${pages.length} ${pages.length === 1 ? "request" : "requests"} · ${(time / 1_000).toFixed(1)} s`}
        </p>
        <div className="row">
          {own && (
            <Button onClick={() => void refetch()} busy={isFetching && !isFetchingNextPage}>
              Refresh
            </Button>
          )}
          {hasNextPage && (
            <Button
              onClick={() => {
                setExpanded(true);
                setWalking(!walking);
              }}
            >
              {walking ? "Stop" : "Load everything"}
            </Button>
          )}
        </div>
      </div>
      {count === 0 && !error && (
        <EmptyState icon="history" title="No transactions">
          <p className="muted">No transaction matches, or the wallet has none yet.</p>
        </EmptyState>
      )}
      {count > 0 && (
        <div className="tx-list">
          {shown.map((items, i) => (
            <TransactionRows key={items[0]?.id ?? i} items={items} first={i * take + 1} />
          ))}
        </div>
      )}
      {error && <ErrorNote error={error} />}
      <div ref={end} className="history-end">
        {isCut ? (
          <Button onClick={() => setExpanded(true)}>Show more</Button>
        ) : hasNextPage ? (
          <Button onClick={more} busy={isFetchingNextPage}>
            Load more
          </Button>
        ) : (
          count > 0 && (
            <p className="muted small">
              This is the complete history of {<CopyText text={address} label="wallet address" />}
            </p>
          )
        )}
      </div>
    </>
  );
}
