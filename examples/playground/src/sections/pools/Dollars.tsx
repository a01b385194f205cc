import { usd } from "../../ui/format";

const short = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
});

/** A large value with few digits. The title has the exact value. */
export function Dollars({ value }: { value: string | null | undefined }) {
  const amount = Number(value ?? Number.NaN);
  return (
    <span className="amount" title={usd(value)}>
      {Number.isFinite(amount) && amount >= 1_000 ? short.format(amount) : usd(value)}
    </span>
  );
}
