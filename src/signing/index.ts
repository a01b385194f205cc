export type { SignedOperation, SigningDigests } from "../contract/operations/types.js";
export {
  type SignAuthorizationOptions,
  signAuthorization,
} from "./authorization/sign-authorization.js";
export {
  type CancelCallOptions,
  type CancelLimitOrderOptions,
  type CancellingClient,
  cancelLimitOrder,
} from "./cancellation/cancel-limit-order.js";
export {
  type SignCancellationOptions,
  signCancellation,
} from "./cancellation/sign-cancellation.js";
export type { SigningDescription } from "./describe/signing-description.js";
export type { HashedOperation, MaybeOperation } from "./operation/parse-operation.js";
export { type SignOperationOptions, signOperation } from "./operation/sign-operation.js";
export type { SignedLimitOrder } from "./operation/sign-parts.js";
export {
  type SignUserOperationOptions,
  signUserOperation,
} from "./operation/sign-user-operation.js";
export { type CheckQuoteOptions, checkQuote } from "./quote/check-quote.js";
export { type DescribeQuoteOptions, describeQuote } from "./quote/describe-quote.js";
export type { DescribedFee } from "./quote/fees/describe-fees.js";
export { type PickOptions, pickExecutable } from "./quote/pick-executable.js";
export { type SignQuoteOptions, signQuote } from "./quote/sign-quote.js";
export type { DescribedAmount, QuoteSummary } from "./quote/summarize-quote.js";
export type { AcceptOptions } from "./shared/decide.js";
export { fromUnits } from "./shared/from-units.js";
export { type ExpiryOptions, isExpired } from "./shared/is-expired.js";
export { type Expiring, millisecondsLeft, type TimeOptions } from "./shared/milliseconds-left.js";
export { type ProblemGuideEntry, problemGuide } from "./shared/problem-guide.js";
export { toUnits } from "./shared/to-units.js";
export type {
  AccountSigner,
  AuthorizationToSign,
  ClientSigner,
  Signer,
  TypedDataToSign,
} from "./signer/resolve-signer.js";
export type { OperationSimulation } from "./simulation/check-simulation.js";
export type { SimulatedApproval } from "./simulation/compare/list-approvals.js";
export type { SimulatedChange } from "./simulation/compare/list-changes.js";
export type {
  ExpectedGain,
  ExpectedLoss,
  OperationChanges,
  PositionChange,
  TokenAmount,
} from "./simulation/expected-changes.js";
export type { SimulationClient } from "./simulation/measure/run-simulation.js";
export type { SimulateOptions } from "./simulation/simulate-options.js";
export type { SimulateOperationOptions } from "./simulation/simulate-parsed-operation.js";
export { type SimulateQuoteOptions, simulateQuote } from "./simulation/simulate-quote.js";
export {
  type DescribedField,
  describeTypedData,
  type TypedDataSummary,
} from "./typed-data/describe-typed-data.js";
export { hashTypedData, normaliseTypedData } from "./typed-data/normalise-typed-data.js";
export type { NormalTypedData, NormalTypedDataDomain } from "./typed-data/parse-struct.js";
export { type SignTypedDataOptions, signTypedData } from "./typed-data/sign-typed-data.js";
