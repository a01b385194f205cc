import type { Address } from "../../shared/patterns.js";

/** How an account's balance of a token changed by an operation. */
export interface SettledChange {
  account: Address;
  /** In lower case. The native coin is `nativeToken`. */
  token: Address;
  /** In the token's smallest unit. Negative if it left the account. */
  amount: bigint;
  /** Of a token of ERC-721 or ERC-1155. */
  id?: bigint;
  /**
   * False if something else can have changed it. Of a token: the wallet has several operations in
   * the bundle, and one of them was charged before all of them were executed. The amount is without
   * these charges. Of the native coin: the block has other transactions or operations, which can
   * have paid the account.
   */
  exact: boolean;
}

/** An approval that the operation set and that stands afterwards. */
export interface SettledApproval {
  account: Address;
  /** In lower case. */
  token: Address;
  /** In lower case. */
  spender: Address;
  /** In the token's smallest unit. 1 for one token of ERC-721, 2^256 - 1 for all tokens. */
  amount: bigint;
}

/** What an operation did. */
export interface Settlement {
  chainId: number;
  /** `pending`: the node has no receipt yet. */
  status: "executed" | "reverted" | "pending";
  /** The accounts that were read. The first one is the wallet. */
  accounts: Address[];
  blockNumber?: bigint;
  /** What the operation's gas cost in the native coin, and who paid it: the wallet or a paymaster. */
  gas?: { paidBy: Address; wei: bigint };
  /** Without gas. The native coin has an entry for each account of which it was measured. */
  changes: SettledChange[];
  approvals: SettledApproval[];
  /** By token in lower case, as the node states them. */
  decimals: Record<Address, number>;
  /**
   * What could not be read, in words. The native coin of an account is not measured if the node has
   * no state of the block before, or if the block has another operation or a transaction of that
   * account.
   */
  notMeasured: string[];
}

/** How `notMeasured` names it. */
export const nameNativeCoin = (account: Address) => `the native coin of ${account}`;
