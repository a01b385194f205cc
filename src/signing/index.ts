export type { SignedOperation } from "../contract/types/operations.js";
export {
  type CancelCallOptions,
  type CancelLimitOrderOptions,
  type CancellingClient,
  cancelLimitOrder,
} from "./cancel-limit-order.js";
export { type CheckQuoteOptions, checkQuote } from "./check-quote.js";
export {
  type DescribedAmount,
  type DescribedFee,
  type DescribeQuoteOptions,
  describeQuote,
  type QuoteSummary,
} from "./describe-quote.js";
export { type DescribedField, describeTypedData, type TypedDataSummary } from "./describe-typed-data.js";
export { fromUnits } from "./from-units.js";
export { type ExpiryOptions, isExpired } from "./is-expired.js";
export { type Expiring, millisecondsLeft, type TimeOptions } from "./milliseconds-left.js";
export { hashTypedData, normaliseTypedData } from "./normalise-typed-data.js";
export { type PickOptions, pickExecutable } from "./pick-executable.js";
export type { HashedOperation, MaybeOperation } from "./read-operation.js";
export { type SignAuthorizationOptions, signAuthorization } from "./sign-authorization.js";
export { type SignCancellationOptions, signCancellation } from "./sign-cancellation.js";
export { type SignOperationOptions, signOperation } from "./sign-operation.js";
export type { SignedLimitOrder } from "./sign-prepared.js";
export { type SignQuoteOptions, signQuote } from "./sign-quote.js";
export { type SignTypedDataOptions, signTypedData } from "./sign-typed-data.js";
export { type SignUserOperationOptions, signUserOperation } from "./sign-user-operation.js";
export type { AccountSigner, AuthorizationToSign, ClientSigner, Signer, TypedDataToSign } from "./signer.js";
export { toUnits } from "./to-units.js";
export type { NormalTypedData, NormalTypedDataDomain } from "./typed-struct.js";
