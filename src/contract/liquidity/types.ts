import type { EvmChainId } from "../shared/chain-ids.js";
import type { CurrencyAmounts } from "../shared/currencies.js";
import type { Address, Hex, Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  AppliedExtraFee,
  Authorization,
  Chain,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
  Token,
} from "../shared/types.js";

/** Who runs the pools. So far there is one provider. */
export type LiquidityProvider = "POOLPROV_V3";

/** The range of prices in which a position is active. Outside of it the position earns nothing. */
export interface PriceRange {
  /** Lower bound: token1 per token0, 0 or more, below `maxPrice`. */
  minPrice: number;
  /** Upper bound: token1 per token0, above `minPrice`. */
  maxPrice: number;
}

/**
 * What `client.liquidity.create` and `client.liquidity.createWithSwap` take: a new concentrated-liquidity position, paid with one token.
 *
 * `minPrice` and `maxPrice` are prices of token0 in token1: with the two tokens the other way round the range is another one.
 * While the market's price is outside of the range, the position is inactive and earns nothing.
 */
export interface CreateLiquidityRequest extends PriceRange {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
  /** The smart wallet that provides the liquidity, registered with the project. */
  walletAddress: Address;
  /** Who receives the token that stands for the position, and with it the liquidity; usually `walletAddress`. */
  toAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Percent that goes to the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /** Token that pays the gas: an ERC-20 which the smart wallet holds. With `DEDUCT_FROM_AMOUNT` it must be token0 or token1. */
  payGasFeeToken: Address;
  /** Gas on top of `amountIn`, or out of it. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** The token to pay with; it is swapped for what the position needs. */
  tokenIn: Address;
  /** How much of `tokenIn` to put in: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: string;
  /** First token of the pool, in the pool's own order. */
  token0: Address;
  /** Second token of the pool, in the pool's own order. */
  token1: Address;
  /** Fee tier of the pool in percent: 0.01 to 100. Which tiers exist depends on the provider; 0.01, 0.05, 0.3 and 1 are known. */
  poolFeePercent: number;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | undefined;
  /** A further fee, taken from the input token. */
  extraFee?: ExtraFee | undefined;
  /** Stored with the transaction. String values only, at most 1 KB in all. */
  metadata?: Metadata | undefined;
}

/**
 * What `client.liquidity.rebalance` takes: the whole position is collected, swapped as needed and opened again in another range.
 * The new position has a token id of its own.
 */
export interface RebalanceLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
  /** The smart wallet that owns the current position token. */
  walletAddress: Address;
  /** Who receives the new position token, and with it the liquidity; usually `walletAddress`. */
  toAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Id of the current position token: a string, because it may not fit into a number. */
  tokenId: string;
  /** The range of the new position. */
  newPosition: PriceRange;
  /** Percent: 0 to 99. Give 0.5 or more: elsewhere the service documents 0.5 as the least. @defaultValue `0.5` */
  slippage?: number | undefined;
  /** Percent that goes to the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /** A further fee, charged once during the rebalance. */
  extraFee?: ExtraFee | undefined;
  /** Stored with the transaction. String values only, at most 1 KB in all. */
  metadata?: Metadata | undefined;
}

/** A change of a position by amounts of its two tokens: more of them, or, with negative amounts, less. */
export interface LiquidityChangeByAmounts {
  /** First token of the pool. */
  token0: Address;
  /** Second token of the pool. */
  token1: Address;
  /** Decimal string in whole tokens; may be negative, such as `"-1.5"`. */
  token0Amount: string;
  /** Decimal string in whole tokens; may be negative, such as `"-1.5"`. */
  token1Amount: string;
  /** The other form of a change: never beside amounts. */
  percentage?: undefined;
}

/** A reduction of a position by a share of it. */
export interface LiquidityChangeByPercentage {
  /** Percent of the position to take out: 0.01 to 100. It can only reduce. */
  percentage: number;
  /** The other form of a change: never beside a percentage. */
  token0?: undefined;
  /** The other form of a change: never beside a percentage. */
  token1?: undefined;
  /** The other form of a change: never beside a percentage. */
  token0Amount?: undefined;
  /** The other form of a change: never beside a percentage. */
  token1Amount?: undefined;
}

/** How a position is changed: by amounts of both tokens, or by a percentage. Never both. */
export type LiquidityChange = LiquidityChangeByAmounts | LiquidityChangeByPercentage;

/** What `client.liquidity.change` takes: more or less liquidity in a position that stays where it is. */
export interface ChangeLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
  /** The smart wallet that owns the position token. */
  walletAddress: Address;
  /** Token that pays the gas: an ERC-20 which the smart wallet holds. */
  payGasFeeToken: Address;
  /** Gas on top of the amounts, or out of them. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Id of the position token: a string, because it may not fit into a number. */
  tokenId: string;
  /** Amounts of both tokens, or a percentage. */
  change: LiquidityChange;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | undefined;
  /** Percent that goes to the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /** Stored with the transaction. String values only, at most 1 KB in all. */
  metadata?: Metadata | undefined;
}

