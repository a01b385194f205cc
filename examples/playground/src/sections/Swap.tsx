import { useQuery } from "@tanstack/react-query";
import { isExecutable, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { useCallback, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { firstDraft, requestOf } from "../app/swap-draft";
import { useDebounced } from "../app/use-debounced";
import { useExecution } from "../app/use-execution";
import { CodeNote } from "../ui/CodeNote";
import { ExecutionStatus } from "./ExecutionStatus";
import { NeedsWallet } from "./NeedsWallet";
import { QuoteList } from "./QuoteList";
import { SignDialog } from "./SignDialog";
import { SwapForm } from "./SwapForm";

const code = `
const { data } = useQuery(queries.swap.quote(request));           // asks again before the quotes expire

const quote = pickExecutable(data.quotes);                          // never quotes[0] unseen
const summary = describeQuote(quote, { tokenName });                // for the dialog
const signed = await signQuote(quote, signer, { expect: request, owner });   // refuses what was not asked for
const queued = await client.operations.execute(signed);             // queued is not done
const done = await client.wallets.waitForTransaction(walletAddress, queued, { onProgress });`;

export function Swap() {
  const { session } = useApp();
  return session ? <SwapDesk session={session} /> : <NeedsWallet what="swap tokens" />;
}

/** A quote, and the request that it answers. They stay together until the signature. */
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
  const asked = request ?? requestOf(firstDraft, session.walletAddress);
  const { data, error, isFetching, isPending, refetch } = useQuery({
    ...queries.swap.quote(asked as SwapQuoteRequest),
    // While somebody reads what is to be signed, or nothing is asked for, nothing is sent.
    enabled: request !== undefined && chosen === undefined,
  });
  // While the dialog is open it holds what was chosen, and nothing is asked.
  const reading = chosen !== undefined;
  const again = useCallback(() => {
    if (!reading) void refetch({ cancelRefetch: false });
  }, [reading, refetch]);
  const answer = request && data;
  const waiting = settled !== draft || (isPending && request !== undefined);
  return (
    <>
      <div className="desk">
        <SwapForm
          draft={draft}
          onChange={setDraft}
          best={waiting ? undefined : answer?.quotes.find(isExecutable)}
          error={request && error}
        />
        <div className="stack">
          {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
          <QuoteList
            quotes={answer?.quotes}
            request={request}
            error={request && !waiting ? error : null}
            waiting={waiting}
            updating={isFetching}
            onExpire={again}
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
