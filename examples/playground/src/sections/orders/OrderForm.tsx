import type { OrderDraft } from "../../app/order-draft";
import { Button } from "../../ui/Button";
import { Panel } from "../../ui/Panel";
import { problemOf } from "../../ui/problem-of";
import { Select } from "../../ui/Select";
import { Switch } from "../../ui/Switch";
import { AmountBox } from "../swap/AmountBox";

interface OrderFormProps {
  draft: OrderDraft;
  onChange(draft: OrderDraft): void;
  onReview(): void;
  busy: boolean;
  error: unknown;
}

const terms = [
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
];

/** The limit price of the order, for display only: the request has the two amounts. */
function priceOf({ amountIn, minAmountOut, tokenIn, tokenOut }: OrderDraft): string {
  const price = Number(amountIn) / Number(minAmountOut);
  return Number.isFinite(price) && price > 0
    ? `1 ${tokenOut.symbol} = ${price.toLocaleString("en-US", { maximumSignificantDigits: 8 })} ${tokenIn.symbol}`
    : "–";
}

/** The form of a limit order: the amount to give and the minimum to receive. */
export function OrderForm({ draft, onChange, onReview, busy, error }: OrderFormProps) {
  const set = (changes: Partial<OrderDraft>) => onChange({ ...draft, ...changes });
  const problem = (field: string) => problemOf(error, field);
  return (
    <Panel title="Place an order">
      <form
        className="stack"
        aria-label="Limit order"
        onSubmit={(event) => {
          event.preventDefault();
          onReview();
        }}
      >
        <AmountBox
          label="You give"
          tokenLabel="Token to give"
          amount={draft.amountIn}
          onAmount={(amountIn) => set({ amountIn })}
          token={draft.tokenIn}
          onToken={(tokenIn) => set({ tokenIn })}
          problem={problem("amountIn")}
          balance
        />
        <AmountBox
          label="For at least"
          tokenLabel="Token to take"
          amount={draft.minAmountOut}
          onAmount={(minAmountOut) => set({ minAmountOut })}
          token={draft.tokenOut}
          onToken={(tokenOut) => set({ tokenOut })}
          problem={problem("minAmountOut")}
          note={`Limit price: ${priceOf(draft)}`}
        />
        <Select
          label="Expires after"
          value={draft.expiration}
          onChange={(expiration) => set({ expiration })}
          options={terms}
        />
        <Switch
          label="May fill in parts"
          on={draft.partialFillable}
          onChange={(partialFillable) => set({ partialFillable })}
        />
        <Button type="submit" kind="primary" busy={busy}>
          Review the order
        </Button>
      </form>
    </Panel>
  );
}
