import { useInfiniteQuery } from "@tanstack/react-query";
import type { FinalTransactionStatus, Transaction } from "bursar";
import { useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import { orderMark } from "../../app/order-draft";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNote } from "../../ui/ErrorNote";
import { groupDigits, when } from "../../ui/format";
import { Panel } from "../../ui/Panel";
import { Spinner } from "../../ui/Spinner";
import { StatusBadge } from "../../ui/StatusBadge";
import { Table } from "../../ui/Table";
import { CancelDialog } from "./CancelDialog";

const final: ReadonlySet<string> = new Set<FinalTransactionStatus>([
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
]);

/** Formats an amount with its symbol, such as "1000 USDC". */
function text(value: unknown): string {
  if (typeof value !== "string") return "–";
  const [amount = "", ...symbol] = value.split(" ");
  return /^\d+(\.\d+)?$/.test(amount) ? [groupDigits(amount), ...symbol].join(" ") : value;
}

/** The wallet's limit orders. Open orders can be cancelled. */
export function OrderList({ session }: { session: Session }) {
  const { queries } = useApp();
  const [cancelling, setCancelling] = useState<Transaction>();
  const { data, error, isPending } = useInfiniteQuery({
    ...queries.wallets.history(session.walletAddress, { take: 20, ...orderMark }),
    // An order fills without a call, so poll.
    refetchInterval: 2_500,
  });
  const orders = data?.pages.flatMap(({ items }) => items) ?? [];
  const open = orders.filter(({ status }) => !final.has(status)).length;
  return (
    <Panel title="Your orders" about={<span role="status">{data ? `${open} open` : ""}</span>}>
      {error ? (
        <ErrorNote error={error} />
      ) : isPending ? (
        <Spinner label="Loading the orders" />
      ) : orders.length === 0 ? (
        <EmptyState icon="orders" title="No orders yet">
          <p className="muted">Place one above the market price. It stays open.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Limit orders"
          rows={orders}
          rowKey={({ id }) => id}
          columns={[
            { id: "give", header: "Gives", cell: ({ metadata }) => text(metadata?.give) },
            { id: "get", header: "For at least", cell: ({ metadata }) => text(metadata?.get) },
            {
              id: "until",
              header: "Open until",
              cell: ({ createdAt, metadata }) => (
                <span className="times">
                  <span>{when(text(metadata?.until))}</span>
                  <span className="muted small">placed {when(createdAt)}</span>
                </span>
              ),
            },
            {
              id: "status",
              header: "Status",
              cell: ({ status }) => <StatusBadge status={final.has(status) ? status : "OPEN"} />,
            },
            {
              id: "cancel",
              header: "Action",
              numeric: true,
              cell: (order) =>
                final.has(order.status) ? (
                  <span className="muted">–</span>
                ) : (
                  <Button
                    kind="danger"
                    label={`Cancel the order of ${text(order.metadata?.give)}`}
                    onClick={() => setCancelling(order)}
                  >
                    Cancel
                  </Button>
                ),
            },
          ]}
        />
      )}
      <CancelDialog order={cancelling} session={session} onClose={() => setCancelling(undefined)} />
    </Panel>
  );
}
