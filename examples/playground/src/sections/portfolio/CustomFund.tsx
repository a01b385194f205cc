import { type FormEvent, useState } from "react";
import { type KnownToken, knownTokens } from "../../app/tokens";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { TokenSelect } from "../swap/TokenSelect";

/** A form to add any amount of a known token. */
export function CustomFund({ onFund }: { onFund(token: KnownToken, amount: string): void }) {
  const [token, setToken] = useState(knownTokens[0] as KnownToken);
  const [amount, setAmount] = useState("250.5");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFund(token, amount.trim());
  };
  return (
    <form className="inline-form" onSubmit={submit}>
      <Field label="Amount" value={amount} onChange={setAmount} inputMode="decimal" required />
      <TokenSelect label="Token" token={token} onChange={setToken} />
      <Button type="submit">Add tokens</Button>
    </form>
  );
}
