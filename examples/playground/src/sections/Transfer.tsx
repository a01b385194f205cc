import type { Address } from "bursar";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { firstTransfer, type PreparedTransfers, prepareTransfers } from "../app/transfer-draft";
import { useRouteAttack } from "../app/use-attack";
import { useExecution } from "../app/use-execution";
import { findRecipient, type RecipientDraft, useRecipients } from "../app/use-recipients";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { NeedsWallet } from "./NeedsWallet";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import { RecipientBook } from "./transfer/RecipientBook";
import { TransferDialog } from "./transfer/TransferDialog";
import { TransferForm } from "./transfer/TransferForm";
import "./transfer/transfer.css";

/** A recipient for a first try. */
const sample: RecipientDraft = {
  label: "Sample recipient",
  address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

const code = `
const transfer = await client.operations.transfer(request);         // several recipients: client.operations.batch

const terms = { expect: request, owner, maxGasFee: "1" };
const problems = checkOperation(transfer, terms);                    // empty if it is what you asked for
const summary = describeOperation(transfer, { ...terms, tokenName }); // for the dialog
const signed = await signOperation(transfer, signer, terms);
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
  const chosenReceivers = book.map(({ address }) => address).filter((each) => chosen.has(each));
  const review = async ([first, ...others]: readonly Address[]) => {
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
  const addSample = () => {
    const { address } = findRecipient(book, sample.address) ?? add(sample);
    choose(address, true);
    return address;
  };
  // A link with an attack opens the review of a transfer.
  const attack = useRouteAttack();
  const isReady = attack !== undefined && !prepared && !busy && error === undefined;
  const open = useEffectEvent(() =>
    review(chosenReceivers.length > 0 ? chosenReceivers : [addSample()]),
  );
  useEffect(() => {
    if (isReady) void open();
  }, [isReady]);

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
          onSample={addSample}
          onReview={() => void review(chosenReceivers)}
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
          const { chainId } = prepared?.terms.expect ?? draft.token;
          setPrepared(undefined);
          setChosen(new Set());
          void execute({ signed, title, chainId });
        }}
      />
    </>
  );
}
