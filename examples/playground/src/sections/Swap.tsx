import { useQuery } from "@tanstack/react-query";
import { isExecutable, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { useCallback, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { firstDraft, requestOf } from "../app/swap-draft";
import { useDebounced } from "../app/use-debounced";
import { useExecution } from "../app/use-execution";
import { CodeNote } from "../ui/CodeNote";
import { NeedsWallet } from "./NeedsWallet";
import { SignDialog } from "./SignDialog";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import { QuoteList } from "./swap/QuoteList";
import { SwapForm } from "./swap/SwapForm";

const code = `
const { data } = useQuery(queries.swap.quote(request));           // refetches before the quotes expire

const quote = pickExecutable(data.quotes);                          // can be executed and has not expired
const summary = describeQuote(quote, { tokenName });                // for the dialog
const signed = await signQuote(quote, signer, { expect: request, owner });   // throws if the quote does not match the request
const queued = await client.operations.execute(signed);             // queued, not done yet
const done = await client.wallets.waitForTransaction(walletAddress, queued, { onProgress });`;

export function Swap() {
  const { session } = useApp();
  return session ? <SwapDesk session={session} /> : <NeedsWallet action="swap tokens" />;
}

/** A quote and its request. */
interface Chosen {
  quote: SwapQuote;
  request: SwapQuoteRequest;
}

function SwapDesk({ session }: { session: Session }) {
  const { queries } = useApp();
  const [draft, setDraft] = useState(firstDraft);
  const [chosen, setChosen] = useState<Chosen>();
  const { execution, execute, dismiss } = useExecution(session.walletAddress);
  const settled = useDebounced(draft);
  const request = requestOf(settled, session.walletAddress);
  const queryRequest = request ?? requestOf(firstDraft, session.walletAddress);
  const { data, error, isFetching, isPending, refetch } = useQuery({
    ...queries.swap.quote(queryRequest as SwapQuoteRequest),
    // Do not fetch without an amount, or while the dialog is open.
    enabled: request !== undefined && chosen === undefined,
  });
  const isDialogOpen = chosen !== undefined;
  const refetchQuotes = useCallback(() => {
    if (!isDialogOpen) void refetch({ cancelRefetch: false });
  }, [isDialogOpen, refetch]);
  const response = request && data;
  const waiting = settled !== draft || (isPending && request !== undefined);
  return (
    <>
      <div className="desk">
        <SwapForm
          draft={draft}
          onChange={setDraft}
          best={waiting ? undefined : response?.quotes.find(isExecutable)}
          error={request && error}
        />
        <div className="stack">
          {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
          <QuoteList
            quotes={response?.quotes}
            request={request}
            error={request && !waiting ? error : null}
            waiting={waiting}
            updating={isFetching}
            onExpire={refetchQuotes}
            onChoose={(quote) => request && setChosen({ quote, request })}
          />
        </div>
      </div>
      <CodeNote code={code} />
      <SignDialog
        chosen={chosen}
        session={session}
        onClose={() => setChosen(undefined)}
        onSigned={(signed) => {
          setChosen(undefined);
          void execute(signed, "The swap");
        }}
      />
    </>
  );
}
