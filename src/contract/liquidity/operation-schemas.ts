import { isMissing, isNone } from "../../shared/guards.js";
import {
  Decimal,
  eitherOf,
  Hash,
  Id,
  listOf,
  Num,
  SignedDecimal,
  Text,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  type ExactSchema,
  maybe,
  openWord,
  record,
  typedAs,
} from "../shared/schema.js";
import {
  AddressText,
  AppliedExtraFee,
  Authorization,
  Chain,
  ChainIdNumber,
  CurrencyAmounts,
  Fee,
  GasEstimate,
  RevertReason,
  StoredMetadata,
  Token,
  TokenText,
} from "../shared/schemas.js";
import type { GasFeePaymentMethod } from "../shared/types.js";
import type * as t from "./operation-types.js";
import type { LiquidityProvider } from "./types.js";

/** A token or its address. */
const TokenOrAddress = () => eitherOf(TokenText, Token);

/** An amount of a token. */
export const LiquidityAmount: ExactSchema<t.LiquidityAmount> = record(() => ({
  token: TokenOrAddress(),
  cryptoCurrency: maybe(TokenOrAddress()),
  amount: Decimal,
  amountIn: maybe(CurrencyAmounts),
}));

const AppliedPriceRange: ExactSchema<t.AppliedPriceRange> = record(() => ({
  minPrice: Num,
  maxPrice: Num,
}));

const AppliedLiquidityChange: ExactSchema<t.AppliedLiquidityChange> = record(() => ({
  token0: maybe(AddressText),
  token1: maybe(AddressText),
  token0Amount: maybe(Text),
  token1Amount: maybe(Text),
  percentage: maybe(Num),
}));

/** Every field of both forms. */
interface LiquidityFields
  extends Partial<Nullable<t.LiquidityOperation>>,
    Partial<
      Nullable<
        Omit<t.CreateLiquidityEcho, keyof t.LiquidityOperation> &
          Omit<t.RebalanceLiquidityEcho, keyof t.CreateLiquidityEcho> &
          Omit<
            t.ChangeLiquidityEcho,
            keyof t.CreateLiquidityEcho | keyof t.RebalanceLiquidityEcho
          > &
          Omit<t.CollectLiquidityFeesEcho, keyof t.CreateLiquidityEcho>
      >
    > {}

type Nullable<T> = { [K in keyof T]: T[K] | null | undefined };

/** The fields of both forms. What is required depends on the form: see `requireFields`. */
const liquidityFields = () => ({
  metadata: maybe(StoredMetadata),
  userOperationHash: maybe(Hash),
  revertReason: maybe(RevertReason),
  authorization: maybe(Authorization),
  tokenIn: maybe(TokenOrAddress()),
  amountIn: maybe(Decimal),
  tokenInAmountForToken0: maybe(Decimal),
  tokenInAmountForToken1: maybe(Decimal),
  amounts: maybe(eitherOf(Text, listOf(LiquidityAmount))),
  collectedFees: maybe(listOf(LiquidityAmount)),
  walletAddress: maybe(AddressText),
  expiresAt: maybe(eitherOf(Text, Num)),
  fees: maybe(listOf(Fee)),
  estimatedGasFees: maybe(GasEstimate),
  chain: maybe(eitherOf(ChainIdNumber, Chain)),
  liquidityProvider: maybe(openWord<LiquidityProvider>()),
  nftAddress: maybe(AddressText),
  estimatedApr: maybe(Text),
  toAddress: maybe(AddressText),
  chainId: maybe(ChainIdNumber),
  transactionFeePercent: maybe(Num),
  payGasFeeToken: maybe(AddressText),
  gasFeePaymentMethod: maybe(openWord<GasFeePaymentMethod>()),
  token0: maybe(AddressText),
  token1: maybe(AddressText),
  token0Amount: maybe(SignedDecimal),
  token1Amount: maybe(SignedDecimal),
  poolFeePercent: maybe(Num),
  minPrice: maybe(Num),
  maxPrice: maybe(Num),
  slippage: maybe(Num),
  extraFee: maybe(AppliedExtraFee),
  tokenId: maybe(Id),
  newPosition: maybe(AppliedPriceRange),
  change: maybe(AppliedLiquidityChange),
  nftId: maybe(Id),
});

