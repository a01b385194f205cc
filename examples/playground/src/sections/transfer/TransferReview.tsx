import { sumAmounts, type Transfer } from "bursar";
import { chainName, tokenName } from "../../app/tokens";
import { findRecipient, type Recipient } from "../../app/use-recipients";
import { Amount } from "../../ui/Amount";
import { Badge } from "../../ui/Badge";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { Icon } from "../../ui/Icon";

interface TransferReviewProps {
  /** What the service prepared. */
  transfers: readonly Partial<Transfer>[];
  book: readonly Recipient[];
  /** The text of `describeOperation`. */
  description: string;
}

/** Returns the sum of decimal strings, or undefined if one is missing or invalid. */
function sum(amounts: readonly (string | null | undefined)[]): string | undefined {
  try {
    return sumAmounts(amounts as string[]);
  } catch {
    return undefined;
  }
}

/** Groups the lines `title: value` by their title. */
function readLines(description: string): [title: string, values: string[]][] {
  const facts = new Map<string, string[]>();
  for (const line of description.split("\n")) {
    const [title = "", ...rest] = line.split(": ");
    facts.set(title, [...(facts.get(title) ?? []), rest.join(": ")]);
  }
  return [...facts];
}

/** What the user signs: the receivers in full, what each gets, and every fact of the operation. */
export function TransferReview({ transfers, book, description }: TransferReviewProps) {
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
              decimals={18}
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
              decimals={18}
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
                <Amount value={amountToBeReceived} symbol={symbolOf(transfer)} decimals={18} />
              </span>
              <CopyText text={known?.address ?? toAddress} label="receiver" full />
            </li>
          );
        })}
      </ul>
      <Facts
        facts={[
          [
            "Gas",
            <span key="gas">
              <Amount
                value={sum(gas.map((each) => each?.gasFeeTokenAmount))}
                symbol={gasSymbol}
                decimals={18}
              />
              {mostGas && <span className="muted"> (at most {mostGas})</span>}
            </span>,
          ],
        ]}
      />
      <section className="description" aria-label="Description of the operation">
        <h3>What describeOperation says</h3>
        <Facts
          facts={readLines(description).map(([title, values]) => [
            title,
            <span key={title} className="lines">
              {values.map((value) => (
                <span key={value}>{value}</span>
              ))}
            </span>,
          ])}
        />
      </section>
    </div>
  );
}
