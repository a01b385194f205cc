import { type FormEvent, type RefObject, useState } from "react";
import {
  findProblems,
  type Recipient,
  type RecipientDraft,
  type RecipientProblems,
} from "../../app/use-recipients";
import { Button } from "../../ui/Button";
import { CopyText } from "../../ui/CopyText";
import { EmptyState } from "../../ui/EmptyState";
import { Field } from "../../ui/Field";
import { Panel } from "../../ui/Panel";

interface RecipientBookProps {
  book: readonly Recipient[];
  onAdd(draft: RecipientDraft): void;
  onRemove(recipient: Recipient): void;
  labelInput: RefObject<HTMLInputElement | null>;
}

const empty: RecipientDraft = { label: "", address: "" };

/** The recipients that this browser keeps, and a form for another. */
export function RecipientBook({ book, onAdd, onRemove, labelInput }: RecipientBookProps) {
  const [draft, setDraft] = useState(empty);
  const [problems, setProblems] = useState<RecipientProblems>({});
  const set = (changes: Partial<RecipientDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findProblems(draft, book);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    onAdd(draft);
    setDraft(empty);
  };
  return (
    <Panel title="Recipient book" about="Kept in this browser, not sent to the service.">
      <form className="stack" onSubmit={submit} aria-label="New recipient">
        <Field
          label="Label"
          value={draft.label}
          onChange={(label) => set({ label })}
          problem={problems.label}
          ref={labelInput}
        />
        <Field
          label="Address"
          value={draft.address}
          onChange={(address) => set({ address })}
          placeholder="0x…"
          problem={problems.address}
          mono
        />
        <div>
          <Button type="submit">Add the recipient</Button>
        </div>
      </form>
      {book.length === 0 ? (
        <EmptyState icon="transfer" title="No recipients yet" />
      ) : (
        <ul className="receivers" aria-label="Recipients">
          {book.map((recipient) => (
            <li key={recipient.address} className="entry">
              <span className="strong break">{recipient.label}</span>
              <Button
                kind="danger"
                label={`Remove ${recipient.label}`}
                onClick={() => {
                  onRemove(recipient);
                  // The button disappears with its focus.
                  labelInput.current?.focus();
                }}
              >
                Remove
              </Button>
              <CopyText text={recipient.address} label={`address of ${recipient.label}`} full />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
