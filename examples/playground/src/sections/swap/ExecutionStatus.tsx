import { useEffect, useRef } from "react";
import type { Execution } from "../../app/use-execution";
import { Button } from "../../ui/Button";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { words } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { Spinner } from "../../ui/Spinner";
import { StatusBadge } from "../../ui/StatusBadge";
import { SettlementView } from "../sign/SettlementView";

/** Describes the execution in one line. */
function describeExecution({ title, stage, seen, record }: Execution): string {
  if (stage === "submitting") return `${title} is signed and being submitted.`;
  if (stage === "failed") return `${title}: the final status is unknown.`;
  if (stage === "settling") return `${title} is final. Comparing what it did with what was stated.`;
  if (record) return `${title} has ended: ${words(record.status)}.`;
  return `${title} is in progress: ${words(seen.at(-1) ?? "QUEUED")}. It is not done yet.`;
}

/** The live status of an operation, from its signature to its final status. */
export function ExecutionStatus({
  execution,
  onDismiss,
}: {
  execution: Execution;
  onDismiss(): void;
}) {
  const { stage, seen, record, error, hash, settled, settlementError } = execution;
  const running = stage !== "ended" && stage !== "failed";
  const list = useRef<HTMLOListElement>(null);
  // On a phone, it is below the form.
  useEffect(() => {
    if (hash) list.current?.scrollIntoView({ block: "nearest" });
  }, [hash]);
  const steps = ["SIGNED", ...(stage === "submitting" ? [] : ["QUEUED"]), ...seen];
  return (
    <Panel
      title="Status"
      about={<span role="status">{describeExecution(execution)}</span>}
      actions={running ? <Spinner /> : <Button onClick={onDismiss}>Dismiss</Button>}
    >
      <ol ref={list} className="progress" aria-label="Steps so far">
        {steps.map((step, i) => {
          const last = i === steps.length - 1;
          const tone = step === "FAILED" ? "bad" : last && running ? "now" : "done";
          return (
            <li key={step} data-tone={tone}>
              <span className="progress-mark" aria-hidden="true">
                {tone === "done" && <Icon name="check" />}
                {tone === "bad" && <Icon name="close" />}
              </span>
              {words(step)}
            </li>
          );
        })}
      </ol>
      <p className="row small">
        <span className="muted">Operation</span> <CopyText text={hash} label="operation hash" />
        {record && <StatusBadge status={record.status} />}
        {record?.transactionHash?.hash && (
          <>
            <span className="muted">Transaction</span>{" "}
            <CopyText text={record.transactionHash.hash} label="transaction hash" />
          </>
        )}
      </p>
      {settled && <SettlementView settled={settled} />}
      {stage === "ended" && !settled && settlementError === undefined && (
        <p className="muted small">
          What it did is not compared with what was stated: the page has no node of this chain, or
          nothing was stated.
        </p>
      )}
      {settlementError !== undefined && (
        <ErrorNote error={settlementError} title="What it did was not compared" />
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </Panel>
  );
}
