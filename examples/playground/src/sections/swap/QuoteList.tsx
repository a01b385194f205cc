import { isExecutable, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { chainName, type KnownToken } from "../../app/tokens";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNote } from "../../ui/ErrorNote";
import { groupDigits } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Panel } from "../../ui/Panel";
import { Spinner } from "../../ui/Spinner";
import { AddTestMoney } from "../AddTestMoney";
import { QuoteCard } from "./QuoteCard";

interface QuoteListProps {
  quotes: readonly SwapQuote[] | undefined;
  request: SwapQuoteRequest | undefined;
  error: unknown;
  /** The quotes for the current form are still loading. */
  waiting: boolean;
  updating: boolean;
  onChoose(quote: SwapQuote): void;
  /** Called when a quote expires before it is replaced. */
  onExpire(): void;
  /** What the wallet has too little of. */
  missing: { token: KnownToken; held: string } | undefined;
}

/** A key by provider, so that a renewed quote keeps its place and the keyboard focus. */
function keyOf(quotes: readonly SwapQuote[], at: number): string {
  const provider = quotes[at]?.swapProvider;
  return `${provider} ${quotes.slice(0, at).filter(({ swapProvider }) => swapProvider === provider).length}`;
}

/** All quotes, also those that cannot be executed, with the reason. */
export function QuoteList({
  quotes,
  request,
  error,
  waiting,
  updating,
  onChoose,
  onExpire,
  missing,
}: QuoteListProps) {
  if (missing?.held === "0") {
    const { token } = missing;
    return (
      <Panel title="Quotes">
        <EmptyState
          icon="fund"
          title={`The wallet has no ${token.symbol} on ${chainName(token.chainId)}`}
        >
          <p className="muted">Quotes that it cannot pay for are not shown.</p>
          <AddTestMoney token={token} />
        </EmptyState>
      </Panel>
    );
  }
  const best = quotes?.find(isExecutable);
  const can = quotes?.filter(isExecutable).length ?? 0;
  const status = waiting
    ? "Loading quotes"
    : quotes
      ? `${can} of ${quotes.length} quotes can be executed`
      : "";
  return (
    <Panel
      title="Quotes"
      about={<span role="status">{status}</span>}
      actions={
        updating && !waiting ? (
          <span className="muted small" aria-hidden="true">
            <Spinner />
          </span>
        ) : undefined
      }
    >
      {missing && (
        <Note
          tone="warn"
          title={`The wallet has only ${groupDigits(missing.held)} ${missing.token.symbol}`}
        />
      )}
      {error ? (
        <ErrorNote error={error} title="No quotes" />
      ) : !request && !waiting ? (
        <EmptyState icon="swap" title="Enter an amount to see quotes" />
      ) : quotes && !waiting ? (
        <ul className="quotes" aria-label="Quotes">
          {quotes.map((quote, i) => (
            <li key={keyOf(quotes, i)}>
              <QuoteCard
                quote={quote}
                best={quote === best}
                onChoose={() => onChoose(quote)}
                onExpire={onExpire}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className="quotes" aria-hidden="true">
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      )}
    </Panel>
  );
}
