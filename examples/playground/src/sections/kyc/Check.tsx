import type { IndividualSession } from "bursar";
import { useEffect, useState } from "react";
import { useApp } from "../../app/AppContext";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { words } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Spinner } from "../../ui/Spinner";

interface Seen {
  status: string;
  elapsed: number;
}

const meanings: Record<string, string> = {
  PENDING: "Waiting for documents",
  PROCESSING: "The documents are uploaded",
  VERIFYING: "The documents are under review",
  COMPLETED: "The person is verified",
  FAILED: "The person was not verified",
  EXPIRED: "The documents were not uploaded in time",
};

/** Waits for the final status of a session. */
export function Check({
  sessionId,
  onEnd,
}: {
  sessionId: string;
  onEnd(session: IndividualSession): void;
}) {
  const { client } = useApp();
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  const [end, setEnd] = useState<IndividualSession>();
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const leaving = new AbortController();
    setSeen([]);
    client.kyc
      .waitForSession(sessionId, {
        interval: 500,
        maxInterval: 1_000,
        signal: leaving.signal,
        onProgress: ({ status, elapsed }) => {
          if (status)
            setSeen((before) =>
              before.at(-1)?.status === status ? before : [...before, { status, elapsed }],
            );
        },
      })
      .then((session) => {
        setEnd(session);
        onEnd(session);
      })
      .catch((failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure);
      });
    return () => leaving.abort();
  }, [client, sessionId, onEnd]);

  return (
    <>
      <ol className="kyc-timeline" aria-label="Status of the check" aria-live="polite">
        {seen.map(({ status, elapsed }, i) => (
          <li
            key={status}
            data-tone={
              status === "COMPLETED"
                ? "good"
                : status === "FAILED" || status === "EXPIRED"
                  ? "bad"
                  : "info"
            }
          >
            <span
              className="kyc-timeline-dot"
              data-live={i === seen.length - 1 && !end}
              aria-hidden="true"
            />
            <strong>{words(status)}</strong>
            <span className="muted small">
              {meanings[status] ?? "Unknown status"} · after {(elapsed / 1_000).toFixed(1)} s
            </span>
          </li>
        ))}
      </ol>
      {!end && error === undefined && <Spinner label="Waiting for the result" />}
      {error !== undefined && <ErrorNote error={error} />}
      {end?.status === "COMPLETED" && (
        <Note tone="good" title="Verified">
          <p>
            The person can use <a href="#/fiat">fiat deposits and withdrawals</a> now.
          </p>
        </Note>
      )}
      {end && end.status !== "COMPLETED" && (
        <Note tone="warn" title="Not verified">
          <p>
            {end.failureReason ? `${words(end.failureReason)}. ` : ""}The reason is meant for the
            project, not for the person: a real app keeps it on its server.
          </p>
        </Note>
      )}
      <Facts
        facts={[
          ["Session", <CopyText key="session" text={sessionId} label="session id" full />],
          [
            "Individual",
            end?.individualId ? (
              <CopyText key="individual" text={end.individualId} label="individual id" full />
            ) : (
              "Known once verified"
            ),
          ],
        ]}
      />
    </>
  );
}
