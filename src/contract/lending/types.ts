import type { Address, Hex, Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Authorization, GasFeePaymentMethod, RevertReason } from "../shared/types.js";

/** Who lends. */
export type LendingProvider = "LENDER_A" | "LENDER_B";

/** What a lending quote can do. The request says it by the parts it holds. */
export type LendingOperationType =
  | "LENDING_SUPPLY"
  | "LENDING_SUPPLY_BORROW"
  | "LENDING_BORROW"
  | "LENDING_REPAY"
  | "LENDING_WITHDRAW"
  | "LENDING_REPAY_WITHDRAW";

/** How the gas of a lending operation is paid. */
export interface LendingGas {
  /** Gas on top of the amount, or out of it. */
  paymentMethod: GasFeePaymentMethod;
  /** Token that pays the gas: an ERC-20 which the smart wallet holds and which is whitelisted on the chain of the quote. */
  tokenAddress: Address;
}

/**
 * One part of a lending request. Its fields have **not been published**: whatever stands here is sent as it is, unchecked.
 * Ask the service which fields it wants.
 */
export interface LendingPart {
  [field: string]: unknown;
}

/** What all lending requests have in common. */
export interface LendingRequestBase {
  /** The smart wallet that executes the operation, registered with the project. */
  walletAddress: Address;
  provider: LendingProvider;
  gas: LendingGas;
}

/** Supplies; with `borrow`, borrows against it in the same operation. */
export interface LendingSupplyRequest extends LendingRequestBase {
  /** Fields not published: sent as given. */
  supply: LendingPart;
  /** Fields not published: sent as given. */
  borrow?: LendingPart | undefined;
  /** Not together with `supply`. */
  repay?: undefined;
  /** Not together with `supply`. */
  withdraw?: undefined;
}

/** Borrows against what is supplied already. */
export interface LendingBorrowRequest extends LendingRequestBase {
  /** Fields not published: sent as given. */
  borrow: LendingPart;
  /** Given, this is a `LendingSupplyRequest`. */
  supply?: undefined;
  /** Not together with `borrow`. */
  repay?: undefined;
  /** Not together with `borrow`. */
  withdraw?: undefined;
}

/** Repays; with `withdraw`, withdraws in the same operation. */
export interface LendingRepayRequest extends LendingRequestBase {
  /** Fields not published: sent as given. */
  repay: LendingPart;
  /** Fields not published: sent as given. */
  withdraw?: LendingPart | undefined;
  /** Not together with `repay`. */
  supply?: undefined;
  /** Not together with `repay`. */
  borrow?: undefined;
}

/** Withdraws what was supplied. */
export interface LendingWithdrawRequest extends LendingRequestBase {
  /** Fields not published: sent as given. */
  withdraw: LendingPart;
  /** Given, this is a `LendingRepayRequest`. */
  repay?: undefined;
  /** Not together with `withdraw`. */
  supply?: undefined;
  /** Not together with `withdraw`. */
  borrow?: undefined;
}

/**
 * What `client.lending.quote` takes. The parts it holds say what is done: supply, supply and borrow, borrow, repay, withdraw,
 * or repay and withdraw. The fields inside the parts have not been published.
 */
export type LendingQuoteRequest =
  | LendingSupplyRequest
  | LendingBorrowRequest
  | LendingRepayRequest
  | LendingWithdrawRequest;

/** An amount and its worth. */
export interface LendingAmount {
  /** Decimal string. */
  value?: Maybe<string>;
  /** What it is worth. Its form has not been published: a string, a number or an object. */
  usd?: Maybe<unknown>;
}

/** A token of a lending quote and how much of it. */
export interface LendingTokenAmount {
  tokenAddress?: Maybe<string>;
  chainId?: Maybe<number>;
  /** Its form has not been published. */
  price?: Maybe<unknown>;
  amount?: Maybe<LendingAmount>;
}

/** What goes in and what comes out: of a supply or a withdrawal. */
export interface LendingExchange {
  tokenIn?: Maybe<LendingTokenAmount>;
  tokenOut?: Maybe<LendingTokenAmount>;
}

/** The one token of a borrowing or a repayment. */
export interface LendingMovement {
  token?: Maybe<LendingTokenAmount>;
}

/** Who lends, for showing. */
export interface LendingProviderInfo {
  name?: Maybe<string>;
  /** URL of the logo. */
  logo?: Maybe<string>;
}

/** A fee of a lending operation. */
export interface LendingFee {
  /** The full list of kinds is not published; `GAS` is known. */
  type?: Maybe<Open<"GAS">>;
  amount?: Maybe<LendingAmount>;
  tokenAddress?: Maybe<string>;
  /** Decimal string in the chain's native coin. */
  nativeAmount?: Maybe<string>;
  recipient?: Maybe<string>;
  percent?: Maybe<number>;
}

/** One thing to sign. Other kinds than `USER_OPERATION` may come: do not sign what you do not know. */
export interface LendingSignData {
  type: Open<"USER_OPERATION">;
  /** The user operation hash to sign, as 32 raw bytes with EIP-191, never as text. */
  hash?: Maybe<Hex>;
  authorization?: Maybe<Authorization>;
}

/** A lending quote. Nothing is executed until what stands in `signData` is signed and submitted with `client.operations.execute`. */
export interface LendingQuote {
  /** Present when the quote cannot be executed: do not sign it then. */
  revertReason?: Maybe<RevertReason>;
  walletAddress?: Maybe<Address>;
  supply?: Maybe<LendingExchange>;
  borrow?: Maybe<LendingMovement>;
  repay?: Maybe<LendingMovement>;
  withdraw?: Maybe<LendingExchange>;
  provider?: Maybe<LendingProviderInfo>;
  fees?: Maybe<LendingFee[]>;
  /** What to sign. Absent or empty: there is nothing to sign, and nothing can be executed. */
  signData?: Maybe<LendingSignData[]>;
  /** Its form has not been published. */
  estimatedSettlementTime?: Maybe<unknown>;
  /** When the quote dies. Its form has not been published. */
  expiresAt?: Maybe<unknown>;
  metadata?: Maybe<Metadata>;
  type?: Maybe<Open<LendingOperationType>>;
}
