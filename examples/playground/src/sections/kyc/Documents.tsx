import { useMutation } from "@tanstack/react-query";
import type { CreatedIndividualSession } from "bursar";
import { useState } from "react";
import { useApp } from "../../app/AppContext";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { words } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Upload } from "./Upload";

type Outcome = "COMPLETED" | "FAILED";

const reasons = ["DOCUMENT_UNREADABLE", "DOCUMENT_EXPIRED", "FACE_MISMATCH"];

/** The documents of a session and, in the sandbox, the result of its check. */
export function Documents({
  created,
  onDone,
}: {
  created: CreatedIndividualSession;
  onDone(): void;
}) {
  const { client, sandbox } = useApp();
  const { session, frontDocumentUpload, backDocumentUpload } = created;
  const [uploaded, setArrived] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<Outcome>("COMPLETED");
  const [reason, setReason] = useState(reasons[0] as string);
  const documentCount = backDocumentUpload ? 2 : 1;
  const process = useMutation({
    mutationFn: () => {
      sandbox?.decide(session.id, outcome, reason);
      return client.kyc.individual.standard.process(session.id);
    },
    onSuccess: onDone,
  });
  const add = (side: string) => setArrived((before) => [...before, side]);
  return (
    <>
      <div className="uploads">
        <Upload side="front" target={frontDocumentUpload} onUploaded={() => add("front")} />
        {backDocumentUpload && (
          <Upload side="back" target={backDocumentUpload} onUploaded={() => add("back")} />
        )}
      </div>
      {sandbox && (
        <p className="hint">
          The sandbox in this page accepts a file immediately. Over a network the bar shows the
          progress.
        </p>
      )}
      {sandbox && (
        <fieldset className="outcome">
          <legend className="field-label">Result of the check</legend>
          {(["COMPLETED", "FAILED"] as const).map((value) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="outcome"
                checked={outcome === value}
                onChange={() => setOutcome(value)}
              />
              {value === "COMPLETED" ? "Verified" : "Rejected"}
            </label>
          ))}
          {outcome === "FAILED" && (
            <label className="choice">
              Reason
              <select
                className="input"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              >
                {reasons.map((value) => (
                  <option key={value} value={value}>
                    {words(value)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </fieldset>
      )}
      {process.error && <ErrorNote error={process.error} />}
      {uploaded.length < documentCount ? (
        <Note>
          <p>
            {uploaded.length} of {documentCount} {documentCount === 1 ? "document" : "documents"}{" "}
            uploaded. The check can start after all uploads.
          </p>
        </Note>
      ) : (
        <Note tone="good">
          <p>All documents are uploaded.</p>
        </Note>
      )}
      <div className="row">
        <Button
          kind="primary"
          onClick={() => process.mutate()}
          busy={process.isPending}
          disabled={uploaded.length < documentCount}
        >
          Start the check
        </Button>
      </div>
    </>
  );
}
