import type { EndpointName } from "../../src/contract/endpoints.js";

/**
 * What each operation changes, by hand from the words of the service contract.
 *
 * - `reads`: it reads, quotes, computes, or prepares what is signed later.
 * - `adds`: it creates, links, requests or orders something new. Nothing that exists changes.
 * - `changes`: it moves money, ends an order, replaces stored data, or starts what cannot be undone.
 */
export const changes: Readonly<Record<EndpointName, "reads" | "adds" | "changes">> = {
  // "Links a new smart wallet to the project."
  "wallets.register": "adds",
  "wallets.check": "reads",
  "wallets.list": "reads",
  // Replaces the given keys.
  "wallets.updateMetadata": "changes",
  // "Builds a transfer an external account executes to fund a smart wallet."
  "wallets.deposit": "reads",
  "wallets.portfolio": "reads",
  "wallets.history": "reads",
  // "Update transaction metadata."
  "wallets.updateTransactionMetadata": "changes",
  // "Request tax transactions export": an e-mail.
  "wallets.requestTaxExport": "adds",
  "wallets.scheduleTaxExport": "adds",
  // "Create swap quote."
  "swap.quote": "reads",
  "swap.prepareCancellation": "reads",
  // "Submits a signed cancellation for a limit order."
  "swap.cancelLimitOrder": "changes",
  // They create a user operation, which changes nothing until it is signed and executed.
  "liquidity.createWithSwap": "adds",
  "liquidity.create": "adds",
  "liquidity.rebalance": "adds",
  "liquidity.change": "adds",
  "liquidity.collectFees": "adds",
  "liquidity.pools": "reads",
  "liquidity.pool": "reads",
  "liquidity.poolHistory": "reads",
  "liquidity.amounts": "reads",
  // "Create lending quote."
  "lending.quote": "reads",
  "fiat.quoteDeposit": "reads",
  // "Create fiat deposit order": nothing moves until the person pays, or signs the withdrawal.
  "fiat.createDeposit": "adds",
  "fiat.quoteWithdrawal": "reads",
  "fiat.createWithdrawal": "adds",
  "fiat.createDepositV1": "adds",
  "fiat.createWithdrawalV1": "adds",
  "tokens.list": "reads",
  "tokens.chains": "reads",
  // "Collects personal and document data, returns upload URLs."
  "kyc.individual.standard.create": "adds",
  "kyc.individual.standard.get": "reads",
  // "Triggers verification after documents are uploaded."
  "kyc.individual.standard.process": "changes",
  "kyc.individual.enhanced.create": "adds",
  "kyc.individual.enhanced.get": "reads",
  "kyc.individual.enhanced.process": "changes",
  // "Starts business identity verification": a new session.
  "kyc.business.standard.create": "adds",
  "kyc.business.standard.get": "reads",
  "kyc.financialLimits": "reads",
  // Temporary URLs: nothing of the session changes.
  "kyc.documentUrls": "reads",
  "operations.transfer": "reads",
  "operations.batch": "reads",
  "operations.custom": "reads",
  "operations.get": "reads",
  // Moves money.
  "operations.execute": "changes",
};
