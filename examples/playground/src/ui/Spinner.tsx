/** Something is under way. Without a label it stands beside words that say so. */
export function Spinner({ label }: { label?: string | undefined }) {
  return (
    <span className="spinner-line" role={label ? "status" : undefined}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </span>
  );
}
