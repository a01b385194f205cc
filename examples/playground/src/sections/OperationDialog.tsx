import type { FinalTransaction, SignedOperation, SigningProblem } from "bursar";
import {
  type AnyOperation,
  checkOperation,
  describeOperation,
  type OperationOptions,
  type Statement,
  signOperation,
} from "bursar/signing";
import type { ComponentProps } from "react";
import type { Session } from "../app/AppContext";
import { serviceNow } from "../app/clock";
import type { ToExecute } from "../app/use-execution";
import { useSigning } from "../app/use-signing";
import { CopyText } from "../ui/CopyText";
import { Dialog } from "../ui/Dialog";
import { Facts } from "../ui/Facts";
import { when } from "../ui/format";
import { SignActions } from "./SignActions";
import { PromiseChecks } from "./sign/PromiseChecks";

/** A prepared operation of which the hash is signed, and what the user is shown of it. */
export interface PreparedReview
  extends Pick<ComponentProps<typeof PromiseChecks>, "what" | "texts" | "own"> {
  operation: AnyOperation;
  terms: OperationOptions & { chainId: number; walletAddress: string };
  expiresAt: string | number | undefined;
  facts: ComponentProps<typeof Facts>["facts"];
  /** What it may move, by the request: the response does not state it. */
  statement: Statement;
}

interface OperationDialogProps {
  /** Undefined while the dialog is closed. */
  prepared: PreparedReview | undefined;
  session: Session;
  onClose(): void;
  execute(operation: ToExecute): Promise<FinalTransaction | undefined>;
}

/** Shows a prepared operation, signs it only if it matches the request, and executes it. */
export function OperationDialog({ prepared, ...rest }: OperationDialogProps) {
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
  session,
  onClose,
  execute,
}: OperationDialogProps & { prepared: PreparedReview }) {
  const { what, operation, expiresAt, facts, texts, own, statement } = prepared;
  const { owner, signer } = session;
  const { chainId, walletAddress } = prepared.terms;
  const terms = { ...prepared.terms, owner, now: serviceNow() };
  const problems = checkOperation(operation, terms);
  const summary = describeOperation(operation, terms);
  /** Executes the signed operations in their order. */
  const executeAll = async (all: readonly SignedOperation[]) => {
    onClose();
    // Of several operations, it is not known what each one may move.
    const stated = all.length === 1 && { statement };
    for (const signed of all) {
      const done = await execute({ signed, title: `The ${what}`, chainId, ...stated });
      if (done?.status !== "COMPLETED") return;
    }
  };
  const signing = useSigning((all: readonly SignedOperation[]) => void executeAll(all));
  const sign = async (accept: SigningProblem["code"][]) => {
    const signed = await signOperation(operation, signer, { ...terms, accept });
    if (!signed) throw new Error("There is nothing to sign.");
    return [signed].flat();
  };
  const hash = summary?.digests.userOperationHash;
  return (
    <>
      <PromiseChecks what={what} problems={problems} texts={texts} own={own} />
      <Facts
        facts={[
          ...facts,
          ["From", <CopyText key="from" text={walletAddress} label="paying wallet" full />],
          ["Sign until", when(summary?.validUntil)],
          ...(hash
            ? [["Hash", <CopyText key="hash" text={hash} label="signed hash" />] as const]
            : []),
        ]}
      />
      {summary?.warnings.map((warning) => (
        <p key={warning} className="muted small">
          {warning}
        </p>
      ))}
      <SignActions
        what={what}
        problems={own?.problem ? undefined : problems}
        expiresAt={expiresAt}
        signing={signing}
        onClose={onClose}
        onSign={(accept) => void signing.sign(() => sign(accept))}
      />
    </>
  );
}
