import type { Address } from "../../shared/patterns.js";

/** An amount of one token. */
export interface TokenAmount {
  /** The token's address, or `nativeToken`. */
  token: Address;
  /** A decimal string in whole tokens. */
  amount: string;
}

/** An amount that an account may lose at most. */
export interface ExpectedLoss extends TokenAmount {
  /** Another account that pays, such as the owner. @defaultValue the wallet */
  account?: Address | undefined;
}

/** An amount that an account must gain at least. */
export interface ExpectedGain extends TokenAmount {
  receiver: Address;
}

/** What an operation may and must change. */
export interface OperationChanges {
  /**
   * The most that the wallet, or another account, may lose of each token, with fees and gas.
   * Amounts of the same token and account add up.
   */
  losses?: readonly ExpectedLoss[] | undefined;
  /** The least that accounts must gain. */
  gains?: readonly ExpectedGain[] | undefined;
  /** The contracts that may keep an approval for the tokens that the wallet may lose. */
  approvals?: readonly Address[] | undefined;
}

/** What the simulation compares. */
export interface ExpectedChanges {
  losses: readonly (ExpectedLoss & {
    /** Whether only the response names the token, so that it may be one of another chain. */
    isOptional?: boolean;
  })[];
  gains: readonly (ExpectedGain & {
    /** Whether it is the caller's own minimum, which is not rounded, and which no fee reduces. */
    isExact?: boolean;
  })[];
  /** The most gas, if the losses do not include it. The paymaster may collect it by an approval. */
  gas?:
    | (TokenAmount & {
        /** Whether it is the caller's own limit, which is not rounded. */
        isExact?: boolean;
      })
    | undefined;
  /** Accounts that must lose nothing, in addition to those of losses and gains. */
  accounts: readonly Address[];
  /** The contracts that may keep an approval for `approvable`. */
  approvals: readonly Address[];
  /** The tokens that `approvals` may spend. */
  approvable: readonly Address[];
}
