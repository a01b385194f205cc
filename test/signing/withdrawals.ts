import type { FiatWithdrawalQuote } from "../../src/index.js";

/** A quote of a withdrawal. */
export const withdrawalQuote: FiatWithdrawalQuote = {
  quoteId: "quote 1",
  cryptoCurrencyToSend: "USDC",
  fiatCurrencyToReceive: "BRL",
  amountToSendInCryptoCurrency: "20",
  amountToReceiveInFiatCurrency: "100.5",
  transactionFeeInCryptoCurrency: "0.1",
  estimatedGasFeeInCryptoCurrency: "0.02",
  expiresAt: "2099-01-01T00:00:00Z",
};

/** The fields of the order for it, beside what is signed. */
export const orderedWithdrawal = {
  id: "order 1",
  from: { currency: "USDC", amount: "20" },
  to: { currency: "BRL", amount: "100.5" },
  fees: { transactionFee: "0.1", gasFee: "0.02", treasuryAddress: null },
};

/** The operation and its options. Those of a withdrawal are completed. */
export function completeWithdrawal(operation: object, options: object): [object, object] {
  if (!("withdrawalInstructions" in operation)) return [operation, options];
  return [
    { ...orderedWithdrawal, ...operation },
    { expect: withdrawalQuote, ...options },
  ];
}
