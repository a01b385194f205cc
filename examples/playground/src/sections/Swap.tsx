import { useQuery } from "@tanstack/react-query";
import { isExecutable, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { useCallback, useEffect, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { firstDraft, requestOf } from "../app/swap-draft";
import { useRouteAttack } from "../app/use-attack";
import { useDebounced } from "../app/use-debounced";
import { useExecution } from "../app/use-execution";
import { isMore, useHeld } from "../app/use-held";
import { CodeNote } from "../ui/CodeNote";
import { NeedsWallet } from "./NeedsWallet";
import { type ChosenQuote, SignDialog } from "./SignDialog";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import { QuoteList } from "./swap/QuoteList";
import { SwapForm } from "./swap/SwapForm";

const code = `
const { data } = useQuery(queries.swap.quote(request));     // refetches before the quotes expire
const quote = pickExecutable(data.quotes);                  // can be executed and has not expired

const terms = { expect: request, owner, minReceived, maxGasFee };
const problems = checkQuote(quote, terms);                  // problemGuide[code] has the sentence of each
const summary = describeQuote(quote, { ...terms, tokenName }); // for the dialog
const signed = await signQuote(quote, signer, terms);       // throws if the quote does not match the request

const queued = await client.operations.execute(signed);     // queued, not done yet
const done = await client.wallets.waitForTransaction(walletAddress, queued, { onProgress });

const settlement = await readSettlement(node, { chainId, transactionHash, userOperationHash, accounts });
const differences = checkSettlement(settlement, signed.statement);`;

export function Swap() {
  const { session } = useApp();
  return session ? <SwapDesk session={session} /> : <NeedsWallet action="swap tokens" />;
}

function SwapDesk({ session }: { session: Session }) {
  const { queries } = useApp();
  const [draft, setDraft] = useState(firstDraft);
  const [chosen, setChosen] = useState<ChosenQuote>();
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
  const held = useHeld(draft.tokenIn);
  const hasTooLittle = held !== undefined && isMore(draft.amountIn, held, draft.tokenIn);
  const choose = useCallback(
    (quote: SwapQuote) => {
      if (request && data) setChosen({ quote, at: data.quotes.indexOf(quote), request });
    },
    [request, data],
  );
  // A link with an attack opens the review of the best quote.
  const attack = useRouteAttack();
  const best = waiting ? undefined : response?.quotes.find(isExecutable);
  useEffect(() => {
    if (attack && best && !isDialogOpen) choose(best);
  }, [attack, best, isDialogOpen, choose]);
  return (
    <>
      <div className="desk">
        <SwapForm draft={draft} onChange={setDraft} best={best} error={request && error} />
        <div className="stack">
          {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
          <QuoteList
            quotes={response?.quotes}
            request={request}
            error={request && !waiting ? error : null}
            waiting={waiting}
            updating={isFetching}
            onExpire={refetchQuotes}
            onChoose={choose}
            missing={hasTooLittle ? { token: draft.tokenIn, held } : undefined}
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
          const chainId = chosen?.request.chainIdIn ?? settled.tokenIn.chainId;
          void execute({ signed, title: "The swap", chainId });
        }}
      />
    </>
  );
}
