/**
 * What each write changes, by hand from the words of the service contract. All other operations
 * read, quote, compute, or prepare what is signed later.
 *
 * - `adds`: it creates, links, requests or orders something new. Nothing that exists changes.
 * - `changes`: it moves money, ends an order, replaces data, or starts what cannot be undone.
 */
export const writes: Readonly<Record<string, "adds" | "changes">> = {
  // "Links a new smart wallet to the project."
  "wallets.register": "adds",
  // Replaces the given keys.
  "wallets.updateMetadata": "changes",
  // "Update transaction metadata."
  "wallets.updateTransactionMetadata": "changes",
  // "Request tax transactions export": an e-mail.
  "wallets.requestTaxExport": "adds",
  "wallets.scheduleTaxExport": "adds",
  // "Submits a signed cancellation for a limit order."
  "swap.cancelLimitOrder": "changes",
  // They create a user operation, which changes nothing until it is signed and executed.
  "liquidity.createWithSwap": "adds",
  "liquidity.create": "adds",
  "liquidity.rebalance": "adds",
  "liquidity.change": "adds",
  "liquidity.collectFees": "adds",
  // "Create fiat deposit order": nothing moves until the person pays, or signs the withdrawal.
  "fiat.createDeposit": "adds",
  "fiat.createWithdrawal": "adds",
  "fiat.createDepositV1": "adds",
  "fiat.createWithdrawalV1": "adds",
  // "Collects personal and document data, returns upload URLs."
  "kyc.individual.standard.create": "adds",
  // "Triggers verification after documents are uploaded."
  "kyc.individual.standard.process": "changes",
  "kyc.individual.enhanced.create": "adds",
  "kyc.individual.enhanced.process": "changes",
  // "Starts business identity verification": a new session.
  "kyc.business.standard.create": "adds",
  // Moves money.
  "operations.execute": "changes",
};
