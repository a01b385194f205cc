import type { Address } from "bursar";
import type { TransferDraft } from "../../app/transfer-draft";
import type { Recipient } from "../../app/use-recipients";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { shortAddress } from "../../ui/format";
import { GasMethodSelect } from "../../ui/GasMethodSelect";
import { Panel } from "../../ui/Panel";
import { problemOf } from "../../ui/problem-of";
import { AmountBox } from "../swap/AmountBox";

interface TransferFormProps {
  draft: TransferDraft;
  onChange(draft: TransferDraft): void;
  book: readonly Recipient[];
  chosen: ReadonlySet<Address>;
  onChoose(recipient: Recipient, on: boolean): void;
  /** Moves the focus to the form of the recipient book. */
  onAdd(): void;
  /** Adds and chooses a recipient for a first try. */
  onSample(): void;
  onReview(): void;
  busy: boolean;
  error: unknown;
  /** The problem of the chosen recipients. */
  problem: string | undefined;
}

/** The form of a transfer: the token, the amount and the recipients. */
export function TransferForm(props: TransferFormProps) {
  const { draft, onChange, book, chosen, onChoose, onAdd, onSample, onReview } = props;
  const { busy, error, problem } = props;
  const set = (changes: Partial<TransferDraft>) => onChange({ ...draft, ...changes });
  const count = book.filter(({ address }) => chosen.has(address)).length;
  return (
    <Panel title="What to send">
      <form
        className="stack"
        aria-label="Transfer"
        onSubmit={(event) => {
          event.preventDefault();
          onReview();
        }}
      >
        <AmountBox
          label={count > 1 ? "You send each" : "You send"}
          tokenLabel="Token to send"
          amount={draft.amount}
          onAmount={(amount) => set({ amount })}
          token={draft.token}
          onToken={(token) => set({ token, maxGasFee: "" })}
          problem={problemOf(error, "amount")}
          balance
        />
        <fieldset className="recipients" aria-describedby={problem && "recipients-problem"}>
          <legend className="field-label">To</legend>
          {book.map((recipient) => (
            <label key={recipient.address} className="recipient">
              <input
                type="checkbox"
                checked={chosen.has(recipient.address)}
                onChange={(event) => onChoose(recipient, event.target.checked)}
              />
              <span className="break">{recipient.label}</span>
              <span className="mono muted small">{shortAddress(recipient.address)}</span>
            </label>
          ))}
          {problem && (
            <p className="problem" id="recipients-problem" role="alert">
              {problem}
            </p>
          )}
          <span className="row tight">
            <button className="link-button" type="button" onClick={onAdd}>
              Add a recipient
            </button>
            {book.length === 0 && (
              <button className="link-button" type="button" onClick={onSample}>
                Use a sample recipient
              </button>
            )}
          </span>
        </fieldset>
        <details className="more">
          <summary>More options</summary>
          <div className="stack more-body">
            <GasMethodSelect value={draft.gasMethod} onChange={(gasMethod) => set({ gasMethod })} />
            <Field
              label={`Gas at most, in ${draft.token.symbol}`}
              value={draft.maxGasFee}
              onChange={(maxGasFee) => set({ maxGasFee })}
              inputMode="decimal"
              placeholder="Empty: no maximum"
              hint="For all recipients together. A transfer that states more is not signed."
            />
          </div>
        </details>
        <Button type="submit" kind="primary" busy={busy}>
          {count > 1 ? `Review ${count} transfers` : "Review the transfer"}
        </Button>
      </form>
    </Panel>
  );
}
