import { groupDigits } from "./format";

interface AmountProps {
  /** Decimal string in whole tokens. */
  value: string | null | undefined;
  symbol?: string | undefined;
  decimals?: number | undefined;
}

/** A shortened amount of tokens. The title has the exact amount. */
export function Amount({ value, symbol, decimals }: AmountProps) {
  if (value === null || value === undefined || value === "")
    return <span className="muted">–</span>;
  return (
    <span className="amount" title={`${value}${symbol ? ` ${symbol}` : ""}`}>
      {groupDigits(value, decimals)}
      {symbol && <span className="unit"> {symbol}</span>}
    </span>
  );
}
