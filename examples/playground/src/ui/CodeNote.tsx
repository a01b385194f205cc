import { CopyButton } from "./CopyButton";

/** The code of a panel, collapsed. */
export function CodeNote({ code }: { code: string }) {
  return (
    <details className="code-note">
      <summary>Show the code</summary>
      <section className="code-box" aria-label="Code">
        <CopyButton text={code.trim()} label="the code" />
        <pre>
          <code>{code.trim()}</code>
        </pre>
      </section>
    </details>
  );
}
