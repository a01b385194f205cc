import { isExecutable, type SwapQuote } from "bursar";
import { describeQuote, millisecondsLeft } from "bursar/signing";
import { useCallback, useMemo, useState } from "react";
import { serviceNow } from "../../app/clock";
import { chainName, tokenName } from "../../app/tokens";
import { Amount } from "../../ui/Amount";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Countdown } from "../../ui/Countdown";
import { titled, usd, words } from "../../ui/format";
import { Icon } from "../../ui/Icon";

function secondsUntil(time: string | null | undefined): number | undefined {
  return time ? Math.max(1, Math.round((Date.parse(time) - serviceNow()) / 1_000)) : undefined;
}

/** One quote with its output, fees and expiry, or the reason why it cannot be executed. */
export function QuoteCard({
  quote,
  best,
  onChoose,
  onExpire,
}: {
  quote: SwapQuote;
  best: boolean;
  onChoose(): void;
  onExpire(): void;
}) {
  // The card stays when its quote is replaced, so store which quote has expired.
  const [expiredQuote, setExpiredQuote] = useState<SwapQuote>();
  const expired = expiredQuote === quote;
  // If a wrong clock makes every new quote look expired, refetching would never end.
  const wasValid = useMemo(() => millisecondsLeft(quote, { now: serviceNow() }) > 0, [quote]);
  const end = useCallback(() => {
    setExpiredQuote(quote);
    if (wasValid) onExpire();
  }, [quote, wasValid, onExpire]);
  const { fees, getAtLeast, expected } = describeQuote(quote, { tokenName, now: serviceNow() });
  const executable = isExecutable(quote);
  const provider = titled(quote.swapProvider ?? "A provider");
  // The duration at the time of the quote. It does not count down while the quote is shown.
  const seconds = useMemo(
    () => secondsUntil(quote.estimatedExecutionTime),
    [quote.estimatedExecutionTime],
  );
  return (
    <article
      className="quote"
      data-best={best}
      data-executable={executable}
      aria-label={`Quote of ${provider}`}
    >
      <header className="row between">
        <span className="row tight">
          <strong>{provider}</strong>
          {best && <Badge tone="good">Best</Badge>}
          {!executable && <Badge tone="bad">Cannot be executed</Badge>}
        </span>
        {executable && quote.expiresAt && (
          <span className="row tight muted small">
            <Countdown expiresAt={quote.expiresAt} onEnd={end} /> {expired ? "" : "left"}
          </span>
        )}
      </header>
      <p className="quote-out">
        <Amount value={expected} symbol={getAtLeast.token} />
        <span className="muted small">about {usd(quote.amountOutUSD)}</span>
      </p>
      {executable ? (
        <dl className="quote-facts">
          <div>
            <dt>Guaranteed</dt>
            <dd>
              <Amount value={getAtLeast.amount} symbol={getAtLeast.token} />
            </dd>
          </div>
          {fees.map((fee) => (
            <div key={`${fee.type} ${fee.token} ${fee.to}`}>
              <dt>{words(fee.type)} fee</dt>
              <dd>
                <Amount value={fee.amount} symbol={fee.token} />
              </dd>
            </div>
          ))}
          <div>
            <dt>Route</dt>
            <dd>
              {chainName(quote.chainIn)}
              {quote.chainIn !== quote.chainOut && ` → ${chainName(quote.chainOut)}`}
              {seconds !== undefined && `, about ${seconds} s`}
            </dd>
          </div>
        </dl>
      ) : (
        <p className="quote-reason">
          <Icon name="alert" />
          <span className="break">{quote.revertReason?.decoded ?? "No reason given."}</span>
        </p>
      )}
      {executable && (
        <Button
          kind={best ? "primary" : "plain"}
          onClick={onChoose}
          disabled={expired}
          label={
            expired
              ? `Expired: the quote of ${provider}`
              : `Review and sign the quote of ${provider}`
          }
        >
          {expired ? "Expired" : "Review and sign"}
        </Button>
      )}
    </article>
  );
}
