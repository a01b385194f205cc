import { isApiError, type LiquidityPool } from "bursar";
import { useEffect, useState } from "react";
import { useApp } from "../../app/AppContext";
import { chainName } from "../../app/tokens";
import { Button } from "../../ui/Button";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { titled } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Spinner } from "../../ui/Spinner";
import { Dollars } from "./Dollars";
import { OpenPosition } from "./OpenPosition";
import { aprOf, isNearlyEmpty, percent } from "./pool";
import { RangePicker, type RangeText, readRange } from "./RangePicker";
import { plainNumber } from "./range";
import { usePoolPrice } from "./use-pool-price";
import { useWhitelist } from "./use-whitelist";

/** The figures of a pool, a price range, and a form to open a position. */
export function PoolDetails({ pool }: { pool: LiquidityPool }) {
  const { sandbox } = useApp();
  const { data: price, error, isLoading } = usePoolPrice(pool);
  const whitelist = useWhitelist(pool);
  const [range, setRange] = useState<RangeText>();
  const { address, chain, provider, fee, stats, tokens, totalValueLockedUSD } = pool;
  const [symbol0, symbol1] = [tokens?.[0]?.symbol ?? "token0", tokens?.[1]?.symbol ?? "token1"];

  useEffect(() => {
    if (price)
      setRange(
        (before) => before ?? { min: plainNumber(price * 0.75), max: plainNumber(price * 1.25) },
      );
  }, [price]);
  const read = range && readRange(range);

  return (
    <>
      {isNearlyEmpty(pool) && (
        <Note tone="warn" title="Nearly empty">
          <p>
            The pool has almost no liquidity and may be broken. Check its figures before you add
            money.
          </p>
        </Note>
      )}
      <div className="pool-figures">
        <Figure name="Locked" value={<Dollars value={totalValueLockedUSD} />} />
        <Figure
          name={`Volume, ${stats?.rangeInDays ?? "?"} days`}
          value={<Dollars value={stats?.volumeInUSD} />}
        />
        <Figure
          name={`Fees, ${stats?.rangeInDays ?? "?"} days`}
          value={<Dollars value={stats?.feesInUSD} />}
        />
        <Figure name="Fee APR" value={isNearlyEmpty(pool) ? "–" : percent(aprOf(pool))} />
      </div>
      <h3>Price range</h3>
      {isLoading && <Spinner label="Loading the price" />}
      {error && isApiError(error, "NOT_AUTHORIZED_TOKENS") ? (
        <Note tone="warn" title="These tokens are not whitelisted in the project">
          <p>The service returns no price and accepts no position for them.</p>
          {sandbox && (
            <Button onClick={() => whitelist.mutate()} busy={whitelist.isPending}>
              Whitelist both in the sandbox
            </Button>
          )}
        </Note>
      ) : (
        error && <ErrorNote error={error} />
      )}
      {price === null && <p className="muted">The service returns no price for this pair.</p>}
      {!isLoading && !error && price === undefined && (
        <p className="muted">Connect a wallet to load the price.</p>
      )}
      {price && range && (
        <>
          <RangePicker
            price={price}
            symbol0={symbol0}
            symbol1={symbol1}
            range={range}
            onChange={setRange}
          />
          {typeof read === "object" && <OpenPosition pool={pool} range={read} />}
        </>
      )}
      <Facts
        facts={[
          ["Protocol", titled(provider?.name ?? "–")],
          ["Chain", chainName(chain?.id)],
          ["Fee tier", `${fee ?? "–"} %`],
          ["Transactions", stats?.transactionsCount?.toLocaleString("en-US") ?? "–"],
          ["Pool", <CopyText key="pool" text={address} label="pool address" />],
          ...(tokens ?? []).map(
            ({ symbol, address: token }) =>
              [
                symbol ?? "Token",
                <CopyText key={token} text={token ?? ""} label={`${symbol} address`} />,
              ] as const,
          ),
        ]}
      />
    </>
  );
}

function Figure({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <p className="pool-figure">
      <span className="muted small">{name}</span>
      <strong>{value}</strong>
    </p>
  );
}
