import type { Address, Hex } from "../../shared/patterns.js";

/** The hashes that wallets show. Compare them before you confirm there. */
export interface SigningDigests {
  /** The hash of the operation. Wallets show it as a message of 32 bytes. */
  userOperationHash?: Hex | undefined;
  /** The hash of the domain of typed data (EIP-712). */
  domainHash?: Hex | undefined;
  /** The hash of the message of typed data (EIP-712). */
  messageHash?: Hex | undefined;
  /** The hash of typed data (EIP-712), which is signed. */
  digest?: Hex | undefined;
  /** The hash of an EIP-7702 authorization. */
  authorization?: Hex | undefined;
  /** The hashes of the second operation of a swap of a real-world asset. */
  approval?: SigningDigests | undefined;
  /** Those of the operations of a lending quote after the first. */
  further?: SigningDigests[] | undefined;
}

/** An amount that leaves the wallet, at most. */
export interface StatedLoss {
  chainId: number;
  token: Address;
  /** A decimal string in whole tokens. */
  amount: string;
  why: "amount" | "fee" | "gas";
}

/** An amount that arrives, at least. */
export interface StatedGain {
  chainId: number;
  token: Address;
  account: string;
  /** A decimal string in whole tokens. */
  least: string;
}

/**
 * What an operation moves, by the request and the response. Plain JSON with exact decimals. Gas and
 * fees that are part of the amount are in its row.
 */
export interface Statement {
  leaves: StatedLoss[];
  arrives: StatedGain[];
  expiresAt?: string | number | undefined;
}
