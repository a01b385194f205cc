export { type Client, type ClientOptions, createClient } from "./client.js";
export {
  type ChainId,
  chainIds,
  type EvmChainId,
  type FiatChainId,
  nativeToken,
} from "./contract/chain-ids.js";
export type { Country } from "./contract/countries.js";
export type { Currency, CurrencyAmounts } from "./contract/currencies.js";
export type { Effect, Known } from "./contract/endpoint.js";
export type { EndpointName } from "./contract/endpoints.js";
export { type ErrorFacts, type ErrorId, errorFacts } from "./contract/errors.js";
export { hasSomethingToSign, isExecutable } from "./contract/guards.js";
export type { Address, Hex, Metadata } from "./contract/primitives.js";
export type { Maybe, Open } from "./contract/schema.js";
export type * from "./contract/types/common.js";
export type * from "./contract/types/fiat.js";
export type * from "./contract/types/kyc.js";
export type * from "./contract/types/lending.js";
export type * from "./contract/types/liquidity.js";
export type * from "./contract/types/nationality.js";
export type * from "./contract/types/operations.js";
export type * from "./contract/types/pools.js";
export type * from "./contract/types/swap.js";
export type * from "./contract/types/tokens.js";
export type * from "./contract/types/wallets.js";
export * from "./errors/index.js";
export type { Call, WithResponse } from "./http/call.js";
export type { CustomRequest, CustomResult } from "./http/features/custom-request.js";
export type { Page, PageCursor, Pages } from "./http/features/pages.js";
export type {
  StandardIssue,
  StandardResult,
  StandardSchemaV1,
} from "./http/features/standard-schema.js";
export type { UploadFile, UploadOptions, UploadProgress } from "./http/features/upload.js";
export type { Progress, WaitOptions } from "./http/features/wait.js";
export type {
  CallEvent,
  CallOptions,
  Drift,
  ErrorEvent,
  Hooks,
  ListOptions,
  Logger,
  LogLevel,
  ResponseEvent,
  RetryEvent,
  RetryOptions,
  ValidationMode,
} from "./http/options.js";
export type { Fiat } from "./resources/fiat.js";
export type {
  BusinessStandard,
  GetSessionOptions,
  IndividualEnhanced,
  IndividualStandard,
  Kyc,
  SessionKind,
  WaitForSessionOptions,
} from "./resources/kyc.js";
export type { Lending } from "./resources/lending.js";
export type { Liquidity } from "./resources/liquidity.js";
export type { Operations } from "./resources/operations.js";
export type { Swap } from "./resources/swap.js";
export type { Tokens } from "./resources/tokens.js";
export type { EnsuredWallet, UpdateMetadataOptions, Wallets } from "./resources/wallets.js";
