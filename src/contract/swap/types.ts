import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId } from "../shared/chains/chain-ids.js";
import type { Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  Authorization,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
  SigningDigests,
  TypedData,
} from "../shared/types.js";
import type { UnverifiedFeeType, UnverifiedSwapProvider } from "../shared/unverified-words.js";

/**
 * How the service searches for quotes. `QUICKEST_QUOTE` returns the first executable quote.
 * `FASTEST_BRIDGE` (cross-chain only) and `BEST_OUTPUT` are slow: use them rarely.
 */
export type RouteProfile = "QUICKEST_QUOTE" | "FASTEST_BRIDGE" | "BEST_OUTPUT";

/** The common fields of market swaps and limit orders. */
export interface SwapRequestBase {
  /** The amount to swap: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: string;
  /** The source chain, including Bitcoin (0). */
  chainIdIn: ChainId;
  /** The destination chain, including Bitcoin (0). */
  chainIdOut: ChainId;
  /** @defaultValue `"QUICKEST_QUOTE"` */
  routeProfile?: RouteProfile | null | undefined;
  /** Whether gas is added to `amountIn` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** The address of the source token; `nativeToken` for the chain's native coin. */
  tokenIn: string;
  /** The address of the destination token; `nativeToken` for the chain's native coin. */
  tokenOut: string;
  /** The wallet that swaps: a registered EVM address, or a Bitcoin address if `chainIdIn` is 0. */
  walletAddress: string;
  /** The receiver, usually `walletAddress`. A Bitcoin address if `chainIdOut` is 0. */
  toAddress: string;
  /** Percent of the input token for the project's treasury: 0 to 99.99. None without a treasury. */
  transactionFeePercent?: number | null | undefined;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | null | undefined;
  /** An additional fee, paid in the input token. */
  extraFee?: ExtraFee | null | undefined;
  /** Stored with the transaction. Values are strings. */
  metadata?: Metadata | null | undefined;
  /** The identity id. Required if a token is a real-world asset. */
  individualId?: string | null | undefined;
}

declare const declareItWithDefineRequest: unique symbol;

/**
 * Not a request. The compiler names this type in the first line of its message if a request was
 * declared before its call, so that its words are of the type `string`: declare it with
 * `defineRequest`.
 */
// It has no field of a request, so that the rest of the message is about the field. The order of
// declarations matters: of equal matches, it is about the last, which must be the market swap.
export interface UseDefineRequest {
  [declareItWithDefineRequest]: never;
}

/** A limit order: executed only if it yields at least `minAmountOut`. */
export interface LimitOrderRequest extends SwapRequestBase {
  /** The minimum to receive: a decimal string. It makes the request a limit order. */
  minAmountOut: string;
  /** Seconds from the quote to the expiry of the order: 1 or more. */
  expiration?: number | null | undefined;
  /** Whether the order may be filled in several parts. @defaultValue `true` */
  partialFillable?: boolean | null | undefined;
}

/** A swap at the market price. */
export interface MarketSwapRequest extends SwapRequestBase {
  /** Limit orders only. */
  minAmountOut?: null | undefined;
  /** Limit orders only: requires `minAmountOut`. */
  expiration?: null | undefined;
  /** Limit orders only: requires `minAmountOut`. */
  partialFillable?: null | undefined;
}

/** The request of `client.swap.quote`: a market swap, or, with `minAmountOut`, a limit order. */
export type SwapQuoteRequest = LimitOrderRequest | MarketSwapRequest;

/** The fees that the service and the project take from a swap. */
export interface CollectedFeeEstimate {
  collectedFeeToken: Address;
  /** In whole tokens of `collectedFeeToken`: a decimal string. */
  collectedFee: string;
  /** Percent: a decimal string. */
  collectedFeePercent: string;
  /** In whole tokens of `collectedFeeToken`: a decimal string. */
  serviceCollectedFee: string;
  /** Percent: a decimal string. */
  serviceCollectedFeePercent: string;
}

/** A second operation, needed by a swap of a real-world asset. @unverified how it is submitted */
export interface RwaApproval {
  userOperationHash: Hex;
  authorization?: Maybe<Authorization>;
}

