import type { Address } from "../../shared/patterns.js";
import {
  defaulted,
  type FieldsOf,
  maybe,
  type NamedUnion,
  numberFrom,
  type ObjectSchema,
  type Rule,
  type WordSchema,
} from "../records/schema.js";
import { EvmChainId } from "../shared/chains.js";
import { Decimal, EvmAddress, Id, Metadata, SignedDecimal } from "../shared/primitives.js";
import { ExtraFee, GasFeePaymentMethod } from "../shared/records.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/slippage.js";

/** The provider of pools. */
export type LiquidityProvider = NamedUnion<(typeof liquidityProviders)[number]>;
const liquidityProviders = ["POOLPROV_V3"] as const;
export const LiquidityProvider: WordSchema<LiquidityProvider> = {
  kind: "word",
  words: liquidityProviders,
};

export const rangeRule: Rule<PriceRange> = ({ minPrice, maxPrice }, report) => {
  if (typeof minPrice === "number" && typeof maxPrice === "number" && minPrice >= maxPrice) {
    report(["maxPrice"], `more than minPrice (${minPrice})`);
  }
};

export const rangeFields = () => ({
  /** Lower bound: token1 per token0, 0 or more, below `maxPrice`. */
  minPrice: numberFrom(0, Number.MAX_VALUE, "a number of 0 or more"),
  /** Upper bound: token1 per token0, above `minPrice`. */
  maxPrice: numberFrom(0, Number.MAX_VALUE, "a number of 0 or more"),
});
/** The price range of a position. Outside the range, the position earns nothing. */
export interface PriceRange extends FieldsOf<typeof rangeFields> {}
export const PriceRange: ObjectSchema<PriceRange> = {
  kind: "request",
  fields: rangeFields,
  rule: rangeRule,
};

const createLiquidityRequestFields = () => ({
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  /** The registered smart wallet that provides the liquidity. */
  walletAddress: EvmAddress,
  /** The receiver of the position token, which owns the liquidity; usually `walletAddress`. */
  toAddress: EvmAddress,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** Whether gas is added to `amountIn` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod,
  /** The token to pay with. It is swapped for the tokens of the position. */
  tokenIn: EvmAddress,
  /** The amount of `tokenIn`: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: Decimal,
  /** The first token of the pool, in the pool's order. */
  token0: EvmAddress,
  /** The second token of the pool, in the pool's order. */
  token1: EvmAddress,
  /** The fee tier of the pool in percent: 0.01 to 100. Usual tiers: 0.01, 0.05, 0.3 and 1. */
  poolFeePercent: numberFrom(0.01, 100),
  ...rangeFields(),
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
  /** An additional fee, paid in the input token. */
  extraFee: maybe(ExtraFee),
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata: maybe(Metadata),
});
/**
 * The request of `client.liquidity.create` and `client.liquidity.createWithSwap`: a new
 * concentrated liquidity position, paid with one token.
 */
export interface CreateLiquidityRequest extends FieldsOf<typeof createLiquidityRequestFields> {}
export const CreateLiquidityRequest: ObjectSchema<CreateLiquidityRequest> = {
  kind: "request",
  fields: createLiquidityRequestFields,
  rule: rangeRule,
};

const rebalanceLiquidityRequestFields = () => ({
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  /** The smart wallet that owns the current position token. */
  walletAddress: EvmAddress,
  /** The receiver of the new position token; usually `walletAddress`. */
  toAddress: EvmAddress,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The current position: the same value as `nftId` of `collectFees` and `nftNumber`. */
  tokenId: Id,
  /** The range of the new position. */
  newPosition: PriceRange,
  /**
   * Percent: 0 to 99. **The service may reject less than 0.5**: its documentation names both.
   *
   * @defaultValue `0.5`
   */
  slippage: defaulted(numberFrom(0, maxSlippage), defaultSlippage),
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
  /** An additional fee, charged once. */
  extraFee: maybe(ExtraFee),
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata: maybe(Metadata),
});
/**
 * The request of `client.liquidity.rebalance`: the whole position is collected, swapped and opened
 * again in another range. The new position has a new token id.
 */
