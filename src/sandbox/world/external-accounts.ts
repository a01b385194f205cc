import { evmAddressPattern, type Hex } from "../../shared/patterns.js";

/** Accounts outside of the project's wallets. Their balance may be negative. */
export const externalAccounts = {
  mint: "mint",
  /** The counterparty of swaps, bridges, pools and loans. */
  market: "market",
  gas: "gas",
  service: "service",
  bank: "bank",
} as const;

/** Their addresses on every chain. */
export const externalAddresses = {
  mint: "0xf00df00df00df00df00df00df00df00df00df00d",
  market: "0x00000000000000000000000000000000000b0b0b",
  /** The paymaster of every operation, which takes the gas in tokens. */
  gas: "0x00000000000000000000000000000000000b0b9a",
  service: "0x00000000000000000000000000000000000b0b5e",
  bank: "0x00000000000000000000000000000000000b0bba",
} as const satisfies Readonly<Record<keyof typeof externalAccounts, Hex>>;

/**
 * The address of a ledger account on a chain. The accounts of pools and loans are parts of the
 * market: moving amounts between them is no transfer on a chain.
 */
export function toChainAddress(account: string): Hex {
  if (evmAddressPattern.test(account)) return account.toLowerCase() as Hex;
  return Object.hasOwn(externalAddresses, account)
    ? externalAddresses[account as keyof typeof externalAddresses]
    : externalAddresses.market;
}
