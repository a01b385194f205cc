import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId } from "../shared/chains/chain-ids.js";
import type { CurrencyAmounts } from "../shared/currencies.js";
import type { Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  AppliedExtraFee,
  Authorization,
  Chain,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
  Token,
} from "../shared/types.js";
import type { LiquidityProvider, PositionId } from "./types.js";

/** An amount of one token in a liquidity operation. */
export interface LiquidityAmount {
  /** A token or its address. */
  token: Address | Token;
  /** The same token again, in collected fees. */
  cryptoCurrency?: Maybe<Address | Token>;
  /** Decimal string, in whole tokens. */
  amount: string;
  /** The value in other currencies. Currencies may be missing. */
  amountIn?: Maybe<CurrencyAmounts>;
}

/**
 * A liquidity operation: it has a `userOperationHash` to sign, or a `revertReason` why it cannot be
 * executed. It is executed when it is signed and passed to `client.operations.execute`.
 */
export interface LiquidityOperation {
  metadata?: Maybe<Metadata>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash?: Maybe<Hex>;
  /** Present if the operation cannot be executed. */
  revertReason?: Maybe<RevertReason>;
  authorization?: Maybe<Authorization>;
  walletAddress: Address;
  /** The expiry: ISO 8601, or epoch milliseconds. */
  expiresAt?: Maybe<string | number>;
  liquidityProvider: Open<LiquidityProvider>;
  /** The contract of the position token. */
  nftAddress: Address;
  /** The chain id or the chain. */
  chain?: Maybe<ChainId | Chain>;
  /**
   * The moved amounts: a list with one entry per token, or a string.
   * @unverified unit of the string
   */
  amounts?: Maybe<string | LiquidityAmount[]>;
  /** The earned fees that this operation collects. */
  collectedFees?: Maybe<LiquidityAmount[]>;
  /** The token that pays: its address or a token. */
  tokenIn?: Maybe<Address | Token>;
  /** Decimal string, in whole tokens. */
  amountIn?: Maybe<string>;
  /** The part of `amountIn` for token0, in whole tokens. */
  tokenInAmountForToken0?: Maybe<string>;
  /** The part of `amountIn` for token1, in whole tokens. */
  tokenInAmountForToken1?: Maybe<string>;
  fees?: Maybe<Fee[]>;
  estimatedGasFees?: Maybe<GasEstimate>;
  /** The estimated yearly return of the position. @unverified unit not documented */
  estimatedApr?: Maybe<string>;
}

/** The operation of `client.liquidity.createWithSwap`. */
export interface CreateWithSwapOperation extends LiquidityOperation {
  tokenIn: Address | Token;
  /** Decimal string, in whole tokens. */
  amountIn: string;
  /** The part of `amountIn` for token0, in whole tokens. */
  tokenInAmountForToken0: string;
  /** The part of `amountIn` for token1, in whole tokens. */
  tokenInAmountForToken1: string;
  fees: Fee[];
  estimatedGasFees: GasEstimate;
  /** The estimated yearly return of the position. @unverified unit not documented */
  estimatedApr: string;
}

/** A liquidity operation to sign: it has a hash and no revert reason. */
export interface SignableLiquidityOperation extends LiquidityOperation {
  userOperationHash: Hex;
  revertReason?: null | undefined;
}

/**
 * The request, returned with its defaults: there is nothing to sign, and **nothing was executed**.
 * No position was opened, changed or closed.
 */
export interface LiquidityEcho {
  /** An echo has no hash. */
  userOperationHash?: null | undefined;
  /** An echo has no revert reason. */
  revertReason?: null | undefined;
  walletAddress: Address;
  chainId: ChainId;
  liquidityProvider: Open<LiquidityProvider>;
  metadata?: Maybe<Metadata>;
}

/** The echo of `client.liquidity.create`. */
export interface CreateLiquidityEcho extends LiquidityEcho {
  toAddress: Address;
  /** Percent. */
  transactionFeePercent: number;
  payGasFeeToken: Address;
  gasFeePaymentMethod: Open<GasFeePaymentMethod>;
  /** Absent in an older form, which has `token0Amount` and `token1Amount` instead. */
  tokenIn?: Maybe<Address>;
  /** In whole tokens. Absent in an older form. */
  amountIn?: Maybe<string>;
  token0: Address;
  token1: Address;
  /** In whole tokens. Older form only. */
  token0Amount?: Maybe<string>;
  /** In whole tokens. Older form only. */
  token1Amount?: Maybe<string>;
  /** Percent. */
  poolFeePercent: number;
  /** Token1 per token0. */
  minPrice: number;
  /** Token1 per token0. */
  maxPrice: number;
  /** Percent. */
  slippage: number;
  extraFee?: Maybe<AppliedExtraFee>;
}

/** The price range in a response. */
export interface AppliedPriceRange {
  /** Token1 per token0. */
  minPrice: number;
  /** Token1 per token0. */
  maxPrice: number;
}

/** The echo of `client.liquidity.rebalance`. */
export interface RebalanceLiquidityEcho extends LiquidityEcho {
  toAddress: Address;
  /** The position: the same value as `nftId`. */
  tokenId: PositionId;
  newPosition: AppliedPriceRange;
  /** Percent. */
  slippage: number;
  /** Percent. */
  transactionFeePercent: number;
  extraFee?: Maybe<AppliedExtraFee>;
}

/** The change of a position in a response. */
export interface AppliedLiquidityChange {
  token0?: Maybe<Address>;
  token1?: Maybe<Address>;
  /** Decimal string, in whole tokens. */
  token0Amount?: Maybe<string>;
  /** Decimal string, in whole tokens. */
  token1Amount?: Maybe<string>;
  /** Percent. */
  percentage?: Maybe<number>;
}

/** The echo of `client.liquidity.change`. @unverified its fields */
export interface ChangeLiquidityEcho extends LiquidityEcho {
  payGasFeeToken: Address;
  gasFeePaymentMethod: Open<GasFeePaymentMethod>;
  /** The position: the same value as `nftId`. */
  tokenId: PositionId;
  change: AppliedLiquidityChange;
  /** Percent. */
  slippage: number;
  /** Percent. */
  transactionFeePercent: number;
}

/** The echo of `client.liquidity.collectFees`. @unverified whether the service sends it */
export interface CollectLiquidityFeesEcho extends LiquidityEcho {
  payGasFeeToken: Address;
  /** The position: the same value as `tokenId`. */
  nftId: PositionId;
}

/** The response of a liquidity call. Check it with `hasSomethingToSign`. */
export interface LiquidityOperationResult {
  operation: LiquidityOperation | LiquidityEcho;
}

/** The response of `client.liquidity.createWithSwap`. Check it with `hasSomethingToSign`. */
export interface CreateWithSwapResult {
  operation: CreateWithSwapOperation;
}

/** The response of `client.liquidity.create`. Check it with `hasSomethingToSign`. */
export interface CreateLiquidityResult {
  operation: LiquidityOperation | CreateLiquidityEcho;
}

/** The response of `client.liquidity.rebalance`. Check it with `hasSomethingToSign`. */
export interface RebalanceLiquidityResult {
  operation: LiquidityOperation | RebalanceLiquidityEcho;
}

/** The response of `client.liquidity.change`. Check it with `hasSomethingToSign`. */
export interface ChangeLiquidityResult {
  operation: LiquidityOperation | ChangeLiquidityEcho;
}

/** The response of `client.liquidity.collectFees`. Check it with `hasSomethingToSign`. */
export interface CollectLiquidityFeesResult {
  operation: LiquidityOperation | CollectLiquidityFeesEcho;
}
