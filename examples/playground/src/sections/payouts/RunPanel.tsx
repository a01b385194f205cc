import type { IntentEntry } from "bursar/intents";
import { useState } from "react";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNote } from "../../ui/ErrorNote";
import { groupDigits, when } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Panel } from "../../ui/Panel";
import { Select } from "../../ui/Select";
import { Spinner } from "../../ui/Spinner";
import { Table } from "../../ui/Table";
import type { Payouts } from "./payouts-store";
import type { Payment } from "./plan";
import { useRecordCounts } from "./use-record-counts";
import { type KillStep, killSteps } from "./worker";

interface RunPanelProps {
  payouts: Payouts;
  walletAddress: string;
  onStart(): void;
  onKill(step: KillStep | undefined): void;
  onRenew(): void;
}

const stepOptions = [
  { value: "", label: "At a random step" },
  ...Object.entries(killSteps).map(([value, label]) => ({ value, label })),
];

function describeStatus({ status, plan, progress, killed, end }: Payouts): string {
  const paid = [...progress.values()].filter(({ tone }) => tone === "good").length;
  const count = plan?.payments.length ?? 0;
  if (status === "killed") return `Killed while it paid ${killed?.payment.name}.`;
  if (status === "ended") return `Ended: ${paid} of ${count} payments are made.`;
  if (status === "ready") return end ? "Not started. The worker will be killed." : "Not started.";
  return `Running: ${paid} of ${count}.${end ? " The worker will be killed." : ""}`;
}

/** What a new worker has found out about an entry that was open. */
function describeRecovered({ state, expiresAt }: IntentEntry): string {
  if (state === "done") return "it was executed, so it is not paid again";
  if (state === "signed") return `it may be executed until ${when(expiresAt)}, so it waits`;
  return "nothing was executed, so it is paid now";
}

/** Starts and kills the worker, and shows what became of each payment. */
export function RunPanel({ payouts, walletAddress, onStart, onKill, onRenew }: RunPanelProps) {
  const { status, plan, end, killed, recovered, progress, error } = payouts;
  const [step, setStep] = useState<KillStep | "">("");
  const isRunning = status === "running";
  const counts = useRecordCounts(walletAddress, isRunning);
  const nameOf = (intent: string) =>
    plan?.payments.find((payment) => payment.intent === intent)?.name ?? intent;
  return (
    <Panel
      title="Run"
      about={<span role="status">{describeStatus(payouts)}</span>}
      actions={
        <>
          {isRunning && <Spinner />}
          {status === "ended" && <Button onClick={onRenew}>New list</Button>}
          {!isRunning && (
            <Button kind="primary" onClick={onStart}>
              {status === "ready" ? "Start" : "Start again"}
            </Button>
          )}
        </>
      }
    >
      {status !== "ended" && status !== "killed" && (
        <div className="kill-line">
          <Select
            label="Kill it when"
            value={step}
            onChange={(value) => setStep(value as KillStep | "")}
            options={stepOptions}
          />
          <Button
            kind="danger"
            onClick={() => onKill(step === "" ? undefined : step)}
            disabled={end !== undefined}
          >
            Kill the worker between two steps
          </Button>
        </div>
      )}
      {end && (
        <p className="muted small">
          {isRunning ? "The worker is killed" : "After the start, the worker is killed"} when this
          is true: {killSteps[end.step].toLowerCase()}.
        </p>
      )}
      {killed && (
        <Note tone="warn" title="The worker was killed">
          <p>
            {killSteps[killed.step]}. The worker has lost its memory. The journal, the receipts and
            the sums of the policy are left. Start again: a new worker looks before it signs.
          </p>
        </Note>
      )}
      {recovered.length > 0 && (
        <Note title="What the new worker has found">
          <ul className="bullets">
            {recovered.map((entry) => (
              <li key={entry.intent}>
                {nameOf(entry.intent)}: {describeRecovered(entry)}.
              </li>
            ))}
          </ul>
        </Note>
      )}
      {error !== undefined && <ErrorNote error={error} title="The worker has failed" />}
      {plan ? (
        <Table
          caption="Payments"
          rows={plan.payments}
          rowKey={({ intent }) => intent}
          columns={[
            {
              id: "name",
              header: "Payee",
              cell: ({ name }) => <span className="strong">{name}</span>,
            },
            {
              id: "amount",
              header: "USDC",
              numeric: true,
              cell: ({ amount }) => groupDigits(amount),
            },
            {
              id: "progress",
              header: "Memory of the worker",
              cell: ({ intent }) => {
                const known = progress.get(intent);
                return known ? (
                  <span className="payout-progress" data-tone={known.tone}>
                    {known.text}
                  </span>
                ) : (
                  <span className="muted">–</span>
                );
              },
            },
            {
              id: "records",
              header: "Paid in the history",
              numeric: true,
              cell: (payment: Payment) => <Count count={counts?.get(payment.intent) ?? 0} />,
            },
          ]}
        />
      ) : (
        <EmptyState icon="payouts" title="Nothing is paid yet">
          <p className="muted">Start the list, and kill the worker on the way.</p>
        </EmptyState>
      )}
    </Panel>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return <span className="muted">no</span>;
  return (
    <Badge tone={count === 1 ? "good" : "bad"}>{count === 1 ? "once" : `${count} times`}</Badge>
  );
}
