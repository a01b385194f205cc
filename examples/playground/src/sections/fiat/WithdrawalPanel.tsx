import { useMutation } from "@tanstack/react-query";
import {
  compareAmounts,
  type FiatWithdrawalOrder,
  type FiatWithdrawalQuote,
  type PaymentMethod,
} from "bursar";
import { type FormEvent, useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import { chainName, type KnownToken, knownTokens } from "../../app/tokens";
import { useExecution } from "../../app/use-execution";
import { Amount } from "../../ui/Amount";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { problemOf } from "../../ui/problem-of";
import { Select } from "../../ui/Select";
import { OperationDialog, type PreparedReview } from "../OperationDialog";
import { ExecutionStatus } from "../swap/ExecutionStatus";
import {
  type BankDraft,
  emptyBank,
  formatReceiver,
  sampleBank,
  toPaymentMethod,
} from "./bank-draft";
import type { Receiver } from "./receiver";

interface WithdrawalPanelProps {
  person: string;
  session: Session;
  receiver: Receiver | undefined;
}

const { chainId, address: token } = knownTokens[0] as KnownToken & { chainId: 137 };

const texts = {
  Matches:
    "It states the currencies and amounts of its quote, has a hash, no delegation, and has not expired.",
  "Within your limits": { unchecked: "You set no maximum for the gas." },
  Reasonable: "Fees and gas are at most those of the quote, and at most a tenth of the amount.",
  Settled: "After the execution, what left the wallet is compared with the amount of the order.",
};

function reviewOf(
  order: FiatWithdrawalOrder,
  quote: FiatWithdrawalQuote,
  { amount, bank }: { amount: string; bank: BankDraft },
  walletAddress: string,
): PreparedReview {
  const { from, to, fees, expiresAt } = order;
  const isSame = compareAmounts(quote.amountToSendInCryptoCurrency, amount) === 0;
  return {
    what: "withdrawal",
    operation: order,
    terms: { expect: quote, walletAddress, chainId },
    expiresAt,
    texts,
    own: {
      text: `The quote sends the ${amount} USDC that you entered.`,
      problem: isSame ? undefined : `The quote sends ${quote.amountToSendInCryptoCurrency} USDC.`,
    },
    statement: {
      leaves: [{ chainId, token, amount: from.amount, why: "amount" }],
      arrives: [],
    },
    facts: [
      ["You send", <Amount key="from" value={from.amount} symbol={from.currency} />],
      ["On", chainName(chainId)],
      ["The account receives", <Amount key="to" value={to.amount} symbol={to.currency} />],
      ["Account", formatReceiver(bank)],
      ["Gas", <Amount key="gas" value={fees.gasFee} symbol={from.currency} />],
    ],
  };
}

/** Sells USDC to a bank account: quote, order, signature. */
export function WithdrawalPanel({ person, session, receiver }: WithdrawalPanelProps) {
  const { client, sandbox } = useApp();
  const { walletAddress } = session;
  const [amount, setAmount] = useState("25");
  const [bank, setBank] = useState(sandbox ? sampleBank : emptyBank);
  const [prepared, setPrepared] = useState<PreparedReview>();
  const { execution, execute, dismiss } = useExecution(walletAddress);
  const order = useMutation({
    mutationFn: async () => {
      const paymentMethod: PaymentMethod = toPaymentMethod(bank);
      const { withdrawQuote } = await client.fiat.quoteWithdrawal({
        individualId: person,
        chainId,
        paymentMethodToReceiveDetails: paymentMethod,
        amountToSendInCryptoCurrency: amount.trim(),
        cryptoCurrencyToSend: "USDC",
      });
      const { quoteId } = withdrawQuote;
      const ordered = await client.fiat.createWithdrawal({ quoteId, paymentMethod });
      const { id: orderId, to } = ordered;
      receiver?.expect({
        orderId,
        walletAddress,
        chainId,
        currency: to.currency,
        minAmount: to.amount,
      });
      return reviewOf(ordered, withdrawQuote, { amount: amount.trim(), bank }, walletAddress);
    },
    onSuccess: setPrepared,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    order.mutate();
  };
  const field = (name: keyof BankDraft, label: string) => (
    <Field
      label={label}
      value={bank[name]}
      onChange={(value) => setBank({ ...bank, [name]: value })}
      problem={problemOf(order.error, name)}
    />
  );
  return (
    <Panel title="Withdrawal" about="USDC of the wallet become money on a bank account.">
      <form className="stack" onSubmit={submit} aria-label="Withdrawal">
        <Field
          label="Amount to sell, in USDC"
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
          problem={problemOf(order.error, "amountToSendInCryptoCurrency")}
        />
        <Select
          label="Received by"
          value={bank.type}
          onChange={(type) => setBank({ ...bank, type })}
          options={[
            { value: "ACH", label: "Bank account in the USA (ACH)" },
            { value: "PIX", label: "PIX key" },
          ]}
        />
        {bank.type === "PIX" ? (
          field("pixKey", "PIX key")
        ) : (
          <>
            {field("beneficiaryName", "Name of the owner")}
            <div className="grid-2 bank-fields">
              {field("routingNumber", "Routing number")}
              {field("accountNumber", "Account number")}
            </div>
          </>
        )}
        <Button type="submit" kind="primary" busy={order.isPending}>
          Review the withdrawal
        </Button>
      </form>
      {order.error && <ErrorNote error={order.error} title="The withdrawal is not ordered" />}
      {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
      <OperationDialog
        prepared={prepared}
        session={session}
        onClose={() => setPrepared(undefined)}
        execute={execute}
      />
    </Panel>
  );
}
