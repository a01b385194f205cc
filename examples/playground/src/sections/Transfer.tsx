import type { Address } from "bursar";
import { useRef, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { firstTransfer, type PreparedTransfers, prepareTransfers } from "../app/transfer-draft";
import { useExecution } from "../app/use-execution";
import { useRecipients } from "../app/use-recipients";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { NeedsWallet } from "./NeedsWallet";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import { RecipientBook } from "./transfer/RecipientBook";
import { TransferDialog } from "./transfer/TransferDialog";
import { TransferForm } from "./transfer/TransferForm";
import "./transfer/transfer.css";

const code = `
const { transfer } = await client.operations.transfer(request);    // several recipients: client.operations.batch

const problems = checkOperation(transfer, { expect: request });      // empty if it is what you asked for
const summary = describeOperation(transfer, { expect: request });    // for the dialog
const signed = await signOperation(transfer, signer, { expect: request, owner, maxGasFee: "1" });
const queued = await client.operations.execute(signed);              // queued, not done yet
const done = await client.wallets.waitForTransaction(walletAddress, queued, { onProgress });`;

export function Transfer() {
  const { session } = useApp();
  return session ? <TransferDesk session={session} /> : <NeedsWallet action="send tokens" />;
}

function TransferDesk({ session }: { session: Session }) {
  const { client, notify } = useApp();
  const { book, add, remove } = useRecipients();
  const [draft, setDraft] = useState(firstTransfer);
  const [chosen, setChosen] = useState<ReadonlySet<Address>>(new Set());
  const [prepared, setPrepared] = useState<PreparedTransfers>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [problem, setProblem] = useState<string>();
  const { execution, execute, dismiss } = useExecution(session.walletAddress);
  const labelInput = useRef<HTMLInputElement>(null);

  const choose = (address: Address, on: boolean) => {
    setProblem(undefined);
    setChosen(
      (last) =>
        new Set([...[...last].filter((other) => other !== address), ...(on ? [address] : [])]),
    );
  };
  const review = async () => {
    const [first, ...others] = book
      .map(({ address }) => address)
      .filter((each) => chosen.has(each));
    setError(undefined);
    setProblem(first ? undefined : "Choose at least one recipient.");
    if (!first) return;
    setBusy(true);
    try {
      const { walletAddress } = session;
      setPrepared(await prepareTransfers(client, draft, walletAddress, [first, ...others]));
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };

  return (
    <>
      <div className="desk">
        <TransferForm
          draft={draft}
          onChange={setDraft}
          book={book}
          chosen={chosen}
          onChoose={({ address }, on) => choose(address, on)}
          onAdd={() => labelInput.current?.focus()}
          onReview={() => void review()}
          busy={busy}
          error={error}
          problem={problem}
        />
        <div className="stack">
          {error !== undefined && <ErrorNote error={error} title="No transfer was prepared" />}
          {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
          <RecipientBook
            book={book}
            onAdd={(entry) => {
              const { address, label } = add(entry);
              choose(address, true);
              notify(`Added ${label} to the recipient book.`);
            }}
            onRemove={(recipient) => {
              remove(recipient);
              choose(recipient.address, false);
              notify(`Removed ${recipient.label} from the recipient book.`);
            }}
            labelInput={labelInput}
          />
        </div>
      </div>
      <CodeNote code={code} />
      <TransferDialog
        prepared={prepared}
        book={book}
        session={session}
        onClose={() => setPrepared(undefined)}
        onSigned={(signed) => {
          const title = chosen.size > 1 ? "The batch" : "The transfer";
          setPrepared(undefined);
          setChosen(new Set());
          void execute(signed, title);
        }}
      />
    </>
  );
}
