import type { SigningProblem } from "../../errors/signing.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { NormalTypedData } from "../eip712/normal-typed-data.js";

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

/** The most gas in one token. */
export interface GasLimit extends TokenAmount {
  /** Whether it is the caller's own limit, which is not rounded. */
  isExact?: boolean;
}

export interface ExpectedChanges {
  losses: readonly (ExpectedLoss & {
    /** Whether only the response names the token, so that it may be one of another chain. */
    isOptional?: boolean;
    /** Whether it is the caller's own limit, which is not rounded. */
    isExact?: boolean;
    /** The chain of a fee on the chain of the output. */
    chainId?: number;
    /** What a policy counts: a response may state more than was asked, within the tolerance. */
    counted?: string;
  })[];
  gains: readonly (ExpectedGain & {
    /** Whether it is the caller's own minimum, which is not rounded, and which no fee reduces. */
    isExact?: boolean;
  })[];
  /** The most gas, if the losses do not include it. */
  gas?: GasLimit | undefined;
  /** The most that the paymaster may collect by an approval. */
  collectable: readonly (ExpectedLoss & Pick<GasLimit, "isExact">)[];
  /** Accounts that must lose nothing, in addition to those of losses and gains. */
  accounts: readonly Address[];
  /** The contracts that may keep an approval for `approvable`. */
  approvals: readonly Address[];
  /** The tokens that `approvals` may spend, beside the caller's own losses of the wallet. */
  approvable: readonly Address[];
}

/** A viem public client. Its own actions are called, so that no page loads them twice. */
export interface SimulationClient {
  getChainId(): Promise<number>;
  getCode(parameters: { address: Address }): Promise<Hex | undefined>;
  simulateBlocks(parameters: never): Promise<unknown>;
}

/** How an operation is simulated before it is signed. */
export interface SimulateOptions {
  /**
   * A viem public client of the source chain. The operation is simulated with `eth_simulateV1`
   * before it is signed, as by `simulateQuote`. Not simulated without it.
   */
  simulate?: SimulationClient | undefined;
}

export interface SimulationSettings {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** An operation whose typed data was checked, and what it may change. */
export interface OperationToSimulate {
  /** Undefined if only the hash of the operation is known. */
  typedData: NormalTypedData | undefined;
  userOperationHash: Hex;
  /** The contract of the EIP-7702 authorization that is sent with the operation. */
  delegate: Address | undefined;
  walletAddress: Address;
  owner: Address | undefined;
  chainId: number;
  /** The chains on which something arrives. */
  chainsOut?: readonly number[] | undefined;
  /** Who gets a fee that the request names. */
  feeReceivers?: readonly Address[] | undefined;
  expected: ExpectedChanges;
  /** Whether a part of it states no amounts. */
  isPartial?: boolean | undefined;
  /** The path of a second operation of which only the hash is known. */
  extraMissing?: string | undefined;
}

export type KnownOperation = OperationToSimulate & { typedData: NormalTypedData };

/** What an operation changes on its source chain. All strings are safe to show. */
export interface OperationSimulation {
  /** Whether the operation was run. If not, a problem says why, and nothing else is known. */
  isSimulated: boolean;
  problems: SigningProblem[];
  changes: SimulatedChange[];
  approvals: SimulatedApproval[];
  /** The chain and the changes, one fact per line. */
  text: string;
}

/** What an account has more or less of after the operation. */
export interface SimulatedChange {
  account: Address;
  token: Address;
  /** The id of an NFT, or of a token in a contract with many. */
  id?: string | undefined;
  /** In whole tokens, with a sign. In the smallest units if the token has no decimals. */
  amount: string;
}

/** An approval that is left after the operation. */
export interface SimulatedApproval {
  /** The account that granted it, if it is not the wallet. */
  account?: Address | undefined;
  /** The account that may spend. */
  spender: Address;
  token: Address;
  /** The id of an NFT, if the approval is for one. */
  id?: string | undefined;
  /** In whole tokens. Undefined for NFTs, and if it is for all tokens of the contract. */
  amount?: string | undefined;
  /** Whether `contracts`, `changes`, or as the paymaster's the stated gas allows it. */
  isAllowed: boolean;
}
