/** The calls behind a panel, folded away. */
export function CodeNote({ code }: { code: string }) {
  return (
    <details className="code-note">
      <summary>The code behind this</summary>
      <section className="code-box" aria-label="Code">
        <pre>
          <code>{code.trim()}</code>
        </pre>
      </section>
    </details>
  );
}
