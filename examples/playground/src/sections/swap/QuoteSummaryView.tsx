import type { QuoteSummary } from "bursar/signing";
import type { ReactNode } from "react";
import { serviceNow } from "../../app/clock";
import { Amount } from "../../ui/Amount";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { when, words } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { Note } from "../../ui/Note";

interface QuoteSummaryViewProps {
  summary: QuoteSummary;
  /** For how long a limit order stays open, as requested. */
  orderSeconds: number | undefined;
  /** Shown between the amounts and the details. */
  children: ReactNode;
}

/** The terms that the user accepts by signing a quote. */
export function QuoteSummaryView({ summary, orderSeconds, children }: QuoteSummaryViewProps) {
  const { give, getAtLeast, expected, to, from, validUntil, fees, permissions, warnings } = summary;
  return (
    <div className="stack">
      <div className="deal">
        <div>
          <p className="muted small">You give</p>
          <p className="deal-amount">
            <Amount value={give.amount} symbol={give.token} />
          </p>
          <p className="muted small">{give.chain}</p>
        </div>
        <span className="deal-arrow">
          <Icon name="arrow" />
        </span>
        <div>
          <p className="muted small">You get at least</p>
          <p className="deal-amount">
            <Amount value={getAtLeast.amount} symbol={getAtLeast.token} />
          </p>
          <p className="muted small">{getAtLeast.chain}</p>
        </div>
      </div>
      {children}
      <Facts
        facts={[
          ...(orderSeconds === undefined
            ? []
            : [
                [
                  "Order stays open until",
                  `${when(serviceNow() + orderSeconds * 1_000)}, as you requested, unless you cancel it`,
                ] as const,
              ]),
          ["Receiver", to ? <CopyText key="to" text={to} label="receiver" full /> : "Not stated"],
          ["From", <CopyText key="from" text={from} label="paying wallet" full />],
          [
            "Guaranteed, exactly",
            <span key="exact" className="mono exact">
              {getAtLeast.amount ?? "Nothing"} {getAtLeast.token}
            </span>,
          ],
          ...(orderSeconds === undefined
            ? [
                [
                  "Expected",
                  <Amount key="expected" value={expected} symbol={getAtLeast.token} />,
                ] as const,
              ]
            : []),
          ...fees.map(
            (fee) =>
              [
                `${words(fee.type)} fee`,
                <span key={fee.type}>
                  <Amount value={fee.amount} symbol={fee.token} />
                  {fee.most && <span className="muted"> (at most {fee.most})</span>}
                  {fee.to && <span className="muted break"> to {fee.to}</span>}
                </span>,
              ] as const,
          ),
          ["Sign until", when(validUntil)],
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
      {warnings.map((warning) => (
        <p key={warning} className="muted small">
          {warning}
        </p>
      ))}
    </div>
  );
}