/** A swap quote. Check with `isExecutable` that it can be executed: not every quote can. */
export interface SwapQuote {
  metadata?: Maybe<Metadata>;
  /** Present if the quote cannot be executed. */
  revertReason?: Maybe<RevertReason>;
  tokenIn: Address;
  tokenOut: Address;
  /** The amount of the request: a decimal string, in whole tokens. */
  amountIn: string;
  /** The expected output: a decimal string, in whole tokens. Only `minAmountOut` is guaranteed. */
  amountOut?: Maybe<string>;
  /**
   * The guaranteed minimum output: a decimal string, in whole tokens. Present on executable
   * quotes.
   */
  minAmountOut?: Maybe<string>;
  chainIn: ChainId;
  chainOut: ChainId;
  /** ISO 8601. */
  estimatedExecutionTime: string;
  estimatedGasFees?: Maybe<GasEstimate>;
  estimatedCollectedFee?: Maybe<CollectedFeeEstimate>;
  /** The value of `amountIn` in US dollars, less gas that is deducted: a decimal string. */
  amountInUSD: string;
  /** In US dollars: a decimal string. */
  amountOutUSD: string;
  /** The price of a whole token in US dollars: a decimal string. */
  tokenInPrice: string;
  /** An upper-case word from an open list. Do not branch on it. */
  swapProvider: Open<UnverifiedSwapProvider>;
  /** The expiry: epoch milliseconds, or ISO 8601. Present on executable quotes. */
  expiresAt?: Maybe<number | string>;
  fees?: Maybe<Fee[]>;
  /**
   * The typed data of a limit order. The owner signs it in addition to `userOperationHash`, unless
   * it is the packed user operation, whose EIP-712 hash is `userOperationHash`.
   */
  typedData?: Maybe<TypedData>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Null if not executable. */
  userOperationHash?: Maybe<Hex>;
  /** Equals `userOperationHash`. */
  quoteId?: Maybe<string>;
  authorization?: Maybe<Authorization>;
  rwaApproveUserOperation?: Maybe<RwaApproval>;
  walletAddress: string;
  toAddress?: Maybe<string>;
}

/** A quote that can be signed and executed: it has a hash, a guaranteed minimum and an expiry. */
export interface ExecutableSwapQuote extends SwapQuote {
  revertReason?: null | undefined;
  userOperationHash: Hex;
  /** The guaranteed minimum output: a decimal string, in whole tokens. */
  minAmountOut: string;
  expiresAt: number | string;
}

/** The quote of a limit order: its typed data is signed, too. `isLimitOrder` narrows to it. */
export interface LimitOrderQuote extends SwapQuote {
  typedData: TypedData;
}

/** The quotes for one request. The best quote for the route profile comes first. */
export interface SwapQuotes {
  quotes: SwapQuote[];
}

/** A fee of a cancellation. */
export interface CancellationFee {
  /** @unverified other words than `GAS` */
  type: Open<"GAS" | UnverifiedFeeType>;
  amount: FeeWorth;
  /** Decimal string. @unverified unit not documented */
  nativeAmount: string;
  /** Percent. */
  percent: number;
  recipient?: Maybe<Address>;
  tokenAddress: Address;
}

/** The amount of a fee, and its value in other currencies. */
export interface FeeWorth {
  /** Decimal string. @unverified unit not documented */
  value: string;
  /** @unverified form not documented */
  usd?: Maybe<unknown>;
  /** @unverified form not documented */
  brl?: Maybe<unknown>;
}

/** The EIP-712 typed data to sign for a cancellation. There is no user operation hash. */
export interface CancellationSignData {
  type: Open<"LIMIT_ORDER">;
  typedData: TypedData;
}

/** A cancellation to sign. Nothing is cancelled until it is signed and executed. */
export interface PreparedCancellation {
  id: string;
  requiresExecution: boolean;
  status: Open<"PENDING_SIGNATURE">;
  signData: CancellationSignData[];
  /** @unverified other forms than null */
  expiresAt?: Maybe<unknown>;
  fees: CancellationFee[];
  /** @unverified fields not documented */
  receivedAmount?: Maybe<Record<string, unknown>>;
}

/** The request of `client.swap.cancelLimitOrder`. */
export interface CancelLimitOrderRequest {
  /** The signature over the prepared typed data. */
  signature: Hex;
}

/** The result of `signCancellation`. Pass it to `client.swap.cancelLimitOrder`. */
export interface SignedCancellation extends CancelLimitOrderRequest {
  /** The signed hashes, as wallets show them. `client.swap.cancelLimitOrder` does not send them. */
  digests?: SigningDigests | undefined;
}

/** Whether the cancellation was accepted. */
export interface CancelLimitOrderResult {
  success: boolean;
}
