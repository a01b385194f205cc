import { isMissing, isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { listFields } from "../records/fields.js";
import {
  eitherOf,
  essential,
  type FieldsOf,
  listOf,
  type Maybe,
  maybe,
  type ObjectSchema,
  openWord,
  type Rule,
  type Schema,
} from "../records/schema.js";
import {
  AddressText,
  Decimal,
  Hash,
  Id,
  Num,
  SignedDecimal,
  StoredMetadata,
  Text,
  TokenText,
} from "../shared/primitives.js";
import {
  AppliedExtraFee,
  Authorization,
  Chain,
  ChainIdNumber,
  CurrencyAmounts,
  Fee,
  GasEstimate,
  type GasFeePaymentMethod,
  RevertReason,
  Token,
} from "../shared/records.js";
import type { LiquidityProvider } from "./records.js";

const TokenOrAddress = () => eitherOf(TokenText, Token);

const liquidityAmountFields = () => ({
  /** A token or its address. */
  token: TokenOrAddress(),
  /** The same token again, in collected fees. */
  cryptoCurrency: maybe(TokenOrAddress()),
  /** Decimal string, in whole tokens. */
  amount: Decimal,
  /** The value in other currencies. Currencies may be missing. */
  amountIn: maybe(CurrencyAmounts),
});
/** An amount of one token in a liquidity operation. */
export interface LiquidityAmount extends FieldsOf<typeof liquidityAmountFields> {}
export const LiquidityAmount: ObjectSchema<LiquidityAmount> = {
  kind: "record",
  fields: liquidityAmountFields,
};

const appliedPriceRangeFields = () => ({
  /** Token1 per token0. */
  minPrice: Num,
  /** Token1 per token0. */
  maxPrice: Num,
});
/** The price range in a response. */
export interface AppliedPriceRange extends FieldsOf<typeof appliedPriceRangeFields> {}
export const AppliedPriceRange: ObjectSchema<AppliedPriceRange> = {
  kind: "record",
  fields: appliedPriceRangeFields,
};

const appliedLiquidityChangeFields = () => ({
  /** The first token of the pool. */
  token0: maybe(AddressText),
  /** The second token of the pool. */
  token1: maybe(AddressText),
  /** Decimal string, in whole tokens. */
  token0Amount: maybe(Text),
  /** Decimal string, in whole tokens. */
  token1Amount: maybe(Text),
  /** Percent. */
  percentage: maybe(Num),
});
/** The change of a position in a response. */
export interface AppliedLiquidityChange extends FieldsOf<typeof appliedLiquidityChangeFields> {}
export const AppliedLiquidityChange: ObjectSchema<AppliedLiquidityChange> = {
  kind: "record",
  fields: appliedLiquidityChangeFields,
};

const operationFields = () => ({
  /** The metadata of the request. */
  metadata: maybe(StoredMetadata),
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: essential(maybe(Hash)),
  /** Present if the operation cannot be executed. */
  revertReason: maybe(RevertReason),
  authorization: maybe(Authorization),
  /** The wallet that executes the operation. */
  walletAddress: essential(AddressText),
  /** The expiry: ISO 8601, or epoch milliseconds. */
  expiresAt: maybe(eitherOf(Text, Num)),
  /** The provider of the pool. */
  liquidityProvider: openWord<LiquidityProvider>(),
  /** The contract of the position token. */
  nftAddress: AddressText,
  /** The chain id or the chain. */
  chain: maybe(eitherOf(ChainIdNumber, Chain)),
  /**
   * The moved amounts: a list with one entry per token, or a string.
   * @unverified unit of the string
   */
  amounts: maybe(eitherOf(Text, listOf(LiquidityAmount))),
  /** The earned fees that this operation collects. */
  collectedFees: maybe(listOf(LiquidityAmount)),
  /** The token that pays: its address or a token. */
  tokenIn: maybe(TokenOrAddress()),
  /** Decimal string, in whole tokens. */
  amountIn: maybe(Decimal),
  /** The part of `amountIn` for token0, in whole tokens. */
  tokenInAmountForToken0: maybe(Decimal),
  /** The part of `amountIn` for token1, in whole tokens. */
  tokenInAmountForToken1: maybe(Decimal),
  fees: maybe(listOf(Fee)),
  estimatedGasFees: maybe(GasEstimate),
  /** The estimated yearly return of the position. @unverified unit not documented */
  estimatedApr: maybe(Text),
});
/**
 * A liquidity operation: it has a `userOperationHash` to sign, or a `revertReason` why it cannot be
 * executed. It is executed when it is signed and passed to `client.operations.execute`.
 */
export interface LiquidityOperation extends FieldsOf<typeof operationFields> {}
/** A liquidity operation to sign, or an echo of a request. */
export const LiquidityOperation: Schema<LiquidityOperation | LiquidityEcho> = {
  kind: "record",
  fields: fieldsOfAllForms,
  drift: (value) => driftOfForm(value),
  rule: (value, report) => requireFields(operationFields, echoFields)(value, report),
};

/** A liquidity operation to sign: it has a hash and no revert reason. */
export interface SignableLiquidityOperation extends LiquidityOperation {
  userOperationHash: Hex;
  revertReason?: null | undefined;
}

const createWithSwapFields = () => ({
  ...operationFields(),
  /** The token that pays: its address or a token. */
  tokenIn: TokenOrAddress(),
  /** Decimal string, in whole tokens. */
  amountIn: Decimal,
  /** The part of `amountIn` for token0, in whole tokens. */
  tokenInAmountForToken0: Decimal,
  /** The part of `amountIn` for token1, in whole tokens. */
  tokenInAmountForToken1: Decimal,
  fees: listOf(Fee),
  estimatedGasFees: GasEstimate,
  /** The estimated yearly return of the position. @unverified unit not documented */
  estimatedApr: Text,
});
/** The operation of `client.liquidity.createWithSwap`. */
export interface CreateWithSwapOperation extends FieldsOf<typeof createWithSwapFields> {}

const echoFields = () => ({
  /** The wallet that executes the operation. */
  walletAddress: essential(AddressText),
  /** The chain of the operation. */
  chainId: essential(ChainIdNumber),
  /** The provider of the pool. */
  liquidityProvider: openWord<LiquidityProvider>(),
  /** The metadata of the request. */
  metadata: maybe(StoredMetadata),
});
/**
 * The request, returned with its defaults: there is nothing to sign, and **nothing was executed**.
 * No position was opened, changed or closed.
 */
export interface LiquidityEcho extends FieldsOf<typeof echoFields> {
  /** An echo has no hash. */
  userOperationHash?: null | undefined;
  /** An echo has no revert reason. */
  revertReason?: null | undefined;
}

const createEchoFields = () => ({
  ...echoFields(),
  /** The receiver of the position token. */
  toAddress: AddressText,
  /** Percent. */
  transactionFeePercent: Num,
  /** The token that pays the gas. */
  payGasFeeToken: AddressText,
  /** Whether gas is added to the amount or deducted from it. */
  gasFeePaymentMethod: openWord<GasFeePaymentMethod>(),
  /** In whole tokens. Absent in an older form. */
  amountIn: maybe(Decimal),
  /** The first token of the pool. */
  token0: AddressText,
  /** The second token of the pool. */
  token1: AddressText,
  /** In whole tokens. Older form only. */
  token0Amount: maybe(SignedDecimal),
  /** In whole tokens. Older form only. */
  token1Amount: maybe(SignedDecimal),
  /** Percent. */
  poolFeePercent: Num,
  /** Token1 per token0. */
  minPrice: Num,
  /** Token1 per token0. */
  maxPrice: Num,
  /** Percent. */
  slippage: Num,
  extraFee: maybe(AppliedExtraFee),
});
/** The echo of `client.liquidity.create`. */
export interface CreateLiquidityEcho extends LiquidityEcho, FieldsOf<typeof createEchoFields> {
  /** Absent in an older form, which has `token0Amount` and `token1Amount` instead. */
  tokenIn?: Maybe<Address>;
}

const rebalanceEchoFields = () => ({
  ...echoFields(),
  /** The receiver of the new position token. */
  toAddress: AddressText,
  /** The position: the same value as `nftId`. */
  tokenId: Id,
  newPosition: AppliedPriceRange,
  /** Percent. */
  slippage: Num,
  /** Percent. */
  transactionFeePercent: Num,
  extraFee: maybe(AppliedExtraFee),
});
/** The echo of `client.liquidity.rebalance`. */
export interface RebalanceLiquidityEcho
  extends LiquidityEcho,
    FieldsOf<typeof rebalanceEchoFields> {}

const changeEchoFields = () => ({
  ...echoFields(),
  /** The token that pays the gas. */
  payGasFeeToken: AddressText,
  /** Whether gas is added to the amounts or deducted from them. */
  gasFeePaymentMethod: openWord<GasFeePaymentMethod>(),
  /** The position: the same value as `nftId`. */
  tokenId: Id,
  change: AppliedLiquidityChange,
  /** Percent. */
  slippage: Num,
  /** Percent. */
  transactionFeePercent: Num,
});
/** The echo of `client.liquidity.change`. @unverified its fields */
export interface ChangeLiquidityEcho extends LiquidityEcho, FieldsOf<typeof changeEchoFields> {}

const collectFeesEchoFields = () => ({
  ...echoFields(),
  /** The token that pays the gas. */
  payGasFeeToken: AddressText,
  /** The position: the same value as `tokenId`. */
  nftId: Id,
});
/** The echo of `client.liquidity.collectFees`. @unverified whether the service sends it */
export interface CollectLiquidityFeesEcho
  extends LiquidityEcho,
    FieldsOf<typeof collectFeesEchoFields> {}

type Fields = () => Readonly<Record<string, Schema>>;

const formFields = () => ({
  ...createWithSwapFields(),
  ...createEchoFields(),
  ...rebalanceEchoFields(),
  ...changeEchoFields(),
  ...collectFeesEchoFields(),
});

/** Every field may be missing here: `requireFields` reports what a form lacks. */
function fieldsOfAllForms(): ReturnType<typeof formFields> {
  const optional = listFields({ kind: "record", fields: formFields }).map((field) => [
    field.name,
    field.essential ? essential(maybe(field.inner)) : maybe(field.inner),
  ]);
  return Object.fromEntries(optional);
}

function isOperation({ userOperationHash, revertReason }: Readonly<Record<string, unknown>>) {
  return !isMissing(userOperationHash) || !isNone(revertReason);
}

const driftOfForm = (value: Readonly<Record<string, unknown>>) =>
  isOperation(value) ? ["chainId"] : [];

function listRequired(fields: Fields): readonly string[] {
  const required = listFields({ kind: "record", fields }).filter(({ isOptional }) => !isOptional);
  return required.map(({ name }) => name);
}

/** Reports the fields that the form of a response lacks. */
function requireFields(operation: Fields, echo: Fields): Rule<Record<string, unknown>> {
  const [ofOperation, ofEcho] = [listRequired(operation), listRequired(echo)];
  return (value, report) => {
    const isToSign = isOperation(value);
    if (!isToSign && (isMissing(value["walletAddress"]) || isMissing(value["chainId"]))) {
      for (const field of ["userOperationHash", "walletAddress", "chainId"])
        if (isMissing(value[field]))
          report([field], "a hash to sign, a revert reason, or the request with wallet and chain");
      return;
    }
    const expected = isToSign ? "an operation to sign has one" : "an echo has the whole request";
    for (const field of isToSign ? ofOperation : ofEcho)
      if (isMissing(value[field])) report([field], `a value: ${expected}`, "drift");
  };
}

/** An operation or an echo. The type may name only the form that the service documents. */
function operationOrEcho<Form extends LiquidityOperation | LiquidityEcho>(
  operation: Fields,
  echo: Fields,
): Schema<Form, "required"> {
  return {
    kind: "record",
    fields: fieldsOfAllForms,
    drift: driftOfForm,
    rule: requireFields(operation, echo),
  };
}

const operationResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(LiquidityOperation),
});
/** The response of a liquidity call. Check it with `hasSomethingToSign`. */
export interface LiquidityOperationResult extends FieldsOf<typeof operationResultFields> {}
/** The response of any liquidity call except the pool list. */
export const LiquidityOperationResult: ObjectSchema<LiquidityOperationResult> = {
  kind: "record",
  fields: operationResultFields,
};

const createWithSwapResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(operationOrEcho<CreateWithSwapOperation>(createWithSwapFields, echoFields)),
});
/** The response of `client.liquidity.createWithSwap`. Check it with `hasSomethingToSign`. */
export interface CreateWithSwapResult extends FieldsOf<typeof createWithSwapResultFields> {}
export const CreateWithSwapResult: ObjectSchema<CreateWithSwapResult> = {
  kind: "record",
  fields: createWithSwapResultFields,
};

const createResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(
    operationOrEcho<LiquidityOperation | CreateLiquidityEcho>(operationFields, createEchoFields),
  ),
});
/** The response of `client.liquidity.create`. Check it with `hasSomethingToSign`. */
export interface CreateLiquidityResult extends FieldsOf<typeof createResultFields> {}
export const CreateLiquidityResult: ObjectSchema<CreateLiquidityResult> = {
  kind: "record",
  fields: createResultFields,
};

const rebalanceResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(
    operationOrEcho<LiquidityOperation | RebalanceLiquidityEcho>(
      operationFields,
      rebalanceEchoFields,
    ),
  ),
});
/** The response of `client.liquidity.rebalance`. Check it with `hasSomethingToSign`. */
export interface RebalanceLiquidityResult extends FieldsOf<typeof rebalanceResultFields> {}
export const RebalanceLiquidityResult: ObjectSchema<RebalanceLiquidityResult> = {
  kind: "record",
  fields: rebalanceResultFields,
};

const changeResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(
    operationOrEcho<LiquidityOperation | ChangeLiquidityEcho>(operationFields, changeEchoFields),
  ),
});
/** The response of `client.liquidity.change`. Check it with `hasSomethingToSign`. */
export interface ChangeLiquidityResult extends FieldsOf<typeof changeResultFields> {}
export const ChangeLiquidityResult: ObjectSchema<ChangeLiquidityResult> = {
  kind: "record",
  fields: changeResultFields,
};

const collectFeesResultFields = () => ({
  /** An operation to sign, or the request with its defaults. */
  operation: essential(
    operationOrEcho<LiquidityOperation | CollectLiquidityFeesEcho>(
      operationFields,
      collectFeesEchoFields,
    ),
  ),
});
/** The response of `client.liquidity.collectFees`. Check it with `hasSomethingToSign`. */
export interface CollectLiquidityFeesResult extends FieldsOf<typeof collectFeesResultFields> {}
export const CollectLiquidityFeesResult: ObjectSchema<CollectLiquidityFeesResult> = {
  kind: "record",
  fields: collectFeesResultFields,
};
