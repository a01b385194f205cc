import type { SwapQuote, SwapQuoteRequest } from "bursar";
import { describeQuote, type SignedOperation, signQuote } from "bursar/signing";
import { useCallback, useState } from "react";
import type { Session } from "../app/AppContext";
import { serviceNow } from "../app/clock";
import { tokenName } from "../app/tokens";
import { useSigning } from "../app/use-signing";
import { Button } from "../ui/Button";
import { Countdown } from "../ui/Countdown";
import { Dialog } from "../ui/Dialog";
import { Switch } from "../ui/Switch";
import { SigningFailure } from "./SigningFailure";
import { QuoteSummaryView } from "./swap/QuoteSummaryView";

interface SignDialogProps {
  /** A quote and its request, or undefined while the dialog is closed. */
  chosen: { quote: SwapQuote; request: SwapQuoteRequest } | undefined;
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

export const attacker = "0x00000000000000000000000000000000000bad00";

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
  const [tamper, setTamper] = useState(false);
  const [expired, setExpired] = useState(false);
  const { busy, error, sign, clearError } = useSigning(onSigned);
  const end = useCallback(() => setExpired(true), []);
  const offered = tamper ? { ...quote, toAddress: attacker } : quote;

  const signOffered = () => {
    // Compare the quote with the request and with the amount that the dialog shows.
    const { minAmountOut } = quote;
    const terms = {
      expect: request,
      owner: session.owner,
      now: serviceNow(),
      ...(minAmountOut && { minAmountOut }),
    };
    return sign(() => signQuote(offered, session.signer, terms));
  };

  return (
    <>
      <QuoteSummaryView summary={describeQuote(offered, { tokenName, now: serviceNow() })} />
      <Switch
        label="Tamper with the quote"
        hint="Demo: an attacker replaces the receiver. The text above describes the changed quote, and signing it fails."
        on={tamper}
        onChange={(on) => {
          setTamper(on);
          clearError();
        }}
      />
      <SigningFailure error={error} />
      <div className="row between dialog-actions">
        <span className="muted small">
          {expired ? "This quote has " : "Valid for "}
          {quote.expiresAt && <Countdown expiresAt={quote.expiresAt} onEnd={end} />}
        </span>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={() => void signOffered()} busy={busy} disabled={expired}>
            Sign and execute
          </Button>
        </div>
      </div>
    </>
  );
}
