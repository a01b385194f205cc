import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { useExecution } from "../app/use-execution";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { Note } from "../ui/Note";
import { LendingForm } from "./lending/LendingForm";
import { LoansPanel } from "./lending/LoansPanel";
import { firstLoan, lendingRequestOf } from "./lending/lending-draft";
import { reviewOf } from "./lending/review";
import { NeedsWallet } from "./NeedsWallet";
import { OperationDialog, type PreparedReview } from "./OperationDialog";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import "./lending/lending.css";

const code = `
const loan = await client.lending.quote({
  walletAddress,
  provider: "LENDER_A",
  supply: { tokenAddress: usdc, chainId: 137, amount: "1000" },
  borrow: { tokenAddress: weth, chainId: 137, amount: "0.1" },
  gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
});
// signOperation does not compare the amounts: compare loan.supply and loan.borrow yourself.
const signed = await signOperation(loan, signer, { owner, walletAddress, chainId: 137 });
for (const operation of [signed ?? []].flat()) await client.operations.execute(operation);`;

export function Lending() {
  const { session } = useApp();
  return session ? <LendingDesk session={session} /> : <NeedsWallet action="supply and borrow" />;
}

function LendingDesk({ session }: { session: Session }) {
  const { client } = useApp();
  const { walletAddress } = session;
  const [draft, setDraft] = useState(firstLoan);
  const [prepared, setPrepared] = useState<PreparedReview>();
  const { execution, execute, dismiss } = useExecution(walletAddress);
  const quoting = useMutation({
    mutationFn: () => client.lending.quote(lendingRequestOf(draft, walletAddress)),
    onSuccess: (quote) => {
      if (!quote.revertReason) setPrepared(reviewOf(quote, draft, walletAddress));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    quoting.mutate();
  };
  const reverted = quoting.data?.revertReason;
  return (
    <>
      <div className="desk">
        <LendingForm
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            quoting.reset();
          }}
          onSubmit={submit}
          busy={quoting.isPending}
        />
        <div className="stack">
          {quoting.error && <ErrorNote error={quoting.error} title="No quote" />}
          {reverted && (
            <Note tone="bad" title="Cannot be executed">
              <p className="break">{reverted.decoded}</p>
            </Note>
          )}
          {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
          <LoansPanel walletAddress={walletAddress} />
        </div>
      </div>
      <CodeNote code={code} />
      <OperationDialog
        prepared={prepared}
        session={session}
        onClose={() => setPrepared(undefined)}
        execute={execute}
      />
    </>
  );
}
