import { essential, type FieldsOf, type ObjectSchema } from "../records/schema.js";
import { Decimal, EvmAddress, Id, Text } from "../shared/primitives.js";
import { DepositInstructions } from "./deposit-records.js";
import { withdrawalInstructionsFields } from "./withdrawal-records.js";

const fiatDepositOrderV1Fields = () => ({
  /** The id of the order. */
  orderId: essential(Id),
  /** ISO 8601. */
  expiresAt: Text,
  /** How to pay. Check `type` first. */
  paymentMethodToSendDetails: essential(DepositInstructions),
});
/** A deposit that was ordered by the older call. */
export interface FiatDepositOrderV1 extends FieldsOf<typeof fiatDepositOrderV1Fields> {}
export const FiatDepositOrderV1: ObjectSchema<FiatDepositOrderV1> = {
  kind: "record",
  fields: fiatDepositOrderV1Fields,
};

const fiatDepositV1ResponseFields = () => ({ depositOrder: essential(FiatDepositOrderV1) });
/** The response of `client.fiat.createDepositV1`. */
export interface FiatDepositV1Response extends FieldsOf<typeof fiatDepositV1ResponseFields> {}
export const FiatDepositV1Response: ObjectSchema<FiatDepositV1Response> = {
  kind: "record",
  fields: fiatDepositV1ResponseFields,
};

const createFiatWithdrawalV1RequestFields = () => ({
  /** The id of an unexpired quote from `client.fiat.quoteWithdrawal`. */
  quoteId: Id,
  /** The wallet that pays. */
  walletAddress: EvmAddress,
});
/** The request of `client.fiat.createWithdrawalV1`. */
export interface CreateFiatWithdrawalV1Request
  extends FieldsOf<typeof createFiatWithdrawalV1RequestFields> {}
export const CreateFiatWithdrawalV1Request: ObjectSchema<CreateFiatWithdrawalV1Request> = {
  kind: "request",
  fields: createFiatWithdrawalV1RequestFields,
};

const fiatWithdrawalOrderV1Fields = () => ({
  /** The id of the order. */
  orderId: essential(Id),
  ...withdrawalInstructionsFields(),
  /** Decimal string, in whole tokens. */
  amountToSendInCryptoCurrency: Decimal,
  /** In the fiat currency: a decimal string. */
  amountToReceiveInFiatCurrency: Decimal,
  /** Decimal string, in whole tokens. */
  transactionFeeAmountInCryptoCurrency: Decimal,
  /** Decimal string, in whole tokens. */
  estimatedGasFeeAmountInCryptoCurrency: Decimal,
  /** ISO 8601. */
  expiresAt: Text,
});
/** A withdrawal that was ordered by the older call. **Nothing is withdrawn yet**: sign it. */
export interface FiatWithdrawalOrderV1 extends FieldsOf<typeof fiatWithdrawalOrderV1Fields> {}
export const FiatWithdrawalOrderV1: ObjectSchema<FiatWithdrawalOrderV1> = {
  kind: "record",
  fields: fiatWithdrawalOrderV1Fields,
};

const fiatWithdrawalV1ResponseFields = () => ({ withdrawOrder: essential(FiatWithdrawalOrderV1) });
/** The response of `client.fiat.createWithdrawalV1`. */
export interface FiatWithdrawalV1Response extends FieldsOf<typeof fiatWithdrawalV1ResponseFields> {}
export const FiatWithdrawalV1Response: ObjectSchema<FiatWithdrawalV1Response> = {
  kind: "record",
  fields: fiatWithdrawalV1ResponseFields,
};
