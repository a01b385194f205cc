import type { LendingProvider } from "bursar";
import type { FormEvent } from "react";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { titled } from "../../ui/format";
import { Panel } from "../../ui/Panel";
import { Select } from "../../ui/Select";
import {
  type Action,
  actions,
  type LendingDraft,
  lendingTokens,
  type PartName,
} from "./lending-draft";

interface LendingFormProps {
  draft: LendingDraft;
  onChange(draft: LendingDraft): void;
  onSubmit(event: FormEvent): void;
  busy: boolean;
}

const hints: Partial<Record<PartName, string>> = {
  repay: "Empty: the whole debt.",
  withdraw: "Empty: the whole supply.",
};

/** The form of a lending operation. */
export function LendingForm({ draft, onChange, onSubmit, busy }: LendingFormProps) {
  const set = (changes: Partial<LendingDraft>) => onChange({ ...draft, ...changes });
  return (
    <Panel title="Operation" about="On Polygon. Gas is paid in USDC.">
      <form className="stack" onSubmit={onSubmit} aria-label="Lending operation">
        <Select
          label="What to do"
          value={draft.action}
          onChange={(action) => set({ action: action as Action })}
          options={Object.entries(actions).map(([value, { label }]) => ({ value, label }))}
        />
        <Select
          label="Lender"
          value={draft.provider}
          onChange={(provider) => set({ provider: provider as LendingProvider })}
          options={["LENDER_A", "LENDER_B"].map((value) => ({ value, label: titled(value) }))}
        />
        {actions[draft.action].parts.map((name) => (
          <div key={name} className="lending-part">
            <Field
              label={`Amount to ${name}`}
              value={draft[name].amount}
              onChange={(amount) => set({ [name]: { ...draft[name], amount } })}
              inputMode="decimal"
              hint={hints[name]}
            />
            <Select
              label={`Token to ${name}`}
              value={draft[name].token.address}
              onChange={(address) => {
                const token = lendingTokens.find((each) => each.address === address);
                if (token) set({ [name]: { ...draft[name], token } });
              }}
              options={lendingTokens.map(({ address, symbol }) => ({
                value: address,
                label: symbol,
              }))}
            />
          </div>
        ))}
        <Button type="submit" kind="primary" busy={busy}>
          Review the operation
        </Button>
      </form>
    </Panel>
  );
}
