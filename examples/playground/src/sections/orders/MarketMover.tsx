import type { Sandbox } from "bursar/sandbox";
import { type FormEvent, useState } from "react";
import { useApp } from "../../app/AppContext";
import type { KnownToken } from "../../app/tokens";
import { useRefresh } from "../../app/use-refresh";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field } from "../../ui/Field";
import { Panel } from "../../ui/Panel";

/** Changes a price in the sandbox, so that an open order can fill. */
export function MarketMover({ sandbox, token }: { sandbox: Sandbox; token: KnownToken }) {
  const { notify } = useApp();
  const refresh = useRefresh();
  const [price, setPrice] = useState("1900");
  const [error, setError] = useState<unknown>();
  const move = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      sandbox.setPrice({ chainId: token.chainId, token: token.address, price: price.trim() });
      notify(`The market now pays ${price.trim()} USD for one ${token.symbol}.`);
      refresh();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Panel title="Change the market price" about="Sandbox only. Open orders check the new price.">
      <form className="inline-form two" onSubmit={move}>
        <Field
          label={`Price of ${token.symbol}, in USD`}
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          required
        />
        <Button type="submit">Set the price</Button>
      </form>
      {error !== undefined && <ErrorNote error={error} />}
    </Panel>
  );
}
