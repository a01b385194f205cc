import { useQuery } from "@tanstack/react-query";
import { isApiError, type Timerange } from "bursar";
import { useState } from "react";
import { useApp } from "../app/AppContext";
import { chainName, tokenName } from "../app/tokens";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";
import { usd } from "../ui/format";
import { Panel } from "../ui/Panel";
import { Select } from "../ui/Select";
import { Spinner } from "../ui/Spinner";
import { NeedsWallet } from "./NeedsWallet";
import { Donut } from "./portfolio/Donut";
import { HoldingsTable } from "./portfolio/HoldingsTable";
import { Profit } from "./portfolio/Profit";
import { PositionsPanel } from "./positions/PositionsPanel";

const spans: readonly { value: Timerange; label: string }[] = [
  { value: "1d", label: "1 day" },
  { value: "7d", label: "7 days" },
  { value: "1m", label: "1 month" },
  { value: "1a", label: "1 year" },
  { value: "all", label: "All time" },
];

const code = `
import { createQueries } from "bursar/query";

const queries = createQueries(client);
const { data } = useQuery(queries.wallets.portfolio(walletAddress, { includeTokens: true, includePnL: true, timerange: "7d" }));`;

export function Portfolio() {
  const { session } = useApp();
  if (!session) return <NeedsWallet action="see its tokens" />;
  return <Holdings walletAddress={session.walletAddress} />;
}

function Holdings({ walletAddress }: { walletAddress: string }) {
  const { queries, sandbox } = useApp();
  const [timerange, setTimerange] = useState<Timerange>("7d");
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...queries.wallets.portfolio(walletAddress, {
      includeTokens: true,
      includePnL: true,
      timerange,
    }),
    placeholderData: (last) => last,
  });
  if (error)
    return (
      <ErrorNote
        error={error}
        title={
          isApiError(error, "FAILED_TO_GET_BALANCES") ? "The balances are unavailable" : undefined
        }
      />
    );
  if (isPending) return <Spinner label="Loading the portfolio" />;
  const tokens = [...(data.tokens ?? [])].sort(
    (a, b) => Number(b.balanceUsd ?? 0) - Number(a.balanceUsd ?? 0),
  );
  if (tokens.length === 0) {
    return (
      <EmptyState icon="portfolio" title="The wallet is empty">
        <a className="button" data-kind="primary" href="#/fund">
          Fund the wallet
        </a>
      </EmptyState>
    );
  }
  const total = tokens.reduce((sum, { balanceUsd }) => sum + Number(balanceUsd ?? 0), 0);
  const slices = tokens.map(({ address, chain, symbol, balanceUsd }) => ({
    id: `${chain?.id}:${address}`,
    label: `${tokenName(address, chain?.id ?? -1) ?? symbol?.toUpperCase() ?? "Unknown"} on ${chainName(chain?.id)}`,
    value: Number(balanceUsd ?? 0),
  }));
  return (
    <div className="stack wide">
      <Panel
        title="Value"
        actions={
          <Button onClick={() => void refetch()} busy={isFetching}>
            Refresh
          </Button>
        }
      >
        <div className="worth">
          <div className="stack">
            <div>
              <p className="muted small">Total</p>
              <p className="figure">{usd(total)}</p>
            </div>
            <Profit
              value={data.pnl?.total?.totalUsd}
              span={spans.find(({ value }) => value === timerange)?.label ?? timerange}
            />
            {sandbox && (
              <p className="muted small">
                The sandbox invents old prices. It counts as if the wallet always had its tokens.
              </p>
            )}
            <Select
              label="Profit and loss over"
              value={timerange}
              onChange={(value) => setTimerange(value as Timerange)}
              options={spans}
            />
          </div>
          <Donut title="Share of each token" slices={slices} total={total} />
        </div>
      </Panel>
      <Panel
        title="Tokens"
        about="Balances are shortened. Point at one with the mouse to see all its digits."
      >
        <HoldingsTable tokens={tokens} />
        <CodeNote code={code} />
      </Panel>
      <PositionsPanel walletAddress={walletAddress} />
    </div>
  );
}
