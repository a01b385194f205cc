import type { IntentEntry } from "bursar/intents";
import { Badge, type Tone } from "../../ui/Badge";
import { CopyText } from "../../ui/CopyText";
import { EmptyState } from "../../ui/EmptyState";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";

const tones: Record<IntentEntry["state"], Tone> = {
  begun: "neutral",
  signed: "info",
  done: "good",
  failed: "warn",
  check: "bad",
};

/** What is stored of each payment. It stays when the worker is killed. */
export function JournalPanel({ entries }: { entries: readonly IntentEntry[] }) {
  return (
    <Panel
      title="Journal"
      about="Stored before anything is signed, and again before anything is sent."
    >
      {entries.length === 0 ? (
        <EmptyState icon="log" title="The journal is empty" />
      ) : (
        <Table
          caption="Entries of the journal"
          rows={entries}
          rowKey={({ intent }) => intent}
          columns={[
            { id: "intent", header: "Intent", cell: ({ intent }) => intent },
            {
              id: "state",
              header: "State",
              cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge>,
            },
            { id: "revision", header: "Revision", numeric: true, cell: ({ revision }) => revision },
            {
              id: "hash",
              header: "Operation",
              cell: ({ userOperationHash, intent }) =>
                userOperationHash ? (
                  <CopyText text={userOperationHash} label={`operation of ${intent}`} />
                ) : (
                  <span className="muted">–</span>
                ),
            },
            {
              id: "transaction",
              header: "Transaction",
              cell: ({ transactionId }) => transactionId ?? <span className="muted">–</span>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
