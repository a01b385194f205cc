import { type Session, useApp } from "../app/AppContext";
import { usePerson } from "../app/use-person";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { CopyText } from "../ui/CopyText";
import { EmptyState } from "../ui/EmptyState";
import { Note } from "../ui/Note";
import { DeliveriesPanel } from "./fiat/DeliveriesPanel";
import { DepositPanel } from "./fiat/DepositPanel";
import { receiverOf } from "./fiat/receiver";
import { WithdrawalPanel } from "./fiat/WithdrawalPanel";
import { NeedsWallet } from "./NeedsWallet";
import "./fiat/fiat.css";

/** A verified person of every sandbox. */
const samplePerson = "ind_1";

const code = `
const { depositQuote } = await client.fiat.quoteDeposit({ paymentMethodToSend: "PIX", amountToSendInFiatCurrency: 250, /* … */ });
const { id, depositInstructions } = await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
image.src = toImageSource(depositInstructions.base64QrCode);

// On your server
const handle = createWebhookHandler({
  secret,
  on: {
    "ramp.deposit": (event) => {
      if (event.status === "PROCESSING") return;                           // a further event follows
      const problems = checkRampEvent(event, { expect: orders.get(event.orderId) });
      if (problems.length === 0) creditOnce(event.orderId, event.receivedCryptoAmount);
    },
  },
});`;

export function Fiat() {
  const { session } = useApp();
  return session ? <FiatDesk session={session} /> : <NeedsWallet action="buy and sell tokens" />;
}

function FiatDesk({ session }: { session: Session }) {
  const { sandbox } = useApp();
  const [person, setPerson] = usePerson();
  if (person === null) {
    return (
      <EmptyState icon="kyc" title="No verified person yet">
        <p className="muted">
          Fiat money needs a person whose identity is verified.
          {sandbox && " The sandbox has a sample person."}
        </p>
        <div className="row">
          <a className="button" data-kind={sandbox ? undefined : "primary"} href="#/kyc">
            Verify a person
          </a>
          {sandbox && (
            <Button kind="primary" onClick={() => setPerson(samplePerson)}>
              Use the sample person
            </Button>
          )}
        </div>
      </EmptyState>
    );
  }
  const receiver = sandbox && receiverOf(sandbox, session);
  return (
    <div className="stack wide">
      <div className="row between">
        <p className="muted">
          For the verified person <CopyText text={person} label="individual id" />
        </p>
        <Button onClick={() => setPerson(null)}>Change the person</Button>
      </div>
      <div className="grid-2">
        <DepositPanel person={person} session={session} receiver={receiver} />
        <WithdrawalPanel person={person} session={session} receiver={receiver} />
      </div>
      {receiver ? (
        <DeliveriesPanel receiver={receiver} />
      ) : (
        <Note title="Webhooks go to your server">
          <p>The service delivers them to the endpoint of your project, not to this page.</p>
        </Note>
      )}
      <CodeNote code={code} />
    </div>
  );
}
