import type { QuoteSummary } from "bursar/signing";
import { Amount } from "../../ui/Amount";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { when, words } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { Note } from "../../ui/Note";

/** The terms that the user accepts by signing a quote. */
export function QuoteSummaryView({ summary }: { summary: QuoteSummary }) {
  const { give, getAtLeast, expected, to, from, validUntil, fees, permissions, warnings } = summary;
  return (
    <div className="stack">
      <div className="deal">
        <div>
          <p className="muted small">You give</p>
          <p className="deal-amount">
            <Amount value={give.amount} symbol={give.token} decimals={18} />
          </p>
          <p className="muted small">{give.chain}</p>
        </div>
        <span className="deal-arrow">
          <Icon name="arrow" />
        </span>
        <div>
          <p className="muted small">You get at least</p>
          <p className="deal-amount">
            <Amount value={getAtLeast.amount} symbol={getAtLeast.token} decimals={18} />
          </p>
          <p className="muted small">{getAtLeast.chain}</p>
        </div>
      </div>
      {warnings.length > 0 && (
        <Note
          tone="warn"
          title={warnings.length === 1 ? "A warning" : `${warnings.length} warnings`}
        >
          <ul className="bullets">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Note>
      )}
      <Facts
        facts={[
          ["Receiver", to ? <CopyText key="to" text={to} label="receiver" full /> : "Not stated"],
          ["From", <CopyText key="from" text={from} label="paying wallet" full />],
          [
            "Expected",
            <Amount key="expected" value={expected} symbol={getAtLeast.token} decimals={18} />,
          ],
          ...fees.map(
            (fee) =>
              [
                `${words(fee.type)} fee`,
                <span key={fee.type}>
                  <Amount value={fee.amount} symbol={fee.token} decimals={18} />
                  {fee.most && <span className="muted"> (at most {fee.most})</span>}
                  {fee.to && <span className="muted break"> to {fee.to}</span>}
                </span>,
              ] as const,
          ),
          ["Valid until", when(validUntil)],
        ]}
      />
      {permissions.length > 0 && (
        <Note title="What it allows">
          <ul className="bullets">
            {permissions.map((permission) => (
              <li key={permission}>{permission}</li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}
