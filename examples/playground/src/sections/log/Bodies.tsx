import type { LoggedBodies } from "../../app/request-log";

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Body({ title, text, none }: { title: string; text: string | undefined; none: string }) {
  return (
    <section className="log-body" aria-label={title}>
      <h3>{title}</h3>
      {text ? (
        // A scrollable box must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <pre className="mono" tabIndex={0}>
          {pretty(text)}
        </pre>
      ) : (
        <p className="muted small">{none}</p>
      )}
    </section>
  );
}

/** The bodies of a request and its response. */
export function Bodies({
  bodies,
  failure,
}: {
  bodies: LoggedBodies | undefined;
  failure: string | undefined;
}) {
  if (!bodies) {
    return (
      <p className="muted small">
        {failure ? `No response: ${failure}.` : "The bodies of this request were not recorded."}
      </p>
    );
  }
  return (
    <div className="stack">
      <p className="mono break small">{bodies.url}</p>
      <div className="log-bodies">
        <Body title="Request body" text={bodies.request} none="No body." />
        <Body title="Response body" text={bodies.response} none="No body." />
      </div>
    </div>
  );
}