/** What `client.liquidity.collectFees` takes. All that a position has earned is collected: there is no way to collect a part. */
export interface CollectLiquidityFeesRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Id of the position token. Other liquidity calls name it `tokenId`. */
  nftId: string;
  /** The smart wallet that owns the position token. */
  walletAddress: Address;
  /** Token that pays the gas: an ERC-20 which the smart wallet holds. */
  payGasFeeToken: Address;
  /** Stored with the transaction. String values only, at most 1 KB in all. */
  metadata?: Metadata | undefined;
}

/** An amount of one token within a liquidity operation. */
export interface LiquidityAmount {
  /** A token, or its address. */
  token?: Maybe<string | Token>;
  /** The same token once more; seen with collected fees. */
  cryptoCurrency?: Maybe<string | Token>;
  /** Decimal string in whole tokens. */
  amount?: Maybe<string>;
  /** What the amount is worth. Any currency may be missing. */
  amountIn?: Maybe<CurrencyAmounts>;
}

/** A price range as an answer echoes it. */
export interface AppliedPriceRange {
  minPrice?: Maybe<number>;
  maxPrice?: Maybe<number>;
}

/** A change of a position as an answer echoes it. */
export interface AppliedLiquidityChange {
  token0?: Maybe<Address>;
  token1?: Maybe<Address>;
  token0Amount?: Maybe<string>;
  token1Amount?: Maybe<string>;
  percentage?: Maybe<number>;
}

/**
 * What a liquidity call answers with. It comes in two forms, and any liquidity call may answer with either:
 *
 * - an **operation** made ready to sign: it has a `userOperationHash`;
 * - an **echo** of the request with the values that were applied: it has none.
 *
 * Without a `userOperationHash` there is nothing to sign and **nothing was executed**: no position was opened, changed or closed.
 * With one, nothing is executed either until it is signed and handed to `client.operations.execute`.
 * Ask `hasSomethingToSign` before anything else.
 */
export interface LiquidityOperation {
  metadata?: Maybe<Metadata>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Absent from an echo: then there is nothing to sign. */
  userOperationHash?: Maybe<Hex>;
  /** Present when the operation cannot be executed; `decoded` says why. */
  revertReason?: Maybe<RevertReason>;
  authorization?: Maybe<Authorization>;
  /** The token paid with: its address, or its record. */
  tokenIn?: Maybe<string | Token>;
  /** Decimal string in whole tokens. */
  amountIn?: Maybe<string>;
  /** The part of `amountIn` that goes into token0. */
  tokenInAmountForToken0?: Maybe<string>;
  /** The part of `amountIn` that goes into token1. */
  tokenInAmountForToken1?: Maybe<string>;
  /** The amounts moved: a list with one entry a token, or a string. */
  amounts?: Maybe<string | LiquidityAmount[]>;
  /** The fees that the position has earned and that this operation collects. */
  collectedFees?: Maybe<LiquidityAmount[]>;
  walletAddress?: Maybe<Address>;
  /** When the operation dies: ISO 8601, or epoch milliseconds. */
  expiresAt?: Maybe<string | number>;
  fees?: Maybe<Fee[]>;
  estimatedGasFees?: Maybe<GasEstimate>;
  /** Chain id, or the chain's record. An echo has `chainId` in its place. */
  chain?: Maybe<number | Chain>;
  liquidityProvider?: Maybe<Open<LiquidityProvider>>;
  /** Contract of the position token. */
  nftAddress?: Maybe<Address>;
  /** What the position is estimated to earn in a year. A forecast, not a promise. */
  estimatedApr?: Maybe<string>;

  /** Echo only. */
  toAddress?: Maybe<Address>;
  /** Echo only. */
  chainId?: Maybe<number>;
  /** Echo only: percent. */
  transactionFeePercent?: Maybe<number>;
  /** Echo only. */
  payGasFeeToken?: Maybe<Address>;
  /** Echo only. */
  gasFeePaymentMethod?: Maybe<Open<GasFeePaymentMethod>>;
  /** Echo only. */
  token0?: Maybe<Address>;
  /** Echo only. */
  token1?: Maybe<Address>;
  /** Echo only, in an older form. */
  token0Amount?: Maybe<string>;
  /** Echo only, in an older form. */
  token1Amount?: Maybe<string>;
  /** Echo only: percent. */
  poolFeePercent?: Maybe<number>;
  /** Echo only: token1 per token0. */
  minPrice?: Maybe<number>;
  /** Echo only: token1 per token0. */
  maxPrice?: Maybe<number>;
  /** Echo only: percent. */
  slippage?: Maybe<number>;
  /** Echo only. */
  extraFee?: Maybe<AppliedExtraFee>;
  /** Echo of a rebalance or a change only. */
  tokenId?: Maybe<string>;
  /** Echo of a rebalance only. */
  newPosition?: Maybe<AppliedPriceRange>;
  /** Echo of a change only. */
  change?: Maybe<AppliedLiquidityChange>;
  /** Echo of a collection only. */
  nftId?: Maybe<string>;
}

/** A liquidity operation that can be signed: it has a hash and no revert reason. Nothing is executed until it is signed and submitted. */
export interface SignableLiquidityOperation extends LiquidityOperation {
  userOperationHash: Hex;
  revertReason?: null | undefined;
}

/** The answer of every liquidity call but the pool list. */
export interface LiquidityOperationResult {
  /** An operation to sign, or only an echo of the request: `hasSomethingToSign` tells. */
  operation: LiquidityOperation;
}
