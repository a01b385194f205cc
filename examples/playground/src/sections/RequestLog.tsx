import { useSyncExternalStore } from "react";
import { useApp } from "../app/AppContext";
import { EmptyState } from "../ui/EmptyState";
import { Panel } from "../ui/Panel";
import { Table } from "../ui/Table";

export function RequestLog() {
  const { log } = useApp();
  const entries = useSyncExternalStore(log.subscribe, log.snapshot);
  return (
    <Panel title="Requests" about="Newest first. Headers and bodies are not kept.">
      {entries.length === 0 ? (
        <EmptyState icon="log" title="Nothing has been asked yet" />
      ) : (
        <Table
          caption="Requests of this page"
          rows={entries}
          rowKey={({ id }) => String(id)}
          columns={[
            { id: "operation", header: "Operation", cell: ({ operation }) => operation },
            { id: "status", header: "Status", cell: ({ status, failure }) => status ?? failure },
            { id: "ms", header: "Time", numeric: true, cell: ({ ms }) => `${Math.round(ms)} ms` },
          ]}
        />
      )}
    </Panel>
  );
}
