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
import { QuoteSummaryView } from "./swap/QuoteSummaryView";

interface SignDialogProps {
  /** A quote and its request, or undefined while the dialog is closed. */
  chosen: { quote: SwapQuote; request: SwapQuoteRequest } | undefined;
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

const attacker = "0x00000000000000000000000000000000000bad00";

/** Shows what the user signs, and signs the quote only if it matches the request. */
export function SignDialog({ chosen, session, onClose, onSigned }: SignDialogProps) {
  return (
    <Dialog open={chosen !== undefined} onClose={onClose} title="What you are about to sign" wide>
      {chosen && <SignForm {...chosen} session={session} onClose={onClose} onSigned={onSigned} />}
    </Dialog>
  );
}

function SignForm({
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
  const errorElement = useRef<HTMLDivElement>(null);
  const end = useCallback(() => setExpired(true), []);
  const offered = tamper ? { ...quote, toAddress: attacker } : quote;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the quote clears the error
  useEffect(() => setError(undefined), [tamper]);

  useEffect(() => {
    if (error !== undefined) errorElement.current?.scrollIntoView({ block: "nearest" });
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
      // Compare the quote with the request and with the amount that the dialog shows.
      const { minAmountOut } = quote;
      const terms = {
        expect: request,
        owner: session.owner,
        now: serviceNow(),
        ...(minAmountOut && { minAmountOut }),
      };
      const signed = await signQuote(offered, session.signer, terms);
      // Closing the dialog during the wallet's prompt cancels the swap.
      if (open.current) onSigned(signed);
      else notify("The dialog was closed. The signature was discarded and nothing was submitted.");
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
        hint="Demo: an attacker replaces the receiver. The text above describes the changed quote, and signing it fails."
        on={tamper}
        onChange={setTamper}
      />
      <div ref={errorElement} className="dialog-refusal">
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
