import type { ChainId } from "../shared/chain-ids.js";
import type { Address, Hex, Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  Authorization,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
  TypedData,
} from "../shared/types.js";

/**
 * How quotes are looked for. `QUICKEST_QUOTE` (default) answers with the first executable quote; `FASTEST_BRIDGE` (cross-chain only)
 * and `BEST_OUTPUT` are slow and cost more: call them seldom.
 */
export type RouteProfile = "QUICKEST_QUOTE" | "FASTEST_BRIDGE" | "BEST_OUTPUT";

/** What market swaps and limit orders have in common. */
export interface SwapRequestBase {
  /** How much to swap: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: string;
  /** Source chain; Bitcoin (0) is allowed. */
  chainIdIn: ChainId;
  /** Destination chain; Bitcoin (0) is allowed. */
  chainIdOut: ChainId;
  /** @defaultValue `"QUICKEST_QUOTE"` */
  routeProfile?: RouteProfile | undefined;
  /** Gas on top of `amountIn`, or out of it. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** Token that pays the gas: an ERC-20 which the smart wallet holds. */
  payGasFeeToken: Address;
  /** Address of the source token. `0xeeee…` stands for the chain's native coin. */
  tokenIn: string;
  /** Address of the destination token. `0xeeee…` stands for the chain's native coin. */
  tokenOut: string;
  /** The wallet that swaps: an EVM or a Bitcoin address, registered with the project. */
  walletAddress: string;
  /** Who receives; usually `walletAddress`. A Bitcoin address when `chainIdOut` is 0. */
  toAddress: string;
  /** Percent of the input token that goes to the project's treasury: 0 to 99.99. Nothing is taken when no treasury is configured. */
  transactionFeePercent?: number | undefined;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | undefined;
  /** A further fee, taken from the input token. */
  extraFee?: ExtraFee | undefined;
  /** Stored with the transaction. String values only. */
  metadata?: Metadata | undefined;
  /** Identity id; required when a token of the swap is a real-world asset. */
  individualId?: string | null | undefined;
}

/** A swap at the market's price. */
export interface MarketSwapRequest extends SwapRequestBase {
  /** Only limit orders name it. */
  minAmountOut?: undefined;
  /** Only limit orders expire by themselves: give `minAmountOut` too. */
  expiration?: undefined;
  /** Only limit orders fill in parts: give `minAmountOut` too. */
  partialFillable?: undefined;
}

/** A limit order: executed only where it yields at least `minAmountOut`. */
export interface LimitOrderRequest extends SwapRequestBase {
  /** The least to receive, as a decimal string. Its presence makes this a limit order. */
  minAmountOut: string;
  /** Seconds from the creation of the quote until the order expires: more than 0. */
  expiration?: number | undefined;
  /** Whether the order may fill in several parts. @defaultValue `true` */
  partialFillable?: boolean | undefined;
}

/** What `client.swap.quote` takes: a market swap, or, with `minAmountOut`, a limit order. */
export type SwapQuoteRequest = MarketSwapRequest | LimitOrderRequest;

/** What the service and the project take for themselves out of a swap. */
export interface CollectedFeeEstimate {
  collectedFeeToken?: Maybe<string>;
  collectedFee?: Maybe<string>;
  collectedFeePercent?: Maybe<string>;
  serviceCollectedFee?: Maybe<string>;
  serviceCollectedFeePercent?: Maybe<string>;
}

/** A further operation that a swap of a real-world asset needs. How it is submitted has not been published. */
export interface RwaApproval {
  userOperationHash?: Maybe<Hex>;
  authorization?: Maybe<Authorization>;
}

/**
 * One quote. Not every quote can be executed: check it with `isExecutable` (or pick one with it) before anything else,
 * and never take the first one unread.
 */
export interface SwapQuote {
  metadata?: Maybe<Metadata>;
  /** Present when the quote cannot be executed; `decoded` says why. */
  revertReason?: Maybe<RevertReason>;
  tokenIn: string;
  tokenOut: string;
  /** Decimal string. */
  amountIn: string;
  /** Decimal string: what the swap is expected to yield. Not guaranteed: see `minAmountOut`. */
  amountOut?: Maybe<string>;
  /** Decimal string: the least the swap yields. Always there on an executable quote. */
  minAmountOut?: Maybe<string>;
  chainIn: number;
  chainOut: number;
  /** ISO 8601. */
  estimatedExecutionTime?: Maybe<string>;
  estimatedGasFees?: Maybe<GasEstimate>;
  estimatedCollectedFee?: Maybe<CollectedFeeEstimate>;
  amountInUSD?: Maybe<string>;
  amountOutUSD?: Maybe<string>;
  tokenInPrice?: Maybe<string>;
  /** An upper-case word of an open list: do not branch on it. */
  swapProvider?: Maybe<string>;
  /** When the quote dies: epoch milliseconds (seen), or ISO 8601. Always there on an executable quote. */
  expiresAt?: Maybe<number | string>;
  fees?: Maybe<Fee[]>;
  /**
   * Limit orders are signed twice: `userOperationHash` and this. Where it is the packed user operation itself, its EIP-712 hash is
   * `userOperationHash`, and nothing more is to be signed.
   */
  typedData?: Maybe<TypedData>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Null on quotes that cannot be executed. */
  userOperationHash?: Maybe<Hex>;
  /** Equals `userOperationHash`. */
  quoteId?: Maybe<string>;
  authorization?: Maybe<Authorization>;
  rwaApproveUserOperation?: Maybe<RwaApproval>;
  walletAddress: string;
  toAddress?: Maybe<string>;
}

/** A quote that can be signed and executed: it has a hash, a guaranteed minimum and an expiry, and no revert reason. */
export interface ExecutableSwapQuote extends SwapQuote {
  revertReason?: null | undefined;
  userOperationHash: Hex;
  minAmountOut: string;
  expiresAt: number | string;
}

/** The quotes for one request, best first for the chosen route profile. */
export interface SwapQuotes {
  quotes: SwapQuote[];
}

/** A fee of a cancellation. */
export interface CancellationFee {
  type?: Maybe<Open<"GAS">>;
  amount?: Maybe<FeeWorth>;
  nativeAmount?: Maybe<string>;
  percent?: Maybe<number>;
  recipient?: Maybe<string>;
  tokenAddress?: Maybe<string>;
}

/** The amount of a fee and its worth, as decimal strings. */
export interface FeeWorth {
  value?: Maybe<string>;
  usd?: Maybe<unknown>;
  brl?: Maybe<unknown>;
}

/** What is to be signed for a cancellation: EIP-712 typed data, not a user operation hash. */
export interface CancellationSignData {
  type: Open<"LIMIT_ORDER">;
  typedData?: Maybe<TypedData>;
}

/** A cancellation made ready to sign. Nothing is cancelled until it is signed and executed. */
export interface PreparedCancellation {
  id?: Maybe<string>;
  requiresExecution?: Maybe<boolean>;
  status?: Maybe<Open<"PENDING_SIGNATURE">>;
  signData: CancellationSignData[];
  /** Null so far; other forms have not been published. */
  expiresAt?: Maybe<unknown>;
  fees?: Maybe<CancellationFee[]>;
  /** Its fields have not been published. */
  receivedAmount?: Maybe<Record<string, unknown>>;
}

/** What `client.swap.cancelLimitOrder` takes. */
export interface CancelLimitOrderRequest {
  /** The signature over the prepared typed data. */
  signature: Hex;
}

/** Whether the cancellation was taken. */
export interface CancelLimitOrderResult {
  success: boolean;
}
