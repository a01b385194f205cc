/** A loading indicator. Without a label it needs a text next to it. */
export function Spinner({ label }: { label?: string | undefined }) {
  return (
    <span className="spinner-line" role={label ? "status" : undefined}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </span>
  );
}
