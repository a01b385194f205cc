import { useQuery } from "@tanstack/react-query";
import { compareAmounts, type LendingPosition, scaleAmount, sumAmounts } from "bursar";
import { useApp } from "../../app/AppContext";
import { Amount } from "../../ui/Amount";
import { Badge } from "../../ui/Badge";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNote } from "../../ui/ErrorNote";
import { titled, usd, words } from "../../ui/format";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { Spinner } from "../../ui/Spinner";
import { Table } from "../../ui/Table";

/** Debt above this part of the supply is marked. The limit is the lender's: 75 % in the sandbox. */
const careful = "0.6";

/** What the wallet has supplied and borrowed, by lender. */
export function LoansPanel({ walletAddress }: { walletAddress: string }) {
  const { queries } = useApp();
  const { data, error, isPending } = useQuery(
    queries.wallets.portfolio(walletAddress, { includeLendingPositions: true }),
  );
  const positions = data?.lendingPositions ?? [];
  const lenders = [...new Set(positions.map(({ protocolGroupName }) => protocolGroupName))];
  return (
    <Panel title="Your loans" about="Each lender judges its own loans.">
      {error ? (
        <ErrorNote error={error} />
      ) : isPending ? (
        <Spinner label="Loading the loans" />
      ) : positions.length === 0 ? (
        <EmptyState icon="lending" title="No loans yet">
          <p className="muted">Supply a token. It appears here.</p>
        </EmptyState>
      ) : (
        lenders.map((lender) => (
          <LenderCard
            key={lender}
            lender={lender}
            positions={positions.filter((each) => each.protocolGroupName === lender)}
          />
        ))
      )}
    </Panel>
  );
}

function LenderCard({
  lender,
  positions,
}: {
  lender: string;
  positions: readonly LendingPosition[];
}) {
  const sumOf = (type: string) =>
    sumAmounts(
      positions.filter((each) => each.positionType === type).map(({ valueUsd }) => valueUsd),
    );
  const [supplied, owed] = [sumOf("SUPPLY"), sumOf("BORROW")];
  const isHigh = compareAmounts(owed, scaleAmount(supplied, careful)) > 0;
  // For display only.
  const percent = (100 * Number(owed)) / Number(supplied);
  const shown = Number.isFinite(percent) ? `${percent.toFixed(1)} %` : "–";
  return (
    <section className="card stack" aria-label={`Loans of ${titled(lender)}`}>
      <div className="row between">
        <h3>{titled(lender)}</h3>
        <Badge tone={isHigh ? "warn" : "good"}>Debt: {shown} of the supply</Badge>
      </div>
      <meter
        className="lending-meter"
        min={0}
        max={100}
        value={Number.isFinite(percent) ? percent : 0}
        aria-label={`Debt of ${titled(lender)} in percent of the supply`}
      >
        {shown}
      </meter>
      <p className="muted small">
        {usd(owed)} owed against {usd(supplied)}.{isHigh && " Repay, or supply more."}
      </p>
      <Table
        caption={`Loans of ${titled(lender)}`}
        rows={positions}
        rowKey={({ positionType, token }) => `${positionType} ${token.address}`}
        columns={[
          {
            id: "type",
            header: "Kind",
            cell: ({ positionType }) =>
              positionType === "BORROW" ? (
                <Badge tone="warn">Borrowed</Badge>
              ) : (
                <Badge tone="good">
                  {positionType === "SUPPLY" ? "Supplied" : words(positionType)}
                </Badge>
              ),
          },
          {
            id: "amount",
            header: "Amount",
            numeric: true,
            cell: ({ token }) => <Amount value={token.amount} symbol={token.symbol} decimals={8} />,
          },
          {
            id: "value",
            header: "Value",
            numeric: true,
            cell: ({ valueUsd }) => <Money value={valueUsd} />,
          },
        ]}
      />
    </section>
  );
}
