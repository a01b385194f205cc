import * as z from "zod/mini";
import { EvmChainId } from "../shared/chains.js";
import {
  Decimal,
  EvmAddress,
  Id,
  Metadata,
  numberFrom,
  oneOf,
  SignedDecimal,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  defaulted,
  type ExactSchema,
  lazy,
  optional,
  request,
} from "../shared/schema.js";
import { ExtraFee, GasFeePaymentMethod } from "../shared/schemas.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/slippage.js";
import type * as t from "./types.js";

export const LiquidityProvider: ExactSchema<t.LiquidityProvider> = oneOf("POOLPROV_V3");

const priceExpected = "a number of 0 or more";
const Price = lazy(() =>
  z.number({ error: priceExpected }).check(z.minimum(0, { error: priceExpected })),
);

export const rangeRule: CrossFieldRule<t.PriceRange> = ({ minPrice, maxPrice }, report) => {
  if (typeof minPrice === "number" && typeof maxPrice === "number" && minPrice >= maxPrice) {
    report(["maxPrice"], `more than minPrice (${minPrice})`);
  }
};

export const rangeFields = () => ({ minPrice: Price, maxPrice: Price });

/** A price range in a request. */
export const PriceRange: ExactSchema<t.PriceRange> = request(rangeFields, rangeRule);

/** E6 and E7: the request. */
export const CreateLiquidityRequest: ExactSchema<t.CreateLiquidityRequest> = request(
  () => ({
    liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
    walletAddress: EvmAddress,
    toAddress: EvmAddress,
    chainId: EvmChainId,
    transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
    payGasFeeToken: EvmAddress,
    gasFeePaymentMethod: GasFeePaymentMethod,
    tokenIn: EvmAddress,
    amountIn: Decimal,
    token0: EvmAddress,
    token1: EvmAddress,
    poolFeePercent: numberFrom(0.01, 100),
    minPrice: Price,
    maxPrice: Price,
    slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
    extraFee: optional(ExtraFee),
    metadata: optional(Metadata),
  }),
  rangeRule,
);

/** E8: the request. */
export const RebalanceLiquidityRequest: ExactSchema<t.RebalanceLiquidityRequest> = request(() => ({
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  walletAddress: EvmAddress,
  toAddress: EvmAddress,
  chainId: EvmChainId,
  tokenId: Id,
  newPosition: PriceRange,
  slippage: defaulted(numberFrom(0, maxSlippage), defaultSlippage),
  transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
  extraFee: optional(ExtraFee),
  metadata: optional(Metadata),
}));

const amountFields = ["token0", "token1", "token0Amount", "token1Amount"] as const;

const changeRule: CrossFieldRule<t.LiquidityChange> = (change, report) => {
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
export const LiquidityChange: ExactSchema<t.LiquidityChange> = request(
  () => ({
    token0: optional(EvmAddress),
    token1: optional(EvmAddress),
    token0Amount: optional(SignedDecimal),
    token1Amount: optional(SignedDecimal),
    percentage: optional(numberFrom(0.01, 100)),
  }),
  changeRule,
);

/** The request that changes a position. */
export const ChangeLiquidityRequest: ExactSchema<t.ChangeLiquidityRequest> = request(() => ({
  liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
  walletAddress: EvmAddress,
  payGasFeeToken: EvmAddress,
  gasFeePaymentMethod: GasFeePaymentMethod,
  chainId: EvmChainId,
  tokenId: Id,
  change: LiquidityChange,
  slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
  transactionFeePercent: defaulted(numberFrom(0, 99.99), 0),
  metadata: optional(Metadata),
}));

/** The request that collects fees. */
export const CollectLiquidityFeesRequest: ExactSchema<t.CollectLiquidityFeesRequest> = request(
  () => ({
    liquidityProvider: defaulted(LiquidityProvider, "POOLPROV_V3"),
    chainId: EvmChainId,
    nftId: Id,
    walletAddress: EvmAddress,
    payGasFeeToken: EvmAddress,
    metadata: optional(Metadata),
  }),
);
