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
  liquidityProvider?: LiquidityProvider | undefined;
  /** The registered smart wallet that provides the liquidity. */
  walletAddress: Address;
  /** The receiver of the position token, which owns the liquidity; usually `walletAddress`. */
  toAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /**
   * The token that pays the gas: an ERC-20 token that the smart wallet holds. With
   * `DEDUCT_FROM_AMOUNT`, it must be token0 or token1.
   */
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
  slippage?: number | undefined;
  /** An additional fee, paid in the input token. */
  extraFee?: ExtraFee | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | undefined;
}

/**
 * The request of `client.liquidity.rebalance`: the whole position is collected, swapped and opened
 * again in another range. The new position has a new token id.
 */
export interface RebalanceLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
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
  /** Percent: 0 to 99. @unverified values below 0.5 @defaultValue `0.5` */
  slippage?: number | undefined;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /** An additional fee, charged once. */
  extraFee?: ExtraFee | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | undefined;
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
  percentage?: undefined;
}

/** A reduction of a position by a percentage. */
export interface LiquidityChangeByPercentage {
  /** Percent of the position to remove: 0.01 to 100. */
  percentage: number;
  /** Not allowed with `percentage`. */
  token0?: undefined;
  /** Not allowed with `percentage`. */
  token1?: undefined;
  /** Not allowed with `percentage`. */
  token0Amount?: undefined;
  /** Not allowed with `percentage`. */
  token1Amount?: undefined;
}

/** A change of a position: by amounts of both tokens, or by a percentage. */
export type LiquidityChange = LiquidityChangeByAmounts | LiquidityChangeByPercentage;

/** The request of `client.liquidity.change`. The price range does not change. */
export interface ChangeLiquidityRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
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
  slippage?: number | undefined;
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent?: number | undefined;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | undefined;
}

/** The request of `client.liquidity.collectFees`. It collects all fees of a position. */
export interface CollectLiquidityFeesRequest {
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider?: LiquidityProvider | undefined;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** The position: the same value as `tokenId` in other calls and `nftNumber` in the history. */
  nftId: PositionId;
  /** The smart wallet that owns the position token. */
  walletAddress: Address;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata?: Metadata | undefined;
}

/** An amount of one token in a liquidity operation. */
export interface LiquidityAmount {
  /** A token or its address. */
  token?: Maybe<string | Token>;
  /** The same token again, in collected fees. */
  cryptoCurrency?: Maybe<string | Token>;
  /** Decimal string, in whole tokens. */
  amount?: Maybe<string>;
  /** The value in other currencies. Currencies may be missing. */
  amountIn?: Maybe<CurrencyAmounts>;
}

/** The price range in a response. */
export interface AppliedPriceRange {
  minPrice?: Maybe<number>;
  maxPrice?: Maybe<number>;
}

/** The change of a position in a response. */
export interface AppliedLiquidityChange {
  token0?: Maybe<Address>;
  token1?: Maybe<Address>;
  token0Amount?: Maybe<string>;
  token1Amount?: Maybe<string>;
  percentage?: Maybe<number>;
}

/**
 * The result of a liquidity call, in one of two forms. Check it with `hasSomethingToSign`.
 *
 * - An **operation** has a `userOperationHash`. It is executed when it is signed and passed to
 *   `client.operations.execute`.
 * - An **echo** of the request has no `userOperationHash`: there is nothing to sign, and **nothing
 *   was executed**. No position was opened, changed or closed.
 */
export interface LiquidityOperation {
  metadata?: Maybe<Metadata>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Absent in an echo. */
  userOperationHash?: Maybe<Hex>;
  /** Present if the operation cannot be executed. */
  revertReason?: Maybe<RevertReason>;
  authorization?: Maybe<Authorization>;
  /** The token that pays: its address or a token. */
  tokenIn?: Maybe<string | Token>;
  /** Decimal string, in whole tokens. */
  amountIn?: Maybe<string>;
  /** The part of `amountIn` for token0. */
  tokenInAmountForToken0?: Maybe<string>;
  /** The part of `amountIn` for token1. */
  tokenInAmountForToken1?: Maybe<string>;
  /** The moved amounts: a list with one entry per token, or a string. */
  amounts?: Maybe<string | LiquidityAmount[]>;
  /** The earned fees that this operation collects. */
  collectedFees?: Maybe<LiquidityAmount[]>;
  walletAddress?: Maybe<Address>;
  /** The expiry: ISO 8601, or epoch milliseconds. */
  expiresAt?: Maybe<string | number>;
  fees?: Maybe<Fee[]>;
  estimatedGasFees?: Maybe<GasEstimate>;
  /** The chain id or the chain. An echo has `chainId` instead. */
  chain?: Maybe<number | Chain>;
  liquidityProvider?: Maybe<Open<LiquidityProvider>>;
  /** The contract of the position token. */
  nftAddress?: Maybe<Address>;
  /** The estimated yearly return of the position. */
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
  /** Echo only, older form. */
  token0Amount?: Maybe<string>;
  /** Echo only, older form. */
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
  /** Echo of a rebalance or a change only: the position. The same value as `nftId`. */
  tokenId?: Maybe<PositionId>;
  /** Echo of a rebalance only. */
  newPosition?: Maybe<AppliedPriceRange>;
  /** Echo of a change only. */
  change?: Maybe<AppliedLiquidityChange>;
  /** Echo of a collection only: the position. The same value as `tokenId`. */
  nftId?: Maybe<PositionId>;
}

/** A liquidity operation to sign: it has a hash and no revert reason. */
export interface SignableLiquidityOperation extends LiquidityOperation {
  userOperationHash: Hex;
  revertReason?: null | undefined;
}

/** The response of every liquidity call except the pool list. */
export interface LiquidityOperationResult {
  /** An operation to sign, or an echo of the request. Check it with `hasSomethingToSign`. */
  operation: LiquidityOperation;
}