type FieldName = keyof LiquidityFields & string;

const operationFields = ["walletAddress", "liquidityProvider", "nftAddress"] as const;
const essentialEchoFields = ["walletAddress", "chainId"] as const;

const formExpected = "a hash to sign, a revert reason, or the request with wallet and chain";

/** The fields that a response must have beside those of every operation, or every echo. */
interface FormFields {
  readonly operation?: readonly FieldName[];
  readonly echo: readonly FieldName[];
}

function isOperationForm({ userOperationHash, revertReason }: LiquidityFields): boolean {
  return !isMissing(userOperationHash) || !isNone(revertReason);
}

/* @__NO_SIDE_EFFECTS__ */
function requireFields(of: FormFields): CrossFieldRule<LiquidityFields> {
  return (value, report) => {
    const isOperation = isOperationForm(value);
    if (!isOperation && essentialEchoFields.some((field) => isMissing(value[field]))) {
      for (const field of ["userOperationHash", ...essentialEchoFields] as const)
        if (isMissing(value[field])) report([field], formExpected);
      return;
    }
    const required: readonly FieldName[] = isOperation
      ? [...operationFields, ...(of.operation ?? [])]
      : ["liquidityProvider", ...of.echo];
    const expected = isOperation ? "an operation to sign has one" : "an echo has the whole request";
    for (const field of required)
      if (isMissing(value[field])) report([field], `a value: ${expected}`, true);
  };
}

/* @__NO_SIDE_EFFECTS__ */
function operationOf(of: FormFields): ExactSchema<LiquidityFields> {
  return record(liquidityFields, {
    essential: {
      fields: ["userOperationHash", ...essentialEchoFields],
      driftIn: (value) => (isOperationForm(value) ? ["chainId"] : []),
    },
    rule: requireFields(of),
  });
}

/** A liquidity operation to sign, or an echo of a request. */
export const LiquidityOperation = /* @__PURE__ */ typedAs<t.LiquidityOperation | t.LiquidityEcho>(
  /* @__PURE__ */ operationOf({ echo: [] }),
);

/** The type is one of two forms. The fields of each are in `of`. */
/* @__NO_SIDE_EFFECTS__ */
function resultOf<Result extends { operation: object }>(of: FormFields): ExactSchema<Result> {
  const operation = operationOf(of);
  const Whole: ExactSchema<{ operation: LiquidityFields }> = record(() => ({ operation }), {
    essential: { fields: ["operation"] },
  });
  return typedAs<Result>(Whole);
}

/** E6: the response. */
export const CreateWithSwapResult = /* @__PURE__ */ resultOf<t.CreateWithSwapResult>({
  operation: [
    "tokenIn",
    "amountIn",
    "tokenInAmountForToken0",
    "tokenInAmountForToken1",
    "fees",
    "estimatedGasFees",
    "estimatedApr",
  ],
  echo: [],
});

/** E7: the response. */
export const CreateLiquidityResult = /* @__PURE__ */ resultOf<t.CreateLiquidityResult>({
  echo: [
    "toAddress",
    "transactionFeePercent",
    "payGasFeeToken",
    "gasFeePaymentMethod",
    "token0",
    "token1",
    "poolFeePercent",
    "minPrice",
    "maxPrice",
    "slippage",
  ],
});

/** E8: the response. */
export const RebalanceLiquidityResult = /* @__PURE__ */ resultOf<t.RebalanceLiquidityResult>({
  echo: ["toAddress", "tokenId", "newPosition", "slippage", "transactionFeePercent"],
});

/** The response of a change. */
export const ChangeLiquidityResult = /* @__PURE__ */ resultOf<t.ChangeLiquidityResult>({
  echo: [
    "payGasFeeToken",
    "gasFeePaymentMethod",
    "tokenId",
    "change",
    "slippage",
    "transactionFeePercent",
  ],
});

/** The response of a fee collection. */
export const CollectLiquidityFeesResult = /* @__PURE__ */ resultOf<t.CollectLiquidityFeesResult>({
  echo: ["payGasFeeToken", "nftId"],
});

/** The response of any liquidity call except the pool list. */
export const LiquidityOperationResult = /* @__PURE__ */ resultOf<t.LiquidityOperationResult>({
  echo: [],
});
