import { usd } from "./format";

/** A worth in US dollars. */
export function Money({ value }: { value: string | number | null | undefined }) {
  return <span className="amount">{usd(value)}</span>;
}
