export { compareAmounts, scaleAmount, subtractAmounts, sumAmounts } from "./amounts.js";
export { type Client, type ClientOptions, createClient } from "./client.js";
export { defineRequest, type RequestOf } from "./contract/define-request.js";
export type { EndpointName } from "./contract/endpoints.js";
export { toImageSource } from "./contract/fiat/to-image-source.js";
export type * from "./contract/kyc/nationality.js";
export { hasSomethingToSign } from "./contract/liquidity/has-something-to-sign.js";
export type { Maybe, Open } from "./contract/records/schema.js";
export { isAddress } from "./contract/shared/addresses/is-address.js";
export { isBitcoinAddress } from "./contract/shared/addresses/is-bitcoin-address.js";
export { sameAddress } from "./contract/shared/addresses/same-address.js";
export {
  type ChainId,
  chainIds,
  type EvmChainId,
  type FiatChainId,
  nativeToken,
} from "./contract/shared/chains/chain-ids.js";
export { chainNames } from "./contract/shared/chains/chain-names.js";
export { isChainId } from "./contract/shared/chains/is-chain-id.js";
export type { Country } from "./contract/shared/countries.js";
export type { Currency, CurrencyAmounts } from "./contract/shared/currencies.js";
export type { Effect, PathSource as Known } from "./contract/shared/endpoint.js";
export type { ErrorFacts, ErrorId } from "./contract/shared/error-catalogue.js";
export { errorFacts } from "./contract/shared/error-catalogue.js";
export { factories } from "./contract/shared/factories.js";
export type { Outcome } from "./contract/shared/outcome.js";
export type { Metadata } from "./contract/shared/primitives.js";
export type {
  SigningDigests,
  StatedGain,
  StatedLoss,
  Statement,
} from "./contract/shared/statement.js";
export { tokenAddresses } from "./contract/shared/token-addresses.js";
export { isExecutable } from "./contract/swap/is-executable.js";
export { isLimitOrder } from "./contract/swap/is-limit-order.js";
export type * from "./contract/types.js";
export * from "./errors/index.js";
export type {
  CallEvent,
  CallOptions,
  ClientRetryOptions,
  Drift,
  EndEvent,
  ErrorEvent,
  Hooks,
  ListOptions,
  Logger,
  LogLevel,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  RetryOptions,
  RetryQuotaEvent,
  Schedule,
  ScheduledAttempt,
  ValidationMode,
} from "./http/config/options.js";
export type { TracedCall } from "./http/config/trace-call.js";
export type {
  Call,
  SafeFailure,
  SafePromise,
  SafeResult,
  WithResponse,
} from "./http/features/call.js";
export type { CustomRequest } from "./http/features/custom-endpoint.js";
export type { CustomResult } from "./http/features/custom-request.js";
export type { Page, PageCursor, PageData, Pages } from "./http/features/pages.js";
export type { UploadFile, UploadOptions, UploadProgress } from "./http/features/upload.js";
export type { Progress, WaitOptions } from "./http/features/wait.js";
export { fetchWire } from "./http/fetch-wire.js";
export type {
  StandardIssue,
  StandardResult,
  StandardSchemaV1,
} from "./http/validation/standard-schema.js";
export type { AnyFetch } from "./http/wire/send-by-fetch.js";
export type { Wire, WireRequest, WireResponse } from "./http/wire/wire.js";
export type { EnsuredWallet } from "./resources/ensure-wallet.js";
export type { Fiat } from "./resources/fiat.js";
export type { Kyc, SessionKind, WaitForSessionOptions } from "./resources/kyc.js";
export type {
  BusinessStandard,
  GetSessionOptions,
  IndividualEnhanced,
  IndividualStandard,
} from "./resources/kyc-sessions.js";
export type { Lending } from "./resources/lending.js";
export type { Liquidity } from "./resources/liquidity.js";
export type { Operations } from "./resources/operations.js";
export type { UpdateMetadataOptions } from "./resources/send-metadata.js";
export type { Swap } from "./resources/swap.js";
export type { Tokens } from "./resources/tokens.js";
export type { TransactionWaitOptions, WaitSubject } from "./resources/wait-for-transaction.js";
export type { Wallets } from "./resources/wallets.js";
export type { Address, Hex } from "./shared/patterns.js";
