import { usd } from "../../ui/format";

/** Profit or loss over a period, in words and colour. */
export function Profit({
  value,
  span,
}: {
  value: string | number | null | undefined;
  span: string;
}) {
  const amount = Number(value ?? 0);
  const tone = amount > 0 ? "good" : amount < 0 ? "bad" : "none";
  return (
    <div>
      <p className="muted small">
        {amount < 0 ? "Loss" : "Profit"}, {span.toLowerCase()}
      </p>
      <p className="figure small-figure" data-tone={tone}>
        {amount > 0 ? "+" : ""}
        {usd(value ?? 0)}
      </p>
    </div>
  );
}
