import { useInfiniteQuery } from "@tanstack/react-query";
import { useApp } from "../app/AppContext";
import { ErrorNote } from "../ui/ErrorNote";
import { Money } from "../ui/Money";
import { Panel } from "../ui/Panel";
import { Spinner } from "../ui/Spinner";
import { Table } from "../ui/Table";

export function Pools() {
  const { queries } = useApp();
  const { data, error, isPending } = useInfiniteQuery(queries.liquidity.pools({ take: 20, filterWhitelist: false }));
  const pools = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel title="Pools" about="By what is locked in them.">
      {isPending && <Spinner label="Reading the pools" />}
      {error && <ErrorNote error={error} />}
      {pools.length > 0 && (
        <Table
          caption="Liquidity pools"
          rows={pools}
          rowKey={(pool) => pool.id ?? pool.address}
          columns={[
            { id: "pair", header: "Pair", cell: (pool) => pool.tokens?.map(({ symbol }) => symbol).join(" / ") },
            { id: "tvl", header: "Locked", numeric: true, cell: (pool) => <Money value={pool.totalValueLockedUSD} /> },
          ]}
        />
      )}
    </Panel>
  );
}
