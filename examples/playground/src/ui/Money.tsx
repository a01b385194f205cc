import { usd } from "./format";

/** A value in US dollars. */
export function Money({ value }: { value: string | number | null | undefined }) {
  return <span className="amount">{usd(value)}</span>;
}
