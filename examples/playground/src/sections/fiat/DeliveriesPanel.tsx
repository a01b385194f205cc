import { useState, useSyncExternalStore } from "react";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { groupDigits } from "../../ui/format";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";
import type { Receiver } from "./receiver";

const time = (at: number) => new Date(at).toLocaleTimeString(undefined, { timeStyle: "medium" });

/** The response to a delivery that the service has not signed. */
const notVerified = 401;

/** The deliveries to the endpoint, newest first, and what was credited. */
export function DeliveriesPanel({ receiver }: { receiver: Receiver }) {
  const { deliveries, credits } = useSyncExternalStore(receiver.subscribe, receiver.snapshot);
  const [error, setError] = useState<unknown>();
  const attempt = (send: () => Promise<void>) => {
    setError(undefined);
    send().catch(setError);
  };
  const [latest] = deliveries;
  return (
    <Panel
      title="Webhook deliveries"
      about="Received and verified as on your server. Each order is credited once."
      actions={<Button onClick={() => attempt(receiver.forge)}>Send a forged delivery</Button>}
    >
      <p className="sr-only" role="status">
        {latest && `${latest.event}: ${latest.result}`}
      </p>
      {credits.size > 0 && (
        <Facts
          facts={[...credits].map(([orderId, arrived]) => {
            const [amount = "", currency] = arrived.split(" ");
            return [
              orderId,
              <span key={orderId} className="strong">
                {groupDigits(amount)} {currency}, credited once
              </span>,
            ] as const;
          })}
        />
      )}
      {deliveries.length === 0 ? (
        <EmptyState icon="log" title="No deliveries yet">
          <p className="muted">Order a deposit. Its events appear here.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Webhook deliveries"
          rows={deliveries}
          rowKey={({ key }) => String(key)}
          columns={[
            {
              id: "at",
              header: "Received",
              cell: ({ at }) => <span className="delivery-time">{time(at)}</span>,
            },
            {
              id: "event",
              header: "Event",
              cell: ({ event, orderId }) => (
                <span className="delivery-event">
                  <span className="break">{event}</span>
                  <span className="muted small break">{orderId}</span>
                </span>
              ),
            },
            {
              id: "response",
              header: "Response",
              cell: ({ response }) => (
                <Badge tone={response < 300 ? "good" : "bad"}>{response}</Badge>
              ),
            },
            {
              id: "result",
              header: "Result",
              cell: ({ result, tone }) => (
                <span className="delivery-result" data-tone={tone}>
                  {result}
                </span>
              ),
            },
            {
              id: "action",
              header: "Action",
              numeric: true,
              cell: ({ key, id, event, response }) =>
                response === notVerified ? (
                  <span className="muted">–</span>
                ) : (
                  <Button
                    label={`Redeliver ${event}, delivery ${key}`}
                    onClick={() => attempt(() => receiver.redeliver(id))}
                  >
                    Redeliver
                  </Button>
                ),
            },
          ]}
        />
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </Panel>
  );
}
