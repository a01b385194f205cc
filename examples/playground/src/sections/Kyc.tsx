import type { CreatedIndividualSession, IndividualSession } from "bursar";
import { useEffect, useRef, useState } from "react";
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

/** The verification of a person, from the form to what the person may move. */
export function Kyc() {
  const [created, setCreated] = useState<CreatedIndividualSession>();
  const [uploaded, setUploaded] = useState(false);
  const [done, setDone] = useState<IndividualSession>();
  const step = !created ? 0 : !uploaded ? 1 : done?.status === "COMPLETED" ? 3 : 2;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // What was pressed is gone, and the keyboard must not start again from the top of the page.
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
            title="Who is verified"
            about="As it stands on the document. Everything here is made up."
          >
            <PersonForm onCreated={setCreated} />
            <CodeNote code={code} />
          </Panel>
        )}
        {created && !uploaded && (
          <Panel
            title="Documents"
            about="Upload targets hold for 15 minutes. The API key never goes there."
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
            <Check sessionId={created.session.id} onEnd={setDone} />
          </Panel>
        )}
        {done?.individualId && (
          <Panel
            title="Financial limits"
            about="What this person may move, and what is left of it."
          >
            <Limits identityId={done.individualId} />
          </Panel>
        )}
      </div>
    </div>
  );
}
