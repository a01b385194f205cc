import { type FormEvent, useState } from "react";
import { type KnownToken, knownTokens } from "../../app/tokens";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { TokenSelect } from "../swap/TokenSelect";

interface CustomFundProps {
  onFund(token: KnownToken, amount: string): void;
  action: string;
  amountLabel: string;
  tokenLabel: string;
}

/** A form for any amount of a known token. */
export function CustomFund({ onFund, action, amountLabel, tokenLabel }: CustomFundProps) {
  const [token, setToken] = useState(knownTokens[0] as KnownToken);
  const [amount, setAmount] = useState("250.5");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFund(token, amount.trim());
  };
  return (
    <form className="inline-form" onSubmit={submit}>
      <Field label={amountLabel} value={amount} onChange={setAmount} inputMode="decimal" required />
      <TokenSelect label={tokenLabel} token={token} onChange={setToken} />
      <Button type="submit">{action}</Button>
    </form>
  );
}
