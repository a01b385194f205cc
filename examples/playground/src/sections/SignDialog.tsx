import type { Client, SwapQuote, SwapQuoteRequest } from "bursar";
import {
  checkQuote,
  describeQuote,
  type SignedOperation,
  type SignQuoteOptions,
  signQuote,
} from "bursar/signing";
import type { Session } from "../app/AppContext";
import { serviceNow } from "../app/clock";
import { tokenName } from "../app/tokens";
import { useAttack, withoutAttack } from "../app/use-attack";
import { useSigning } from "../app/use-signing";
import { Dialog } from "../ui/Dialog";
import { ErrorNote } from "../ui/ErrorNote";
import { groupDigits } from "../ui/format";
import { Spinner } from "../ui/Spinner";
import { SignActions } from "./SignActions";
import { AttackMenu } from "./sign/AttackMenu";
import { PromiseChecks } from "./sign/PromiseChecks";
import type { PromiseTexts } from "./sign/promise";
import { QuoteSummaryView } from "./swap/QuoteSummaryView";

/** A quote, its place in the response, and its request. */
export interface ChosenQuote {
  quote: SwapQuote;
  at: number;
  request: SwapQuoteRequest;
}

interface SignDialogProps {
  /** Undefined while the dialog is closed. */
  chosen: ChosenQuote | undefined;
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

/** Shows what the user signs, and signs the quote only if it matches the request. */
export function SignDialog({ chosen, session, onClose, onSigned }: SignDialogProps) {
  const close = withoutAttack(onClose);
  const done = withoutAttack(onSigned);
  return (
    <Dialog open={chosen !== undefined} onClose={close} title="What you are about to sign" wide>
      {chosen && <SignForm chosen={chosen} session={session} onClose={close} onSigned={done} />}
    </Dialog>
  );
}

/** What the user saw when they chose the quote is their limit. */
function limitsOf({ quote, request }: ChosenQuote): SignQuoteOptions {
  // The minimum of an order is in its request.
  const minReceived = request.minAmountOut ? undefined : quote.minAmountOut;
  const gas = quote.estimatedGasFees;
  const isInToken = gas?.payGasFeeToken?.toLowerCase() === request.payGasFeeToken.toLowerCase();
  return {
    ...(minReceived && { minReceived }),
    ...(isInToken && gas.maxGasFeeToken && { maxGasFee: gas.maxGasFeeToken }),
  };
}

function textsOf({ request }: ChosenQuote, limits: SignQuoteOptions): PromiseTexts {
  const { minAmountOut, tokenOut, chainIdOut, payGasFeeToken, chainIdIn } = request;
  const out = tokenName(tokenOut, chainIdOut) ?? "";
  const gas = tokenName(payGasFeeToken, chainIdIn) ?? "";
  const least = limits.minReceived ?? minAmountOut;
  const parts = [
    least && `at least ${groupDigits(least)} ${out}`,
    limits.maxGasFee && `gas of at most ${groupDigits(limits.maxGasFee)} ${gas}`,
  ].filter(Boolean);
  return {
    Matches:
      "It states your chain, wallet, tokens and receiver, at most your amount, and a minimum. It has not expired.",
    "Within your limits": `${minAmountOut ? "As you requested" : "As shown when you chose it"}: ${parts.join(", ") || "no limit"}.`,
    Reasonable: "By its own prices you lose no more than usual, and its details are usual.",
    Settled: minAmountOut
      ? { unchecked: "Others execute a limit order later. The history has its result." }
      : "After the execution, what left and arrived is compared with this quote.",
  };
}

function SignForm({
  chosen,
  session,
  onClose,
  onSigned,
}: Omit<SignDialogProps, "chosen"> & { chosen: ChosenQuote }) {
  const signing = useSigning(onSigned);
  const { request, at } = chosen;
  const receive = async (client: Client) => {
    const { quotes } = await client.swap.quote(request);
    return quotes[at] as SwapQuote;
  };
  const { offered, failure, ...attack } = useAttack("quote", chosen.quote, receive);
  const limits = limitsOf(chosen);
  const terms = { expect: request, owner: session.owner, now: serviceNow(), ...limits };
  const problems = offered && checkQuote(offered, terms);
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} title="The response cannot be read" />}
      {!offered && failure === undefined && <Spinner label="Receiving the changed response" />}
      {offered && problems && (
        <QuoteSummaryView
          summary={describeQuote(offered, { ...terms, tokenName })}
          orderSeconds={request.minAmountOut ? (request.expiration ?? undefined) : undefined}
        >
          <AttackMenu what="quote" {...attack} />
          <PromiseChecks what="quote" problems={problems} texts={textsOf(chosen, limits)} />
        </QuoteSummaryView>
      )}
      {!offered && <AttackMenu what="quote" {...attack} />}
      <SignActions
        what="quote"
        problems={problems}
        expiresAt={offered?.expiresAt}
        signing={signing}
        onClose={onClose}
        onSign={(accept) =>
          offered &&
          void signing.sign(() => signQuote(offered, session.signer, { ...terms, accept }))
        }
      />
    </>
  );
}
