import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId } from "./chains/chain-ids.js";
import type { Maybe, Open } from "./schema.js";
import type { UnverifiedFeeType } from "./unverified-words.js";

/**
 * A chain. Its name differs between calls: compare chains by `id`.
 *
 * In all types, `@unverified` marks what the service's documentation does not say.
 */
export interface Chain {
  id: ChainId;
  name: string;
  /** URL of the logo. */
  logo: string;
}

/** The short form of a token. */
export interface Token {
  name: string;
  symbol: string;
  decimals: number;
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: Address;
  logoURL: string;
}

/** A fee of a quote or an operation. */
export interface Fee {
  /** Decimal string. @unverified whole tokens or smallest units */
  amount: string;
  /** Address of the token that pays the fee. */
  token: Address;
  toAddress?: Maybe<string>;
  /** @unverified other words than `GAS` */
  type: Open<"GAS" | UnverifiedFeeType>;
  /** @unverified unit not documented */
  percentage: string;
}

/** The estimated gas costs of an operation. All amounts are decimal strings. */
export interface GasEstimate {
  payGasFeeToken: Address;
  /** In whole tokens of `payGasFeeToken`. */
  maxGasFeeToken: string;
  /** In whole tokens of `payGasFeeToken`. */
  gasFeeTokenAmount: string;
  /** In US dollars. */
  gasFeeTokenAmountUSD: string;
  /** In whole native coins. */
  maxGasFeeNative: string;
}

/**
 * An EIP-7702 authorization to sign. The first operation of an EIP-7702 wallet needs one.
 * Null, absent and `{}` mean that there is none.
 */
export interface Authorization {
  chainId?: Maybe<number | string>;
  /** The contract that the account delegates to. */
  address?: Maybe<Address>;
  nonce?: Maybe<number | string>;
  /** The digest to sign, without a prefix. */
  hash?: Maybe<Hex>;
}

/** Why a quote cannot be executed. Do not sign a quote that has a revert reason. */
export interface RevertReason {
  /** A readable sentence. */
  decoded: string;
  raw: string;
  /** May contain control characters: do not print it without escaping. */
  utf8: string;
}

/** A transaction on a chain, with a link to an explorer. */
export interface ExplorerLink {
  hash: string;
  explorerURL: string;
  explorer: string;
}

/** EIP-712 typed data. Sign it unchanged. */
export interface TypedData {
  domain: TypedDataDomain;
  types: Record<string, TypedDataField[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** The domain of EIP-712 typed data. */
export interface TypedDataDomain {
  name: string;
  version: string;
  chainId: number | string;
  verifyingContract: string;
  salt?: Maybe<string>;
}

/** One field of an EIP-712 type. */
export interface TypedDataField {
  name: string;
  type: string;
}

/** An additional fee, paid in the input token. */
export interface ExtraFee {
  /** Percent: 1 is 1%. */
  percentage: number;
  /** The recipient of the fee. */
  toAddress: Address;
}

/** How gas is paid: in addition to the amount, or deducted from it. */
export type GasFeePaymentMethod = "ADD_TO_AMOUNT" | "DEDUCT_FROM_AMOUNT";

/** The additional fee that the service applied. */
export interface AppliedExtraFee {
  /** Percent. */
  percentage: number;
  toAddress: Address;
}

/** Whether a smart wallet is deployed on a chain. */
export interface Deployment {
  chain: Chain;
  deployed: boolean;
}

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
}
