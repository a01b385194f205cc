import { useState, useSyncExternalStore } from "react";
import { useApp } from "../app/AppContext";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Field } from "../ui/Field";
import { Panel } from "../ui/Panel";
import { Select } from "../ui/Select";
import { exportLog } from "./log/export-log";
import { LogTable } from "./log/LogTable";
import "./log/log.css";

const outcomes = [
  { value: "", label: "Any outcome" },
  { value: "good", label: "Successful" },
  { value: "bad", label: "Failed" },
];

/** The live log of this page's requests. */
export function RequestLog() {
  const { log } = useApp();
  const entries = useSyncExternalStore(log.subscribe, log.snapshot);
  const [search, setSearch] = useState("");
  const [outcome, setOutcome] = useState("");
  const searchText = search.trim().toLowerCase();
  const shown = entries.filter((entry) => {
    const failed = entry.failure !== undefined || (entry.status ?? 0) >= 400;
    const text = `${entry.operation} ${entry.method} ${entry.path} ${entry.status ?? ""} ${entry.failure ?? ""} ${entry.traceId ?? ""}`;
    return (
      (outcome === "" || failed === (outcome === "bad")) && text.toLowerCase().includes(searchText)
    );
  });
  const total = entries.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <Panel
      title="Requests"
      about="The last 500, newest first. Headers are not logged, because they may contain a key."
      actions={
        <>
          <Button onClick={() => exportLog(shown, log)} disabled={shown.length === 0}>
            Export as JSON
          </Button>
          <Button onClick={log.clear} disabled={entries.length === 0}>
            Clear
          </Button>
        </>
      }
    >
      <div className="log-filters">
        <Field
          label="Filter"
          value={search}
          onChange={setSearch}
          placeholder="Operation, path, status or trace id"
        />
        <Select label="Outcome" value={outcome} onChange={setOutcome} options={outcomes} />
      </div>
      <p className="muted small" role="status">
        {shown.length} of {entries.length} requests
        {entries.length > 0 && ` · ${Math.round(total / entries.length)} ms on average`}
      </p>
      {shown.length > 0 ? (
        <LogTable entries={shown} log={log} />
      ) : (
        <EmptyState
          icon="log"
          title={entries.length === 0 ? "No requests yet" : "No request matches"}
        >
          <p className="muted">Open another section. Its requests appear here.</p>
        </EmptyState>
      )}
    </Panel>
  );
}
