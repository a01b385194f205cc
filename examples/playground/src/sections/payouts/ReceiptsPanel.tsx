import { type Receipt, verifyReceipts } from "bursar/receipts";
import { useId, useState } from "react";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { groupDigits, words } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";

interface Row {
  line: number;
  intent: string;
  what: string;
  problem: string | undefined;
}

function describe(receipt: Receipt): string {
  if (receipt.kind !== "decision")
    return receipt.outcome === "final"
      ? `Final: ${words(receipt.status ?? "unknown")}`
      : words(receipt.outcome);
  const { decision, statement, problems = [] } = receipt;
  const leaves =
    statement?.leaves.map(({ amount, why }) => `${groupDigits(amount)} (${why})`) ?? [];
  const rules = problems.map(({ code, policy }) => policy?.rule ?? code);
  const details = rules.length > 0 ? rules.join(", ") : `at most ${leaves.join(" and ")} USDC`;
  return `${words(decision)}: ${details}`;
}

/** An edited line can be anything. */
function readLine(text: string): Pick<Row, "intent" | "what"> {
  try {
    const receipt: Receipt = JSON.parse(text);
    return { intent: String(receipt.intent ?? "–"), what: describe(receipt) };
  } catch {
    return { intent: "–", what: "Cannot be read" };
  }
}

/** Multiplies the first stated amount by ten, as a forger would. */
const forge = (text: string) => text.replace(/"amount":"(\d+)/, '"amount":"$10');

/** What was decided and what became of it, with a verification of the chain. */
export function ReceiptsPanel({ lines }: { lines: readonly string[] }) {
  const [edited, setEdited] = useState<string>();
  const id = useId();
  const stored = lines.join("\n");
  const text = edited ?? stored;
  // The anchor is stored elsewhere: without it, nothing shows that the end was cut off.
  const anchor = verifyReceipts(stored);
  const { ok, count, problems } = verifyReceipts(text, { last: anchor.last, count: anchor.count });
  const rows = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, i): Row => {
      const problem = problems.find((each) => each.line === i + 1)?.what;
      return { line: i + 1, ...readLine(line), problem };
    });
  if (lines.length === 0) {
    return (
      <Panel title="Receipts" about="Each decision is a line with the hash of the line before.">
        <EmptyState icon="log" title="No receipts yet" />
      </Panel>
    );
  }
  return (
    <Panel
      title="Receipts"
      about="Each decision is a line with the hash of the line before."
      actions={
        edited === undefined ? (
          <Button onClick={() => setEdited(forge(stored))}>Forge an amount</Button>
        ) : (
          <Button onClick={() => setEdited(undefined)}>Restore the lines</Button>
        )
      }
    >
      <div role="status">
        {ok ? (
          <Note tone="good" title={`The chain is intact: ${count} lines`} />
        ) : (
          <Note tone="warn" title="The chain is not intact">
            <ul className="bullets">
              {problems.map(({ line, what }) => (
                <li key={`${line} ${what}`}>
                  Line {line} {what}.
                </li>
              ))}
            </ul>
          </Note>
        )}
      </div>
      <Table
        caption="Receipts"
        rows={rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { id: "line", header: "Line", cell: ({ line }) => line },
          { id: "intent", header: "Intent", cell: ({ intent }) => intent },
          { id: "what", header: "What", cell: ({ what }) => what },
          {
            id: "chain",
            header: "Chain",
            cell: ({ problem }) =>
              problem ? <Badge tone="bad">{problem}</Badge> : <Badge tone="good">intact</Badge>,
          },
        ]}
      />
      <details className="more">
        <summary>Edit the stored lines</summary>
        <div className="stack more-body">
          <label className="field-label" htmlFor={id}>
            Lines of JSON
          </label>
          <textarea
            id={id}
            className="input mono receipt-lines"
            rows={Math.min(12, rows.length + 1)}
            wrap="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setEdited(event.target.value)}
          />
        </div>
      </details>
    </Panel>
  );
}
