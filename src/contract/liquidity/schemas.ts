import * as z from "zod/mini";
import { EvmChainId } from "../shared/chains.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/patterns.js";
import {
  Decimal,
  EvmAddress,
  eitherOf,
  Id,
  listOf,
  Metadata,
  Num,
  numberFrom,
  oneOf,
  SignedDecimal,
  Text,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  defaulted,
  type ExactSchema,
  lazy,
  maybe,
  openWord,
  optional,
  record,
  request,
} from "../shared/schema.js";
import {
  AddressText,
  AppliedExtraFee,
  Authorization,
  Chain,
  CurrencyAmounts,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  HexText,
  RevertReason,
  StoredMetadata,
  Token,
} from "../shared/schemas.js";
import type { GasFeePaymentMethod as GasFeePaymentMethodWord } from "../shared/types.js";
import type * as t from "./types.js";

export const LiquidityProvider: ExactSchema<t.LiquidityProvider> = oneOf("POOLPROV_V3");

const priceExpected = "a number of 0 or more";
const Price = lazy(() =>
  z.number({ error: priceExpected }).check(z.minimum(0, { error: priceExpected })),
);

const rangeRule: CrossFieldRule<t.PriceRange> = ({ minPrice, maxPrice }, report) => {
  if (typeof minPrice === "number" && typeof maxPrice === "number" && minPrice >= maxPrice) {
    report(["maxPrice"], `more than minPrice (${minPrice})`);
  }
};

/** A price range in a request. */
export const PriceRange: ExactSchema<t.PriceRange> = request(
  () => ({ minPrice: Price, maxPrice: Price }),
  rangeRule,
);

const createRules: CrossFieldRule<t.CreateLiquidityRequest> = (position, report) => {
  rangeRule(position, report);
  const tokens = [position.payGasFeeToken, position.token0, position.token1];
  if (
    position.gasFeePaymentMethod !== "DEDUCT_FROM_AMOUNT" ||
    !tokens.every((token) => typeof token === "string")
  )
    return;
  const [gasToken, ...poolTokens] = tokens.map((token) => token.toLowerCase());
  if (!poolTokens.includes(gasToken as string)) {
    report(
      ["payGasFeeToken"],
      "token0 or token1, because gasFeePaymentMethod is DEDUCT_FROM_AMOUNT",
    );
  }
};

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
  createRules,
);

/** A token or its address. */
const TokenOrAddress = () => eitherOf(Text, Token);

/** An amount of a token. */
export const LiquidityAmount: ExactSchema<t.LiquidityAmount> = record(() => ({
  token: maybe(TokenOrAddress()),
  cryptoCurrency: maybe(TokenOrAddress()),
  amount: maybe(Text),
  amountIn: maybe(CurrencyAmounts),
}));

const AppliedPriceRange: ExactSchema<t.AppliedPriceRange> = record(() => ({
  minPrice: maybe(Num),
  maxPrice: maybe(Num),
}));

const AppliedLiquidityChange: ExactSchema<t.AppliedLiquidityChange> = record(() => ({
  token0: maybe(AddressText),
  token1: maybe(AddressText),
  token0Amount: maybe(Text),
  token1Amount: maybe(Text),
  percentage: maybe(Num),
}));

/** A liquidity operation, in one of its two forms. */
export const LiquidityOperation: ExactSchema<t.LiquidityOperation> = record(() => ({
  metadata: maybe(StoredMetadata),
  userOperationHash: maybe(HexText),
  revertReason: maybe(RevertReason),
  authorization: maybe(Authorization),
  tokenIn: maybe(TokenOrAddress()),
  amountIn: maybe(Text),
  tokenInAmountForToken0: maybe(Text),
  tokenInAmountForToken1: maybe(Text),
  amounts: maybe(eitherOf(Text, listOf(LiquidityAmount))),
  collectedFees: maybe(listOf(LiquidityAmount)),
  walletAddress: maybe(AddressText),
  expiresAt: maybe(eitherOf(Text, Num)),
  fees: maybe(listOf(Fee)),
  estimatedGasFees: maybe(GasEstimate),
  chain: maybe(eitherOf(Num, Chain)),
  liquidityProvider: maybe(openWord<t.LiquidityProvider>()),
  nftAddress: maybe(AddressText),
  estimatedApr: maybe(Text),
  toAddress: maybe(AddressText),
  chainId: maybe(Num),
  transactionFeePercent: maybe(Num),
  payGasFeeToken: maybe(AddressText),
  gasFeePaymentMethod: maybe(openWord<GasFeePaymentMethodWord>()),
  token0: maybe(AddressText),
  token1: maybe(AddressText),
  token0Amount: maybe(Text),
  token1Amount: maybe(Text),
  poolFeePercent: maybe(Num),
  minPrice: maybe(Num),
  maxPrice: maybe(Num),
  slippage: maybe(Num),
  extraFee: maybe(AppliedExtraFee),
  tokenId: maybe(Text),
  newPosition: maybe(AppliedPriceRange),
  change: maybe(AppliedLiquidityChange),
  nftId: maybe(Text),
}));

/** The response of every liquidity call except the pool list. */
export const LiquidityOperationResult: ExactSchema<t.LiquidityOperationResult> = record(() => ({
  operation: LiquidityOperation,
}));

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
