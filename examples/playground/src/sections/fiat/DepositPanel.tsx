import { useMutation } from "@tanstack/react-query";
import type { FiatDepositOrder, FiatDepositQuote, FiatDepositQuoteRequest } from "bursar";
import { type FormEvent, useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import { useAdvance } from "../../app/use-advance";
import { Amount } from "../../ui/Amount";
import { Button } from "../../ui/Button";
import { Countdown } from "../../ui/Countdown";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { Field } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { problemOf } from "../../ui/problem-of";
import { Select } from "../../ui/Select";
import { PaymentInstructions } from "./PaymentInstructions";
import type { Receiver } from "./receiver";

interface DepositPanelProps {
  person: string;
  session: Session;
  receiver: Receiver | undefined;
}

/** The payment methods, and the currency of each. */
const currencies = { PIX: "BRL", ACH: "USD", SPEI: "MXN" };
const methods = Object.keys(currencies).map((value) => ({ value, label: value }));

/** The sandbox's bank pays an order after five seconds. */
const bankDelay = 5_000;

/** Buys USDC by bank transfer: quote, order, payment instructions. */
export function DepositPanel({ person, session, receiver }: DepositPanelProps) {
  const { client } = useApp();
  const { walletAddress } = session;
  const [amount, setAmount] = useState("250");
  const [method, setMethod] = useState<keyof typeof currencies>("PIX");
  const quoting = useMutation({
    mutationFn: async () => {
      const request: FiatDepositQuoteRequest = {
        paymentMethodToSend: method,
        amountToSendInFiatCurrency: Number(amount),
        receiveCryptoCurrency: "USDC",
        individualId: person,
        chainId: 137,
        walletAddress,
      };
      return (await client.fiat.quoteDeposit(request)).depositQuote;
    },
  });
  const ordering = useMutation({
    mutationFn: async ({ quoteId }: FiatDepositQuote) => {
      const order = await client.fiat.createDeposit({ quoteId });
      const { id: orderId, to } = order;
      receiver?.expect({
        orderId,
        walletAddress,
        chainId: 137,
        currency: to.currency,
        minAmount: to.amount,
      });
      return order;
    },
  });
  const forget = () => {
    quoting.reset();
    ordering.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    quoting.mutate();
  };
  return (
    <Panel title="Deposit" about="A bank transfer becomes USDC in the wallet.">
      {ordering.data ? (
        <OrderedDeposit order={ordering.data} onRestart={forget} />
      ) : (
        <form className="stack" onSubmit={submit} aria-label="Deposit">
          <Field
            label="Amount to pay"
            value={amount}
            onChange={(next) => {
              setAmount(next);
              forget();
            }}
            inputMode="decimal"
            hint="PIX takes Brazilian reais, ACH US dollars, SPEI Mexican pesos."
            problem={problemOf(quoting.error, "amountToSendInFiatCurrency")}
          />
          <Select
            label="Paid by"
            value={method}
            onChange={(next) => {
              setMethod(next as keyof typeof currencies);
              forget();
            }}
            options={methods}
          />
          <Button type="submit" kind={quoting.data ? "plain" : "primary"} busy={quoting.isPending}>
            Get a quote
          </Button>
          {quoting.data && (
            <QuotedDeposit
              quote={quoting.data}
              currency={currencies[method]}
              busy={ordering.isPending}
              onOrder={() => ordering.mutate(quoting.data)}
            />
          )}
        </form>
      )}
      {quoting.error && <ErrorNote error={quoting.error} title="No quote" />}
      {ordering.error && <ErrorNote error={ordering.error} title="The deposit is not ordered" />}
    </Panel>
  );
}

function QuotedDeposit({
  quote,
  currency,
  busy,
  onOrder,
}: {
  quote: FiatDepositQuote;
  /** The quote does not state it. */
  currency: string;
  busy: boolean;
  onOrder(): void;
}) {
  const [expired, setExpired] = useState(false);
  return (
    <div className="card stack">
      <Facts
        facts={[
          [
            "You pay",
            <Amount key="pay" value={quote.amountToSendInFiatCurrency} symbol={currency} />,
          ],
          [
            "You receive",
            <Amount key="get" value={quote.amountToReceiveInCryptoCurrency} symbol="USDC" />,
          ],
          [
            "Valid for",
            <Countdown key="left" expiresAt={quote.expiresAt} onEnd={() => setExpired(true)} />,
          ],
        ]}
      />
      <Button kind="primary" onClick={onOrder} busy={busy} disabled={expired}>
        Order the deposit
      </Button>
    </div>
  );
}

function OrderedDeposit({ order, onRestart }: { order: FiatDepositOrder; onRestart(): void }) {
  const { sandbox, notify } = useApp();
  const advance = useAdvance();
  const { id, from, to, depositInstructions } = order;
  const pay = () => {
    advance(bankDelay);
    notify("The sandbox's bank has sent the transfer.");
  };
  return (
    <>
      <Facts
        facts={[
          [
            "Order",
            <span key="id" className="mono">
              {id}
            </span>,
          ],
          ["Pay", <Amount key="from" value={from.amount} symbol={from.currency} />],
          ["Receive", <Amount key="to" value={to.amount} symbol={to.currency} />],
        ]}
      />
      <PaymentInstructions instructions={depositInstructions} />
      {sandbox && (
        <p className="hint">
          The sandbox's bank pays every order after five seconds. The button moves its clock there.
        </p>
      )}
      <div className="row">
        {sandbox && (
          <Button kind="primary" onClick={pay}>
            Simulate the bank transfer
          </Button>
        )}
        <Button onClick={onRestart}>Another deposit</Button>
      </div>
    </>
  );
}
