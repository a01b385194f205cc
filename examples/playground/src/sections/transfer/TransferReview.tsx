import { sumAmounts, type Transfer } from "bursar";
import type { OperationSummary } from "bursar/signing";
import type { ReactNode } from "react";
import { chainName, tokenName } from "../../app/tokens";
import { findRecipient, type Recipient } from "../../app/use-recipients";
import { Amount } from "../../ui/Amount";
import { Badge } from "../../ui/Badge";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { when } from "../../ui/format";
import { Icon } from "../../ui/Icon";

interface TransferReviewProps {
  /** What the service prepared. */
  transfers: readonly Partial<Transfer>[];
  book: readonly Recipient[];
  /** What `describeOperation` says. */
  summary: OperationSummary | undefined;
  /** Shown between the amounts and the details. */
  children: ReactNode;
}

/** Returns the sum of decimal strings, or undefined if one is missing or invalid. */
function sum(amounts: readonly (string | null | undefined)[]): string | undefined {
  try {
    return sumAmounts(amounts as string[]);
  } catch {
    return undefined;
  }
}

/** What the user signs: the receivers in full, what each gets, and every fact of the operation. */
export function TransferReview({ transfers, book, summary, children }: TransferReviewProps) {
  const [first] = transfers;
  const symbolOf = ({ token, chain }: Partial<Transfer>) =>
    tokenName(token ?? "", chain ?? -1) ?? token;
  const symbol = first && symbolOf(first);
  const gas = transfers.map(({ estimatedGasFees }) => estimatedGasFees);
  const gasSymbol = tokenName(gas[0]?.payGasFeeToken ?? "", first?.chain ?? -1);
  const mostGas = sum(gas.map((each) => each?.maxGasFeeToken));
  return (
    <div className="stack">
      <div className="deal">
        <div>
          <p className="muted small">You send</p>
          <p className="deal-amount">
            <Amount
              value={sum(transfers.map(({ amountToSend }) => amountToSend))}
              symbol={symbol}
            />
          </p>
          <p className="muted small">on {chainName(first?.chain)}</p>
        </div>
        <span className="deal-arrow">
          <Icon name="arrow" />
        </span>
        <div>
          <p className="muted small">
            {transfers.length > 1 ? `${transfers.length} receivers get` : "The receiver gets"}
          </p>
          <p className="deal-amount">
            <Amount
              value={sum(transfers.map(({ amountToBeReceived }) => amountToBeReceived))}
              symbol={symbol}
            />
          </p>
          <p className="muted small">
            {transfers.length > 1 ? "all of them, or none" : `on ${chainName(first?.chain)}`}
          </p>
        </div>
      </div>
      <ul className="receivers" aria-label="Receivers">
        {transfers.map((transfer) => {
          const { toAddress = "", amountToBeReceived } = transfer;
          const known = findRecipient(book, toAddress);
          return (
            <li key={toAddress}>
              <span className="row between">
                {known ? (
                  <span className="strong break">{known.label}</span>
                ) : (
                  <Badge tone="bad">Not in your recipient book</Badge>
                )}
                <Amount value={amountToBeReceived} symbol={symbolOf(transfer)} />
              </span>
              <CopyText text={known?.address ?? toAddress} label="receiver" full />
            </li>
          );
        })}
      </ul>
      {children}
      <Facts
        facts={[
          ...(summary?.leaves ?? []).map(
            ({ amount, token, chain }) =>
              [
                "Leaves the wallet",
                <span key={token}>
                  at most{" "}
                  <span className="mono exact">
                    {amount} {token}
                  </span>{" "}
                  on {chain}, with gas and fees
                </span>,
              ] as const,
          ),
          [
            "Gas",
            <span key="gas">
              <Amount value={sum(gas.map((each) => each?.gasFeeTokenAmount))} symbol={gasSymbol} />
              {mostGas && <span className="muted"> (at most {mostGas})</span>}
            </span>,
          ],
          ["From", <CopyText key="from" text={summary?.from ?? ""} label="paying wallet" full />],
          ["Sign until", when(summary?.validUntil)],
        ]}
      />
      {summary?.warnings.map((warning) => (
        <p key={warning} className="muted small">
          {warning}
        </p>
      ))}
    </div>
  );
}
