import type { Client } from "bursar";
import {
  checkOperation,
  describeOperation,
  type SignedOperation,
  signOperation,
} from "bursar/signing";
import type { Session } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { tokenName } from "../../app/tokens";
import {
  expiryOf,
  listTransfers,
  type PreparedTransfers,
  prepareAgain,
} from "../../app/transfer-draft";
import { useAttack, withoutAttack } from "../../app/use-attack";
import type { Recipient } from "../../app/use-recipients";
import { useSigning } from "../../app/use-signing";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { SignActions } from "../SignActions";
import { AttackMenu } from "../sign/AttackMenu";
import { PromiseChecks } from "../sign/PromiseChecks";
import type { PromiseTexts } from "../sign/promise";
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
export function TransferDialog({ prepared, onClose, onSigned, ...rest }: TransferDialogProps) {
  const close = withoutAttack(onClose);
  return (
    <Dialog open={prepared !== undefined} onClose={close} title="What you are about to sign" wide>
      {prepared && (
        <Review prepared={prepared} onClose={close} onSigned={withoutAttack(onSigned)} {...rest} />
      )}
    </Dialog>
  );
}

function textsOf({ maxGasFee, expect }: PreparedTransfers["terms"]): PromiseTexts {
  const transfer = "operations" in expect ? expect.operations[0]?.params : expect;
  const { payGasFeeToken, chainId } = transfer as { payGasFeeToken: string; chainId: number };
  const gas = tokenName(payGasFeeToken, chainId) ?? "";
  return {
    Matches:
      "It states your chain, wallet, token and receivers, your amount and nothing else. It has not expired.",
    "Within your limits": maxGasFee
      ? `Gas of at most ${maxGasFee} ${gas}.`
      : { unchecked: "You set no maximum for the gas." },
    Reasonable: "No more than usual is lost between what is sent and what is received.",
    Settled: "After the execution, what left and arrived is compared with what was stated.",
  };
}

function Review({
  prepared,
  book,
  session,
  onClose,
  onSigned,
}: TransferDialogProps & { prepared: PreparedTransfers }) {
  const signing = useSigning(onSigned);
  const isBatch = "operations" in prepared.operation;
  const { offered, failure, ...attack } = useAttack(
    isBatch ? "batch" : "transfer",
    prepared.operation,
    (client: Client) => prepareAgain(client, prepared.terms),
  );
  const { owner, signer } = session;
  const terms = { ...prepared.terms, owner, now: serviceNow() };
  const problems = offered && checkOperation(offered, terms);
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} title="The response cannot be read" />}
      {offered && problems && (
        <TransferReview
          transfers={listTransfers(offered)}
          book={book}
          summary={describeOperation(offered, { ...terms, tokenName })}
        >
          <AttackMenu what="transfer" {...attack} />
          <PromiseChecks what="transfer" problems={problems} texts={textsOf(prepared.terms)} />
        </TransferReview>
      )}
      {!offered && <AttackMenu what="transfer" {...attack} />}
      <SignActions
        what="transfer"
        problems={problems}
        expiresAt={offered && expiryOf(offered)}
        signing={signing}
        onClose={onClose}
        onSign={(accept) =>
          offered && void signing.sign(() => signOperation(offered, signer, { ...terms, accept }))
        }
      />
    </>
  );
}
