export type { SignedOperation } from "../contract/operations/records.js";
export type {
  SigningDigests,
  StatedGain,
  StatedLoss,
  Statement,
} from "../contract/shared/statement.js";
export {
  type CancelCallOptions,
  type CancelLimitOrderOptions,
  type CancellingClient,
  cancelLimitOrder,
  type SignCancellationOptions,
  signCancellation,
} from "./cancellation/cancel-limit-order.js";
export {
  type CheckDepositOptions,
  checkDeposit,
  type DepositNode,
} from "./deposit/check-deposit.js";
export type { NormalTypedData, NormalTypedDataDomain } from "./eip712/normal-typed-data.js";
export { hashTypedData, normaliseTypedData } from "./eip712/normalise-typed-data.js";
export {
  checkOperation,
  type DescribeOperationOptions,
  describeOperation,
} from "./operation/describe-operation.js";
export type { OperationSummary } from "./operation/describe-reading.js";
export type {
  AnyOperation,
  OperationOptions,
  PreparedOperation,
  SignOperationOptions,
} from "./operation/operation-options.js";
export type { HashedOperation, MaybeOperation } from "./operation/parse-operation.js";
export { signOperation } from "./operation/sign-operation.js";
export {
  type SignAuthorizationOptions,
  type SignTypedDataOptions,
  type SignUserOperationOptions,
  signAuthorization,
  signTypedData,
  signUserOperation,
} from "./operation/sign-single-part.js";
export { checkQuote, type DescribeQuoteOptions, describeQuote } from "./quote/describe-quote.js";
export {
  type PickOptions,
  pickExecutable,
  type UseResponseQuotes,
} from "./quote/pick-executable.js";
export type { CheckQuoteOptions } from "./quote/quote-options.js";
export {
  type SignedLimitOrder,
  type SignedQuote,
  type SignQuoteOptions,
  signQuote,
} from "./quote/sign-quote.js";
export type { DescribedAmount, DescribedFee, QuoteSummary } from "./quote/summarize-quote.js";
export type { OperationRequest } from "./requested/request.js";
export {
  type CheckSettlementOptions,
  checkSettlement,
} from "./settlement/check-settlement.js";
export type { SettlementNode } from "./settlement/node.js";
export {
  type ReadSettlementOptions,
  readSettlement,
  type SettledApproval,
  type SettledChange,
  type Settlement,
} from "./settlement/read-settlement.js";
export {
  type Expiring,
  type ExpiryOptions,
  isExpired,
  millisecondsLeft,
  type TimeOptions,
} from "./shared/expiry.js";
export type { NamingOptions, TokenName } from "./shared/format.js";
export { type ProblemGuideEntry, problemGuide } from "./shared/problem-guide.js";
export { fromUnits, toUnits } from "./shared/units.js";
export type {
  AccountSigner,
  AuthorizationToSign,
  ClientSigner,
  Signer,
  TypedDataToSign,
} from "./signer/resolve-signer.js";
export type { AcceptOptions, SigningDescription } from "./skeleton/accept-options.js";
export type { DescribedField } from "./skeleton/describe-parts.js";
export type { Receipt, Receipts } from "./skeleton/receipts.js";
export {
  describeTypedData,
  type TypedDataSummary,
} from "./typed-data/describe-typed-data.js";
