import { SigningError, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { describeQuote, type SignedOperation, signQuote } from "bursar/signing";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { serviceNow } from "../app/clock";
import { tokenName } from "../app/tokens";
import { Button } from "../ui/Button";
import { Countdown } from "../ui/Countdown";
import { Dialog } from "../ui/Dialog";
import { ErrorNote } from "../ui/ErrorNote";
import { Switch } from "../ui/Switch";
import { QuoteSummaryView } from "./QuoteSummaryView";

interface SignDialogProps {
  /** A quote with the request that it answers; undefined while nothing is to be signed. */
  chosen: { quote: SwapQuote; request: SwapQuoteRequest } | undefined;
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

const thief = "0x00000000000000000000000000000000000bad00";

/** Says what is about to be signed, and signs it only if it is what was asked for. */
export function SignDialog({ chosen, session, onClose, onSigned }: SignDialogProps) {
  return (
    <Dialog open={chosen !== undefined} onClose={onClose} title="What you are about to sign" wide>
      {chosen && <Agreement {...chosen} session={session} onClose={onClose} onSigned={onSigned} />}
    </Dialog>
  );
}

function Agreement({
  quote,
  request,
  session,
  onClose,
  onSigned,
}: Omit<SignDialogProps, "chosen"> & NonNullable<SignDialogProps["chosen"]>) {
  const { notify } = useApp();
  const [tamper, setTamper] = useState(false);
  const [busy, setBusy] = useState(false);
  const [expired, setExpired] = useState(false);
  const [error, setError] = useState<unknown>();
  const open = useRef(true);
  const refusal = useRef<HTMLDivElement>(null);
  const end = useCallback(() => setExpired(true), []);
  const offered = tamper ? { ...quote, toAddress: thief } : quote;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused once may be signed without the change, and the other way round
  useEffect(() => setError(undefined), [tamper]);

  useEffect(() => {
    if (error !== undefined) refusal.current?.scrollIntoView({ block: "nearest" });
  }, [error]);

  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const sign = async () => {
    setBusy(true);
    setError(undefined);
    try {
      // Held against the request, and against what was shown here.
      const { minAmountOut } = quote;
      const terms = {
        expect: request,
        owner: session.owner,
        now: serviceNow(),
        ...(minAmountOut && { minAmountOut }),
      };
      const signed = await signQuote(offered, session.signer, terms);
      // Whoever closed the dialog while the wallet was asking has changed their mind.
      if (open.current) onSigned(signed);
      else
        notify("The dialog was closed, so what was signed is thrown away. Nothing was submitted.");
    } catch (failure) {
      if (failure instanceof SigningError && failure.rejected)
        notify("Declined in the wallet. Nothing was signed.");
      else if (open.current) setError(failure);
      setBusy(false);
    }
  };

  return (
    <>
      <QuoteSummaryView summary={describeQuote(offered, { tokenName, now: serviceNow() })} />
      <Switch
        label="Tamper with the quote"
        hint="A demonstration: somebody on the way has put in a receiver of their own. The words above are the quote's; the signature is refused all the same."
        on={tamper}
        onChange={setTamper}
      />
      <div ref={refusal} className="dialog-refusal">
        {error !== undefined && <ErrorNote error={error} title="Nothing was signed" />}
      </div>
      <div className="row between dialog-actions">
        <span className="muted small">
          {expired ? "This quote has " : "Valid for "}
          {quote.expiresAt && <Countdown expiresAt={quote.expiresAt} onEnd={end} />}
        </span>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={() => void sign()} busy={busy} disabled={expired}>
            Sign and execute
          </Button>
        </div>
      </div>
    </>
  );
}
