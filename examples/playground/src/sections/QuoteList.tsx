import { isExecutable, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";
import { Panel } from "../ui/Panel";
import { Spinner } from "../ui/Spinner";
import { QuoteCard } from "./QuoteCard";

interface QuoteListProps {
  quotes: readonly SwapQuote[] | undefined;
  request: SwapQuoteRequest | undefined;
  error: unknown;
  /** No quotes for what the form says now. */
  waiting: boolean;
  updating: boolean;
  onChoose(quote: SwapQuote): void;
  /** What is shown has died before anything newer came. */
  onExpire(): void;
}

/** Names a quote by its provider: what is renewed stays in its place, and keeps the keyboard's focus. */
function placeOf(quotes: readonly SwapQuote[], at: number): string {
  const provider = quotes[at]?.swapProvider;
  return `${provider} ${quotes.slice(0, at).filter(({ swapProvider }) => swapProvider === provider).length}`;
}

/** All quotes side by side, those that cannot be executed with their reason. */
export function QuoteList({
  quotes,
  request,
  error,
  waiting,
  updating,
  onChoose,
  onExpire,
}: QuoteListProps) {
  const best = quotes?.find(isExecutable);
  const can = quotes?.filter(isExecutable).length ?? 0;
  const told = waiting
    ? "Asking for quotes"
    : quotes
      ? `${can} of ${quotes.length} quotes can be executed`
      : "";
  return (
    <Panel
      title="Quotes"
      about={<span role="status">{told}</span>}
      actions={
        updating && !waiting ? (
          <span className="muted small" aria-hidden="true">
            <Spinner />
          </span>
        ) : undefined
      }
    >
      {error ? (
        <ErrorNote error={error} title="No quotes" />
      ) : !request && !waiting ? (
        <EmptyState icon="swap" title="Enter an amount to see quotes" />
      ) : quotes && !waiting ? (
        <ul className="quotes" aria-label="Quotes">
          {quotes.map((quote, i) => (
            <li key={placeOf(quotes, i)}>
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
