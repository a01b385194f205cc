import { pickExecutable, type SignedOperation } from "bursar/signing";
import { useEffect, useEffectEvent, useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { firstOrder, orderRequestOf } from "../../app/order-draft";
import { useRouteAttack } from "../../app/use-attack";
import { useRefresh } from "../../app/use-refresh";
import { CodeNote } from "../../ui/CodeNote";
import { ErrorNote } from "../../ui/ErrorNote";
import { type ChosenQuote, SignDialog } from "../SignDialog";
import { MarketMover } from "./MarketMover";
import { OrderForm } from "./OrderForm";
import { OrderList } from "./OrderList";

const code = `
// minAmountOut makes this a limit order.
const request = { amountIn: "1000", minAmountOut: "0.5", expiration: 24 * 3600, /* … */ };
const { quotes } = await client.swap.quote(request);
const signed = await signQuote(pickExecutable(quotes), signer, { expect: request, owner });   // two signatures
await client.operations.execute(signed);

// Prepare, check, sign and execute the cancellation.
await cancelLimitOrder(client, transactionId, signer, { owner, walletAddress, chainId: 137 });`;

/** Places limit orders and lists them. */
export function OrderDesk({ session }: { session: Session }) {
  const { client, sandbox, notify } = useApp();
  const refresh = useRefresh();
  const [draft, setDraft] = useState(firstOrder);
  const [chosen, setChosen] = useState<ChosenQuote>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  const review = () =>
    attempt(async () => {
      const request = orderRequestOf(draft, session.walletAddress);
      const { quotes } = await client.swap.quote(request);
      const quote = pickExecutable(quotes, { now: serviceNow() });
      setChosen({ quote, at: quotes.indexOf(quote), request });
    });
  // A link with an attack opens the review of the order in the form.
  const attack = useRouteAttack();
  const isReady = attack !== undefined && !chosen && !busy && error === undefined;
  const open = useEffectEvent(review);
  useEffect(() => {
    if (isReady) void open();
  }, [isReady]);
  const place = (signed: SignedOperation) =>
    attempt(async () => {
      setChosen(undefined);
      await client.operations.execute(signed);
      notify("The order is placed and open.");
      refresh();
    });

  return (
    <>
      <div className="desk">
        <div className="stack">
          <OrderForm
            draft={draft}
            onChange={setDraft}
            onReview={() => void review()}
            busy={busy}
            error={error}
          />
          {sandbox && <MarketMover sandbox={sandbox} token={draft.tokenOut} />}
        </div>
        <div className="stack">
          {error !== undefined && <ErrorNote error={error} title="No order was placed" />}
          <OrderList session={session} />
        </div>
      </div>
      <CodeNote code={code} />
      <SignDialog
        chosen={chosen}
        session={session}
        onClose={() => setChosen(undefined)}
        onSigned={(signed) => void place(signed)}
      />
    </>
  );
}
