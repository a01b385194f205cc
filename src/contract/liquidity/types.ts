import type { Address } from "../../shared/patterns.js";
import type { EvmChainId } from "../shared/chains/chain-ids.js";
import type { Metadata } from "../shared/primitives.js";
import type { ExtraFee, GasFeePaymentMethod } from "../shared/types.js";

/** The provider of pools. */
export type LiquidityProvider = "POOLPROV_V3";

/**
 * The id of the token that represents a position: a string, because it may exceed a safe number.
 * The service has several names for the same value: `tokenId` in rebalances, changes and the NFTs
 * of a portfolio, `nftId` in `collectFees`, and `nftNumber` in the query of a history. A new
 * position is the NFT in the portfolio whose `address` is the operation's `nftAddress`.
 */
export type PositionId = string;

/** The price range of a position. Outside the range, the position earns nothing. */
export interface PriceRange {
  /** Lower bound: token1 per token0, 0 or more, below `maxPrice`. */
  minPrice: number;
  /** Upper bound: token1 per token0, above `minPrice`. */
  maxPrice: number;
}

/**
 * The request of `client.liquidity.create` and `client.liquidity.createWithSwap`: a new
 * concentrated liquidity position, paid with one token.
 */
export interface CreateLiquidityRequest extends PriceRange {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | null | undefined;
  /** The registered smart wallet that provides the liquidity. */
  walletAddress: Address;
  /** The receiver of the position token, which owns the liquidity; usually `walletAddress`. */
  toAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | null | undefined;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** Whether gas is added to `amountIn` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** The token to pay with. It is swapped for the tokens of the position. */
  tokenIn: Address;
  /** The amount of `tokenIn`: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: string;
  /** The first token of the pool, in the pool's order. */
  token0: Address;
  /** The second token of the pool, in the pool's order. */
  token1: Address;
  /** The fee tier of the pool in percent: 0.01 to 100. Usual tiers: 0.01, 0.05, 0.3 and 1. */
  poolFeePercent: number;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | null | undefined;
  /** An additional fee, paid in the input token. */
  extraFee?: ExtraFee | null | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | null | undefined;
}

/**
 * The request of `client.liquidity.rebalance`: the whole position is collected, swapped and opened
 * again in another range. The new position has a new token id.
 */
export interface RebalanceLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | null | undefined;
  /** The smart wallet that owns the current position token. */
  walletAddress: Address;
  /** The receiver of the new position token; usually `walletAddress`. */
  toAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** The current position: the same value as `nftId` of `collectFees` and `nftNumber`. */
  tokenId: PositionId;
  /** The range of the new position. */
  newPosition: PriceRange;
  /**
   * Percent: 0 to 99. **The service may reject less than 0.5**: its documentation names both.
   *
   * @defaultValue `0.5`
   */
  slippage?: number | null | undefined;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | null | undefined;
  /** An additional fee, charged once. */
  extraFee?: ExtraFee | null | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | null | undefined;
}

/** A change of a position by amounts. Negative amounts reduce it. */
export interface LiquidityChangeByAmounts {
  /** First token of the pool. */
  token0: Address;
  /** Second token of the pool. */
  token1: Address;
  /** Decimal string in whole tokens, such as `"1.5"` or `"-1.5"`. */
  token0Amount: string;
  /** Decimal string in whole tokens, such as `"1.5"` or `"-1.5"`. */
  token1Amount: string;
  /** Not allowed with amounts. */
  percentage?: null | undefined;
}

/** A reduction of a position by a percentage. */
export interface LiquidityChangeByPercentage {
  /** Percent of the position to remove: 0.01 to 100. */
  percentage: number;
  /** Not allowed with `percentage`. */
  token0?: null | undefined;
  /** Not allowed with `percentage`. */
  token1?: null | undefined;
  /** Not allowed with `percentage`. */
  token0Amount?: null | undefined;
  /** Not allowed with `percentage`. */
  token1Amount?: null | undefined;
}

/** A change of a position: by amounts of both tokens, or by a percentage. */
export type LiquidityChange = LiquidityChangeByAmounts | LiquidityChangeByPercentage;

/** The request of `client.liquidity.change`. The price range does not change. */
export interface ChangeLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | null | undefined;
  /** The smart wallet that owns the position token. */
  walletAddress: Address;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** Whether gas is added to the amounts or deducted from them. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** The position: the same value as `nftId` of `collectFees` and `nftNumber` of the history. */
  tokenId: PositionId;
  /** Amounts of both tokens, or a percentage. */
  change: LiquidityChange;
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage?: number | null | undefined;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | null | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | null | undefined;
}

/** The request of `client.liquidity.collectFees`. It collects all fees of a position. */
export interface CollectLiquidityFeesRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | null | undefined;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** The position: the same value as `tokenId` in other calls and `nftNumber` in the history. */
  nftId: PositionId;
  /** The smart wallet that owns the position token. */
  walletAddress: Address;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | null | undefined;
}
