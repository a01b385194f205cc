import type { SwapQuote, SwapQuoteRequest } from "bursar";
import { describeQuote, type SignedOperation, signQuote } from "bursar/signing";
import type { Session } from "../app/AppContext";
import { serviceNow } from "../app/clock";
import { tokenName } from "../app/tokens";
import { useSigning } from "../app/use-signing";
import { Dialog } from "../ui/Dialog";
import { SignActions } from "./SignActions";
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
  const signing = useSigning(onSigned);
  const offered = signing.tampered ? { ...quote, toAddress: attacker } : quote;

  const signOffered = () => {
    // Compare the quote with the request and with the amount that the dialog shows.
    const { minAmountOut } = quote;
    const terms = {
      expect: request,
      owner: session.owner,
      now: serviceNow(),
      ...(minAmountOut && { minReceived: minAmountOut }),
    };
    return signing.sign(() => signQuote(offered, session.signer, terms));
  };

  return (
    <>
      <QuoteSummaryView summary={describeQuote(offered, { tokenName, now: serviceNow() })} />
      <SignActions
        what="quote"
        expiresAt={quote.expiresAt}
        signing={signing}
        effect="and signing it fails"
        onClose={onClose}
        onSign={() => void signOffered()}
      />
    </>
  );
}
