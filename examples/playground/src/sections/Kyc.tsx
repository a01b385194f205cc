import type { CreatedIndividualSession, IndividualSession } from "bursar";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePerson } from "../app/use-person";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { Panel } from "../ui/Panel";
import { Check } from "./kyc/Check";
import { Documents } from "./kyc/Documents";
import { Limits } from "./kyc/Limits";
import { PersonForm } from "./kyc/PersonForm";
import { Steps } from "./kyc/Steps";
import "./kyc/kyc.css";

const code = `
const { session, frontDocumentUpload } = await client.kyc.individual.standard.create(person);
await client.kyc.uploadDocument(frontDocumentUpload, file, {
  onProgress: ({ sent, total }) => show(sent / total),
});
await client.kyc.individual.standard.process(session.id);
const { status, individualId } = await client.kyc.waitForSession(session.id);
if (status === "COMPLETED") console.log(await client.kyc.financialLimits(individualId));
`;

const titles = ["Person", "Documents", "Check", "Limits"];

/** The verification of a person, from the form to the financial limits. */
export function Kyc() {
  const [created, setCreated] = useState<CreatedIndividualSession>();
  const [uploaded, setUploaded] = useState(false);
  const [done, setDone] = useState<IndividualSession>();
  const [, setPerson] = usePerson();
  const end = useCallback(
    (session: IndividualSession) => {
      setDone(session);
      if (session.individualId) setPerson(session.individualId);
    },
    [setPerson],
  );
  const step = !created ? 0 : !uploaded ? 1 : done?.status === "COMPLETED" ? 3 : 2;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The pressed button is removed. Move the focus, so that it does not return to the top of the
    // page.
    if (step !== 3) place.current?.focus({ preventScroll: true });
  }, [step]);
  const restart = () => {
    setCreated(undefined);
    setUploaded(false);
    setDone(undefined);
  };
  return (
    <div className="stack wide">
      <Steps titles={titles} current={step} />
      <div ref={place} tabIndex={-1} className="kyc-place stack wide">
        {!created && (
          <Panel
            title="Person"
            about="As printed on the document. The data in this form is fictional."
          >
            <PersonForm onCreated={setCreated} />
            <CodeNote code={code} />
          </Panel>
        )}
        {created && !uploaded && (
          <Panel
            title="Documents"
            about="Upload targets expire after 15 minutes. Uploads do not contain the API key."
          >
            <Documents created={created} onDone={() => setUploaded(true)} />
          </Panel>
        )}
        {created && uploaded && (
          <Panel
            title="Check"
            about="Only COMPLETED, FAILED and EXPIRED are final."
            actions={done && <Button onClick={restart}>Start over</Button>}
          >
            <Check sessionId={created.session.id} onEnd={end} />
          </Panel>
        )}
        {done?.individualId && (
          <Panel
            title="Financial limits"
            about="The limits of this person and the remaining amounts."
          >
            <Limits identityId={done.individualId} />
          </Panel>
        )}
      </div>
    </div>
  );
}
