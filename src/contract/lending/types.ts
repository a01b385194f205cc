import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId } from "../shared/chains/chain-ids.js";
import type { Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  Authorization,
  GasFeePaymentMethod,
  RevertReason,
  TypedData,
} from "../shared/types.js";

/** A lending provider. */
export type LendingProvider = "LENDER_A" | "LENDER_B";

/** The operation of a lending quote. The parts of the request determine it. */
export type LendingOperationType =
  | "LENDING_SUPPLY"
  | "LENDING_SUPPLY_BORROW"
  | "LENDING_BORROW"
  | "LENDING_REPAY"
  | "LENDING_WITHDRAW"
  | "LENDING_REPAY_WITHDRAW";

/** How the gas of a lending operation is paid. */
export interface LendingGas {
  /** Whether gas is added to the amount or deducted from it. @unverified words not documented */
  paymentMethod: Open<GasFeePaymentMethod>;
  /**
   * The token that pays the gas: an ERC-20 token that the smart wallet holds, whitelisted on the
   * chain of the quote.
   */
  tokenAddress: Address;
}

/** A part of a lending request. Sent unchecked. @unverified fields not documented */
export interface LendingPart {
  [field: string]: unknown;
}

/** The common fields of lending requests. */
export interface LendingRequestBase {
  /** The registered smart wallet that executes the operation. */
  walletAddress: Address;
  provider: LendingProvider;
  gas: LendingGas;
}

/** Supplies; with `borrow`, also borrows against the supply in the same operation. */
export interface LendingSupplyRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  supply: LendingPart;
  /** @unverified fields not documented */
  borrow?: LendingPart | null | undefined;
  /** Not allowed with `supply`. */
  repay?: null | undefined;
  /** Not allowed with `supply`. */
  withdraw?: null | undefined;
}

/** Borrows against an existing supply. */
export interface LendingBorrowRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  borrow: LendingPart;
  /** Makes the request a `LendingSupplyRequest`. */
  supply?: null | undefined;
  /** Not allowed with `borrow`. */
  repay?: null | undefined;
  /** Not allowed with `borrow`. */
  withdraw?: null | undefined;
}

/** Repays; with `withdraw`, also withdraws in the same operation. */
export interface LendingRepayRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  repay: LendingPart;
  /** @unverified fields not documented */
  withdraw?: LendingPart | null | undefined;
  /** Not allowed with `repay`. */
  supply?: null | undefined;
  /** Not allowed with `repay`. */
  borrow?: null | undefined;
}

/** Withdraws a supply. */
export interface LendingWithdrawRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  withdraw: LendingPart;
  /** Makes the request a `LendingRepayRequest`. */
  repay?: null | undefined;
  /** Not allowed with `withdraw`. */
  supply?: null | undefined;
  /** Not allowed with `withdraw`. */
  borrow?: null | undefined;
}

/**
 * The request of `client.lending.quote`. Its parts determine the operation: supply, supply and
 * borrow, borrow, repay, withdraw, or repay and withdraw.
 */
export type LendingQuoteRequest =
  | LendingSupplyRequest
  | LendingBorrowRequest
  | LendingRepayRequest
  | LendingWithdrawRequest;

/** An amount and its value. */
export interface LendingAmount {
  /** Decimal string. @unverified unit not documented */
  value: string;
  /** The value in US dollars. @unverified string, number or object */
  usd?: Maybe<unknown>;
}

/** An amount of a token in a lending quote. */
export interface LendingTokenAmount {
  tokenAddress: Address;
  chainId: ChainId;
  /** @unverified form not documented */
  price?: Maybe<unknown>;
  amount: LendingAmount;
}

/** The paid and the received token of a supply or a withdrawal. */
export interface LendingExchange {
  tokenIn: LendingTokenAmount;
  tokenOut: LendingTokenAmount;
}

/** The token of a loan or a repayment. */
export interface LendingMovement {
  token: LendingTokenAmount;
}

/** The name and logo of a lending provider. */
export interface LendingProviderInfo {
  name: string;
  /** URL of the logo. */
  logo: string;
}

/** A fee of a lending operation. */
export interface LendingFee {
  /** @unverified other words than `GAS` */
  type: Open<"GAS">;
  amount: LendingAmount;
  tokenAddress: Address;
  /** Decimal string. @unverified unit not documented */
  nativeAmount: string;
  recipient?: Maybe<Address>;
  /** Percent. */
  percent: number;
}

/** An item to sign. Do not sign an item of an unknown `type`. */
export interface LendingSignData {
  type: Open<"USER_OPERATION">;
  /**
   * The user operation hash to sign, as 32 raw bytes with EIP-191, never as text.
   * @unverified how a lending hash is signed
   */
  hash?: Maybe<Hex>;
  authorization?: Maybe<Authorization>;
  /** Of kinds other than user operations. */
  typedData?: Maybe<TypedData>;
}

/** A lending quote. Sign `signData` and submit it with `client.operations.execute`. */
export interface LendingQuote {
  /** Present if the quote cannot be executed. Do not sign it. */
  revertReason?: Maybe<RevertReason>;
  walletAddress: Address;
  supply?: Maybe<LendingExchange>;
  borrow?: Maybe<LendingMovement>;
  repay?: Maybe<LendingMovement>;
  withdraw?: Maybe<LendingExchange>;
  provider: LendingProviderInfo;
  fees: LendingFee[];
  /** The items to sign. If there are none, the quote cannot be executed. */
  signData: LendingSignData[];
  /** @unverified form not documented */
  estimatedSettlementTime?: Maybe<unknown>;
  /** The expiry. @unverified form not documented */
  expiresAt?: Maybe<unknown>;
  metadata?: Maybe<Metadata>;
  type: Open<LendingOperationType>;
}
