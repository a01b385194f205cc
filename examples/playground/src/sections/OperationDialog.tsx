import type { FinalTransaction, SignedOperation } from "bursar";
import {
  type AnyOperation,
  checkOperation,
  describeOperation,
  type OperationOptions,
  type Statement,
  signOperation,
} from "bursar/signing";
import { type ComponentProps, useRef } from "react";
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

/** Shows a prepared operation, signs it only without a problem, and executes it. */
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
  /** In the order in which they are executed. */
  const signed = useRef<readonly SignedOperation[]>([]);
  const executeAll = async () => {
    onClose();
    const [one, ...others] = signed.current;
    for (const each of one ? [one, ...others] : []) {
      // Of several operations, it is not known what each one may move.
      const stated = others.length === 0 && { statement };
      const done = await execute({ signed: each, title: `The ${what}`, chainId, ...stated });
      if (done?.status !== "COMPLETED") return;
    }
  };
  const signing = useSigning(() => void executeAll());
  const sign = async (): Promise<SignedOperation> => {
    const all = [(await signOperation(operation, signer, terms)) ?? []].flat();
    const [first] = all;
    if (!first) throw new Error("There is nothing to sign.");
    signed.current = all;
    return first;
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
        onSign={() => void signing.sign(sign)}
      />
    </>
  );
}
