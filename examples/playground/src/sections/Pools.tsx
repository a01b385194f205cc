import { useInfiniteQuery } from "@tanstack/react-query";
import { chainNames, type EvmChainId, type LiquidityPool } from "bursar";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useApp } from "../app/AppContext";
import { chainName } from "../app/tokens";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { Dialog } from "../ui/Dialog";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";
import { Field } from "../ui/Field";
import { titled } from "../ui/format";
import { Panel } from "../ui/Panel";
import { Select } from "../ui/Select";
import { Spinner } from "../ui/Spinner";
import { Switch } from "../ui/Switch";
import { type Column, type Sorting, Table } from "../ui/Table";
import { Dollars } from "./pools/Dollars";
import { PairButton } from "./pools/PairButton";
import { PoolDetails } from "./pools/PoolDetails";
import { aprOf, isNearlyEmpty, matches, pairOf, percent, sorted } from "./pools/pool";
import { ShareBar } from "./pools/ShareBar";
import "./pools/pools.css";

const days = 30;
/** A page of 50 would be 12,000 pixels high on a phone. */
const pageSize = 12;
const anyChain = { value: "", label: "Any" };
const chains = [
  anyChain,
  ...Object.entries(chainNames)
    .filter(([, label]) => label !== "Bitcoin")
    .map(([value, label]) => ({ value, label })),
];

const code = `
for await (const pool of client.liquidity.pools({ chainIds: [137], filterWhitelist: false })) {
  console.log(pool.tokens?.map(({ symbol }) => symbol).join(" / "), pool.fee, pool.totalValueLockedUSD, pool.stats?.feesInUSD);
}
const { operation } = await client.liquidity.createWithSwap({ ...position, minPrice, maxPrice }); // prepared, not executed
if (hasSomethingToSign(operation)) {
  const signed = await signOperation(operation, signer, { owner, walletAddress, chainId });
  await client.operations.execute(signed);
}
`;

/** The liquidity pools of the service. */
export function Pools() {
  const { queries } = useApp();
  const [search, setSearch] = useState("");
  const [chain, setChain] = useState("");
  const [protocol, setProtocol] = useState("");
  const [whitelisted, setWhitelisted] = useState(true);
  const [everything, setEverything] = useState(false);
  const [sorting, setSorting] = useState<Sorting>({ id: "tvl", direction: "descending" });
  const [chosen, setChosen] = useState<LiquidityPool>();

  const listing = useInfiniteQuery({
    ...queries.liquidity.pools({
      take: pageSize,
      filterWhitelist: whitelisted,
      rangeInDays: days,
      ...(chain && { chainIds: [Number(chain) as EvmChainId] }),
    }),
    staleTime: 60_000,
  });
  const { data, error, isPending, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } =
    listing;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  // A match may be on any page, so a search loads all pages.
  const walking = hasNextPage && !error && (everything || search.trim() !== "" || protocol !== "");
  useEffect(() => {
    if (walking) more();
  }, [walking, more]);

  const pools = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const protocols = [...new Set(pools.map(({ provider }) => provider?.name ?? ""))].filter(Boolean);
  const shown = useMemo(
    () =>
      sorted(
        pools.filter(
          (pool) => matches(pool, search) && (protocol === "" || pool.provider?.name === protocol),
        ),
        sorting,
      ),
    [pools, search, protocol, sorting],
  );

  const columns: Column<LiquidityPool>[] = [
    {
      id: "pair",
      header: "Pool",
      sortable: true,
      cell: (pool) => <PairButton pool={pool} onOpen={() => setChosen(pool)} />,
    },
    { id: "chain", header: "Chain", sortable: true, cell: ({ chain: on }) => chainName(on?.id) },
    {
      id: "tvl",
      header: "Locked",
      numeric: true,
      sortable: true,
      cell: (pool) => <Dollars value={pool.totalValueLockedUSD} />,
    },
    {
      id: "volume",
      header: `Volume ${days} d`,
      numeric: true,
      sortable: true,
      cell: ({ stats }) => <Dollars value={stats?.volumeInUSD} />,
    },
    {
      id: "fees",
      header: `Fees ${days} d`,
      numeric: true,
      sortable: true,
      cell: ({ stats }) => <Dollars value={stats?.feesInUSD} />,
    },
    {
      id: "apr",
      header: "Fee APR",
      numeric: true,
      sortable: true,
      cell: (pool) =>
        isNearlyEmpty(pool) ? <span className="muted">–</span> : percent(aprOf(pool)),
    },
    { id: "share", header: "Composition", cell: (pool) => <ShareBar pool={pool} /> },
  ];

  return (
    <Panel
      title="Liquidity pools"
      about="Open one to see its price, choose a range and open a position."
    >
      <div className="pool-filters">
        <Field
          label="Search"
          value={search}
          onChange={setSearch}
          placeholder="Token, name or address"
        />
        <Select label="Chain" value={chain} onChange={setChain} options={chains} />
        <Select
          label="Protocol"
          value={protocol}
          onChange={setProtocol}
          options={[anyChain, ...protocols.map((name) => ({ value: name, label: titled(name) }))]}
        />
        <div className="only-narrow">
          <Select
            label="Sort by"
            value={sorting.id}
            onChange={(id) =>
              setSorting({
                id,
                direction: id === "pair" || id === "chain" ? "ascending" : "descending",
              })
            }
            options={columns
              .filter(({ sortable }) => sortable)
              .map(({ id, header }) => ({ value: id, label: header }))}
          />
        </div>
      </div>
      <Switch
        label="Only tokens on the project's whitelist"
        on={whitelisted}
        onChange={setWhitelisted}
      />
      {isPending && !error ? (
        <Spinner label="Loading the pools" />
      ) : (
        <div className="row between">
          <p className="muted small" role="status">
            {shown.length === pools.length
              ? `${pools.length} pools${hasNextPage ? ", and there are more" : ""}`
              : `${shown.length} of ${pools.length} pools match${hasNextPage ? " so far" : ""}`}
          </p>
          {hasNextPage && (
            <Button onClick={() => setEverything(true)} busy={everything && walking}>
              Load all pools
            </Button>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <div className="pool-table">
          <Table
            caption="Liquidity pools"
            columns={columns}
            rows={shown}
            rowKey={(pool) => pool.id ?? pool.address}
            onOpen={setChosen}
            sorting={sorting}
            onSort={setSorting}
          />
        </div>
      )}
      {shown.length === 0 && !isPending && !walking && !error && (
        <EmptyState icon="pools" title="No pool matches" />
      )}
      {error && <ErrorNote error={error} />}
      <div className="pool-end">
        {hasNextPage && (
          <Button onClick={more} busy={isFetchingNextPage}>
            Load more
          </Button>
        )}
      </div>
      <CodeNote code={code} />
      <Dialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen ? pairOf(chosen) : ""}
        wide
      >
        {chosen && <PoolDetails pool={chosen} />}
      </Dialog>
    </Panel>
  );
}
