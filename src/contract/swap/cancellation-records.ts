import {
  essential,
  type FieldsOf,
  listOf,
  maybe,
  type ObjectSchema,
  openWord,
} from "../records/schema.js";
import {
  AddressText,
  Anything,
  Decimal,
  Flag,
  Num,
  OpenObject,
  Signature,
  Text,
  TokenText,
} from "../shared/primitives.js";
import { TypedData } from "../shared/records.js";
import type { SigningDigests } from "../shared/statement.js";

const feeWorthFields = () => ({
  /** Decimal string. @unverified unit not documented */
  value: Decimal,
  /** The value in US dollars. @unverified form not documented */
  usd: Anything,
  /** The value in Brazilian reais. @unverified form not documented */
  brl: Anything,
});
/** The amount of a fee, and its value in other currencies. */
export interface FeeWorth extends FieldsOf<typeof feeWorthFields> {}
export const FeeWorth: ObjectSchema<FeeWorth> = { kind: "record", fields: feeWorthFields };

const cancellationFeeFields = () => ({
  /** The kind of fee. @unverified other words than `GAS` */
  type: openWord<"GAS">(),
  amount: FeeWorth,
  /** Decimal string. @unverified unit not documented */
  nativeAmount: Decimal,
  /** The rate of the fee, in percent. */
  percent: Num,
  /** The recipient of the fee. */
  recipient: maybe(AddressText),
  /** The token of the fee. */
  tokenAddress: TokenText,
});
/** A fee of a cancellation. */
export interface CancellationFee extends FieldsOf<typeof cancellationFeeFields> {}
export const CancellationFee: ObjectSchema<CancellationFee> = {
  kind: "record",
  fields: cancellationFeeFields,
};

const cancellationSignDataFields = () => ({
  /** What is signed. @unverified other words than `LIMIT_ORDER` */
  type: openWord<"LIMIT_ORDER">(),
  typedData: essential(TypedData),
});
/** The EIP-712 typed data to sign for a cancellation. There is no user operation hash. */
export interface CancellationSignData extends FieldsOf<typeof cancellationSignDataFields> {}
export const CancellationSignData: ObjectSchema<CancellationSignData> = {
  kind: "record",
  fields: cancellationSignDataFields,
};

const preparedCancellationFields = () => ({
  /** The id of the cancellation. */
  id: Text,
  /** Whether the signed cancellation must be executed. */
  requiresExecution: Flag,
  /** The status of the cancellation. */
  status: openWord<"PENDING_SIGNATURE">(),
  signData: essential(listOf(CancellationSignData)),
  /** The expiry. @unverified other forms than null */
  expiresAt: Anything,
  fees: listOf(CancellationFee),
  /** What the order received. @unverified fields not documented */
  receivedAmount: maybe(OpenObject),
});
/** A cancellation to sign. Nothing is cancelled until it is signed and executed. */
export interface PreparedCancellation extends FieldsOf<typeof preparedCancellationFields> {}
export const PreparedCancellation: ObjectSchema<PreparedCancellation> = {
  kind: "record",
  fields: preparedCancellationFields,
  rule: ({ signData, requiresExecution }, report) => {
    if (signData?.length === 0 && requiresExecution !== false)
      report(["signData"], "at least one item to sign");
  },
};

const cancelLimitOrderRequestFields = () => ({
  /** The signature over the prepared typed data. */
  signature: Signature,
});
/** The request of `client.swap.cancelLimitOrder`. */
export interface CancelLimitOrderRequest extends FieldsOf<typeof cancelLimitOrderRequestFields> {}
export const CancelLimitOrderRequest: ObjectSchema<CancelLimitOrderRequest> = {
  kind: "request",
  fields: cancelLimitOrderRequestFields,
};

const cancelLimitOrderResultFields = () => ({
  /** Whether the cancellation was accepted. */
  success: essential(Flag),
});
/** Whether the cancellation was accepted. */
export interface CancelLimitOrderResult extends FieldsOf<typeof cancelLimitOrderResultFields> {}
export const CancelLimitOrderResult: ObjectSchema<CancelLimitOrderResult> = {
  kind: "record",
  fields: cancelLimitOrderResultFields,
};

/** The result of `signCancellation`. Pass it to `client.swap.cancelLimitOrder`. */
export interface SignedCancellation extends CancelLimitOrderRequest {
  /** The signed hashes, as wallets show them. `client.swap.cancelLimitOrder` does not send them. */
  digests?: SigningDigests | undefined;
}
