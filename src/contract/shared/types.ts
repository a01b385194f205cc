import type { Address, Hex } from "./primitives.js";
import type { Maybe, Open } from "./schema.js";

/** A chain as the service describes it. Names vary between calls: compare by `id` only. */
export interface Chain {
  id: number;
  name?: Maybe<string>;
  /** URL of the logo. */
  logo?: Maybe<string>;
}

/** A token in short form. */
export interface Token {
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  decimals?: Maybe<number>;
  /** Lower case in most answers: compare addresses without regard to case. */
  address?: Maybe<string>;
  logoURL?: Maybe<string>;
}

/** One fee of a quote or operation. */
export interface Fee {
  amount?: Maybe<string>;
  /** Address of the token the fee is paid in. */
  token?: Maybe<string>;
  toAddress?: Maybe<string>;
  /** The full list of kinds is not published; `GAS` is known. */
  type?: Maybe<Open<"GAS">>;
  percentage?: Maybe<string>;
}

/** What the gas of an operation is estimated to cost. All amounts are decimal strings. */
export interface GasEstimate {
  payGasFeeToken?: Maybe<string>;
  maxGasFeeToken?: Maybe<string>;
  gasFeeTokenAmount?: Maybe<string>;
  gasFeeTokenAmountUSD?: Maybe<string>;
  maxGasFeeNative?: Maybe<string>;
}

/**
 * An EIP-7702 authorization to sign, asked for by the first operation of an EIP-7702 wallet.
 * Null, absent and `{}` all mean that there is none.
 */
export interface Authorization {
  chainId?: Maybe<number | string>;
  /** The contract the account is delegated to. */
  address?: Maybe<Address>;
  nonce?: Maybe<number | string>;
  /** The digest to sign, raw. */
  hash?: Maybe<Hex>;
}

/** Why a quote cannot be executed. Present means: do not sign it. */
export interface RevertReason {
  /** A readable sentence, worth showing. */
  decoded?: Maybe<string>;
  raw?: Maybe<string>;
  /** May hold control characters: never print it as it is. */
  utf8?: Maybe<string>;
}

/** A chain transaction with a link to an explorer. An object, not a string. */
export interface ExplorerLink {
  hash?: Maybe<string>;
  explorerURL?: Maybe<string>;
  explorer?: Maybe<string>;
}

/** EIP-712 typed data, to be signed exactly as given. */
export interface TypedData {
  domain: TypedDataDomain;
  types: Record<string, TypedDataField[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** The domain of EIP-712 typed data. */
export interface TypedDataDomain {
  name?: Maybe<string>;
  version?: Maybe<string>;
  chainId?: Maybe<number | string>;
  verifyingContract?: Maybe<string>;
  salt?: Maybe<string>;
}

/** One field of an EIP-712 type. */
export interface TypedDataField {
  name: string;
  type: string;
}

/** A further fee, taken from the input token and sent to the address it names. */
export interface ExtraFee {
  /** Percent: 1 is 1%. */
  percentage: number;
  toAddress: Address;
}

/** How the gas of an operation is paid: on top of the amount, or out of it. */
export type GasFeePaymentMethod = "ADD_TO_AMOUNT" | "DEDUCT_FROM_AMOUNT";

/** A further fee as an answer echoes it. */
export interface AppliedExtraFee {
  percentage?: Maybe<number>;
  toAddress?: Maybe<Address>;
}

/** Whether a smart wallet is deployed on one chain. */
export interface Deployment {
  chain?: Maybe<Chain>;
  deployed?: Maybe<boolean>;
}