export interface RebalanceLiquidityRequest
  extends FieldsOf<typeof rebalanceLiquidityRequestFields> {}
export const RebalanceLiquidityRequest: ObjectSchema<RebalanceLiquidityRequest> = {
  kind: "request",
  fields: rebalanceLiquidityRequestFields,
};

const amountFields = ["token0", "token1", "token0Amount", "token1Amount"] as const;

const changeRule: Rule<LiquidityChange> = (change, report) => {
  const given = amountFields.filter((field) => change[field] !== undefined);
  if (change.percentage !== undefined) {
    for (const field of given)
      report(
        [field],
        "nothing here, because percentage is given: a change takes either amounts or a percentage",
      );
  } else if (given.length === 0) {
    report([], "either percentage, or token0, token1, token0Amount and token1Amount");
  } else {
    for (const field of amountFields) {
      if (!given.includes(field))
        report(
          [field],
          `a value beside ${given.join(", ")}: a change by amounts names both tokens and both amounts`,
        );
    }
  }
};

/** A change of a position: by amounts of both tokens, or by a percentage. */
export type LiquidityChange = LiquidityChangeByAmounts | LiquidityChangeByPercentage;
export const LiquidityChange: ObjectSchema<LiquidityChange> = {
  kind: "request",
  fields: () => ({
    /** The first token of the pool, for a change by amounts. */
    token0: maybe(EvmAddress),
    /** The second token of the pool, for a change by amounts. */
    token1: maybe(EvmAddress),
    /** In whole tokens. A negative amount reduces the position. */
    token0Amount: maybe(SignedDecimal),
    /** In whole tokens. A negative amount reduces the position. */
    token1Amount: maybe(SignedDecimal),
    /** Percent of the position to remove: 0.01 to 100. Not allowed with amounts. */
    percentage: maybe(numberFrom(0.01, 100)),
  }),
  rule: changeRule,
};

const changeLiquidityRequestFields = () => ({
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  /** The smart wallet that owns the position token. */
  walletAddress: EvmAddress,
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** Whether gas is added to the amounts or deducted from them. */
  gasFeePaymentMethod: GasFeePaymentMethod,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The position: the same value as `nftId` of `collectFees` and `nftNumber` of the history. */
  tokenId: Id,
  /** Amounts of both tokens, or a percentage. */
  change: LiquidityChange,
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
  /** Percent for the project's treasury: 0 to 99.99. @defaultValue `0` */
  transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata: maybe(Metadata),
});
/** The request of `client.liquidity.change`. The price range does not change. */
export interface ChangeLiquidityRequest extends FieldsOf<typeof changeLiquidityRequestFields> {}
export const ChangeLiquidityRequest: ObjectSchema<ChangeLiquidityRequest> = {
  kind: "request",
  fields: changeLiquidityRequestFields,
};

const collectLiquidityFeesRequestFields = () => ({
  /** @defaultValue `"POOLPROV_V3"` */
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The position: the same value as `tokenId` in other calls and `nftNumber` in the history. */
  nftId: Id,
  /** The smart wallet that owns the position token. */
  walletAddress: EvmAddress,
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** Stored with the transaction. Values are strings; the limit is 1 KB in total. */
  metadata: maybe(Metadata),
});
/** The request of `client.liquidity.collectFees`. It collects all fees of a position. */
export interface CollectLiquidityFeesRequest
  extends FieldsOf<typeof collectLiquidityFeesRequestFields> {}
export const CollectLiquidityFeesRequest: ObjectSchema<CollectLiquidityFeesRequest> = {
  kind: "request",
  fields: collectLiquidityFeesRequestFields,
};

/**
 * The id of the token that represents a position: a string, because it may exceed a safe number.
 * The service has several names for the same value: `tokenId` in rebalances, changes and the NFTs
 * of a portfolio, `nftId` in `collectFees`, and `nftNumber` in the query of a history. A new
 * position is the NFT in the portfolio whose `address` is the operation's `nftAddress`.
 */
export type PositionId = string;

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
