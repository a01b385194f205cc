/** The latest messages, in the corner and for screen readers. */
export function Toasts({ toasts }: { toasts: readonly { id: number; text: string }[] }) {
  return (
    <div className="toasts" role="status" aria-live="polite" aria-label="Messages">
      {toasts.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  );
}
