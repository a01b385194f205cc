import {
  checkOperation,
  describeOperation,
  type SignedOperation,
  signOperation,
} from "bursar/signing";
import { useState } from "react";
import type { Session } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { listTransfers, type PreparedTransfers, replaceReceiver } from "../../app/transfer-draft";
import type { Recipient } from "../../app/use-recipients";
import { useSigning } from "../../app/use-signing";
import { Dialog } from "../../ui/Dialog";
import { ProblemsNote } from "../../ui/ProblemsNote";
import { Switch } from "../../ui/Switch";
import { SignActions } from "../SignActions";
import { attacker } from "../SignDialog";
import { TransferReview } from "./TransferReview";

interface TransferDialogProps {
  /** Undefined while the dialog is closed. */
  prepared: PreparedTransfers | undefined;
  book: readonly Recipient[];
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

/** Shows what the user signs, and signs the operation only if it matches the request. */
export function TransferDialog({ prepared, ...rest }: TransferDialogProps) {
  return (
    <Dialog
      open={prepared !== undefined}
      onClose={rest.onClose}
      title="What you are about to sign"
      wide
    >
      {prepared && <Review prepared={prepared} {...rest} />}
    </Dialog>
  );
}

function Review({
  prepared,
  book,
  session,
  onClose,
  onSigned,
}: TransferDialogProps & { prepared: PreparedTransfers }) {
  const [accepted, setAccepted] = useState(false);
  const signing = useSigning(onSigned);
  const { operation } = prepared;
  const offered = signing.tampered ? replaceReceiver(operation, attacker) : operation;
  const { owner, signer } = session;
  const terms = { ...prepared.terms, owner, now: serviceNow() };
  const problems = checkOperation(offered, terms);
  const isFatal = problems.some(({ severity }) => severity === "fatal");
  const accept = accepted ? problems.map(({ code }) => code) : [];

  return (
    <>
      <ProblemsNote
        problems={problems}
        title={isFatal ? "This cannot be signed" : "This can be right: check it"}
      />
      <TransferReview
        transfers={listTransfers(offered)}
        book={book}
        description={describeOperation(offered, terms)?.text ?? ""}
      />
      {problems.length > 0 && !isFatal && (
        <Switch label="Sign it in spite of this" on={accepted} onChange={setAccepted} />
      )}
      <SignActions
        what="transfer"
        expiresAt={operation.expiresAt}
        signing={signing}
        effect="which cannot be signed"
        disabled={isFatal || (problems.length > 0 && !accepted)}
        onClose={onClose}
        onSign={() => void signing.sign(() => signOperation(offered, signer, { ...terms, accept }))}
      />
    </>
  );
}
