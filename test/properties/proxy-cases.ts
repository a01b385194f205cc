// Written by hand from docs/proxy.md and the service contract.

/**
 * What an operation names: `anything` no data of a user; `wallet` a wallet of a user in its path or
 * body; `owner` only the owner's own account; `id` an id or a hash, which only records of the
 * server map to a user; `server` data of any user, so that no proxy may allow it.
 */
export type Kind = "anything" | "wallet" | "owner" | "id" | "server";

/** By operation: its kind, and the fields of the body or query with further accounts. */
export const operations: Readonly<Record<string, readonly [kind: Kind, accounts?: string]>> = {
  "fiat.createDeposit": ["id"],
  "fiat.createDepositV1": ["id"],
  "fiat.createWithdrawal": ["id"],
  "fiat.createWithdrawalV1": ["wallet"],
  "fiat.quoteDeposit": ["wallet"],
  "fiat.quoteWithdrawal": ["id"],
  "kyc.business.standard.create": ["id"],
  "kyc.business.standard.get": ["id"],
  "kyc.documentUrls": ["server"],
  "kyc.financialLimits": ["id"],
  "kyc.individual.enhanced.create": ["id"],
  "kyc.individual.enhanced.get": ["id"],
  "kyc.individual.enhanced.process": ["id"],
  "kyc.individual.standard.create": ["id"],
  "kyc.individual.standard.get": ["id"],
  "kyc.individual.standard.process": ["id"],
  "lending.quote": ["wallet"],
  "liquidity.amounts": ["anything"],
  "liquidity.change": ["wallet"],
  "liquidity.collectFees": ["wallet"],
  "liquidity.create": ["wallet", "toAddress extraFee.toAddress"],
  "liquidity.createWithSwap": ["wallet", "toAddress extraFee.toAddress"],
  "liquidity.pool": ["anything"],
  "liquidity.poolHistory": ["anything"],
  "liquidity.pools": ["anything"],
  "liquidity.rebalance": ["wallet", "toAddress extraFee.toAddress"],
  "operations.batch": ["wallet", "operations.0.params.toAddress operations.1.params.toAddress"],
  // A contract that is called counts, because it can be an account.
  "operations.custom": ["wallet", "operations.0.address operations.0.arguments.0"],
  "operations.execute": ["id"],
  "operations.get": ["id"],
  "operations.transfer": ["wallet", "toAddress"],
  "swap.cancelLimitOrder": ["id"],
  "swap.prepareCancellation": ["id"],
  "swap.quote": ["wallet", "toAddress extraFee.toAddress"],
  "tokens.chains": ["anything"],
  "tokens.list": ["anything"],
  "wallets.check": ["owner", "externallyOwnedAccount"],
  "wallets.deposit": ["wallet", "fromAddress"],
  "wallets.history": ["wallet"],
  "wallets.list": ["server"],
  "wallets.portfolio": ["wallet"],
  "wallets.register": ["owner", "externallyOwnedAccount"],
  "wallets.requestTaxExport": ["wallet"],
  "wallets.scheduleTaxExport": ["wallet"],
  "wallets.updateMetadata": ["wallet"],
  "wallets.updateTransactionMetadata": ["id"],
};

/** Who sends a request: without a session, with one, or as staff. */
export const roles = ["guest", "user", "staff"] as const;
export type Role = (typeof roles)[number];

/** Whose wallet and owner the request names, seen from the user of the session. */
export const targets = ["own", "own in capitals", "foreign"] as const;
export type Target = (typeof targets)[number];

/** An HTTP request to the service's own paths. */
export interface Sent {
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A Bitcoin address has one spelling. */
const inCapitals = (address: string) =>
  address.startsWith("0x") ? `0x${address.slice(2).toUpperCase()}` : address;

/** A request in which the user's own accounts are replaced. */
export function aimAt(target: Target, sent: Sent, own: readonly string[], foreign: string): Sent {
  let text = JSON.stringify(sent);
  for (const account of own) {
    const named = target === "foreign" ? foreign : inCapitals(account);
    if (target !== "own") text = text.replaceAll(account, named);
  }
  return JSON.parse(text);
}
