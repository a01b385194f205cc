export type { Address, Hex } from "../shared/patterns.js";
export { type EndpointName, endpoints } from "./endpoints.js";
export * from "./fiat/endpoints.js";
export {
  CreateFiatDepositRequest,
  CreateFiatWithdrawalRequest,
  CreateFiatWithdrawalV1Request,
  DepositInstructions,
  FiatCryptoCurrency,
  FiatDepositOrder,
  FiatDepositQuote,
  FiatDepositQuoteRequest,
  FiatDepositQuoteResponse,
  FiatDepositV1Response,
  FiatWithdrawalOrder,
  FiatWithdrawalQuote,
  FiatWithdrawalQuoteRequest,
  FiatWithdrawalQuoteResponse,
  FiatWithdrawalV1Response,
  PaymentMethod,
  SendingMethod,
  WithdrawalInstructions,
} from "./fiat/schemas.js";
export {
  BusinessSession,
  BusinessSessionResponse,
  CreateBusinessSessionRequest,
  CreatedBusinessSession,
} from "./kyc/business-schemas.js";
export * from "./kyc/endpoints.js";
export {
  CreatedIndividualSession,
  CreateEnhancedSessionRequest,
  CreateIndividualSessionRequest,
  DocumentCategory,
  EnhancedSessionResponse,
  IndividualSession,
  IndividualSessionResponse,
} from "./kyc/individual-schemas.js";
export { FinancialLimits } from "./kyc/limit-schemas.js";
export { DocumentUrls, DocumentUrlsRequest, UploadTarget } from "./kyc/schemas.js";
export * from "./lending/endpoints.js";
export { LendingProvider, LendingQuote, LendingQuoteRequest } from "./lending/schemas.js";
export * from "./liquidity/endpoints.js";
export {
  ChangeLiquidityResult,
  CollectLiquidityFeesResult,
  CreateLiquidityResult,
  CreateWithSwapResult,
  LiquidityAmount,
  LiquidityOperation,
  LiquidityOperationResult,
  RebalanceLiquidityResult,
} from "./liquidity/operation-schemas.js";
export {
  LiquidityAmounts,
  LiquidityAmountsQuery,
  LiquidityPool,
  LiquidityPoolResponse,
  LiquidityPools,
  ListPoolsQuery,
  PoolHistory,
  PoolHistoryQuery,
  poolPageSizes,
} from "./liquidity/pool-schemas.js";
export {
  ChangeLiquidityRequest,
  CollectLiquidityFeesRequest,
  CreateLiquidityRequest,
  LiquidityChange,
  LiquidityProvider,
  PriceRange,
  RebalanceLiquidityRequest,
} from "./liquidity/schemas.js";
export * from "./operations/endpoints.js";
export { executeOperation } from "./operations/execute-endpoint.js";
export {
  BatchOperation,
  BatchRequest,
  CustomOperationRequest,
  PreparedBatch,
  Transfer,
  TransferRequest,
  TransferResponse,
  UserOperation,
  UserOperationResponse,
} from "./operations/prepared-schemas.js";
export { ExecuteOperationRequest, QueuedOperation } from "./operations/schemas.js";
export { chainIds, nativeToken } from "./shared/chains/chain-ids.js";
export { ChainId, EvmChainId, FiatChainId } from "./shared/chains.js";
export { Country, countries } from "./shared/countries.js";
export { currencies } from "./shared/currencies.js";
export type { Endpoint, Paging } from "./shared/endpoint.js";
export { errorCatalogue, errorFacts } from "./shared/error-catalogue.js";
export {
  AnyAddress,
  Anything,
  anyAddressExpected,
  anyAddressPattern,
  bitcoinAddressPattern,
  DateTime,
  Decimal,
  Email,
  EvmAddress,
  eitherOf,
  emailPattern,
  evmAddressExpected,
  evmAddressPattern,
  Flag,
  Hash,
  hashExpected,
  Id,
  integerFrom,
  isWithinMetadataSize,
  listOf,
  Metadata,
  mapOf,
  maxMetadataSize,
  metadataSizeExpected,
  Num,
  numberFrom,
  OpenObject,
  oneOf,
  oneOrMore,
  Signature,
  SignedDecimal,
  signaturePattern,
  Text,
  TokenOnAnyChain,
  text,
  tokenPattern,
  WholeAmount,
} from "./shared/primitives.js";
export { documentedDefaults, type Schema } from "./shared/schema.js";
export {
  AddressText,
  AnyAddressText,
  AppliedExtraFee,
  Authorization,
  Chain,
  ChainIdNumber,
  CurrencyAmounts,
  checkTokenOfChain,
  Deployment,
  ExplorerLink,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  HexText,
  RevertReason,
  recordOrNone,
  StoredMetadata,
  Token,
  TokenText,
  TypedData,
  TypedDataDomain,
  TypedDataField,
  TypedDataOrNone,
} from "./shared/schemas.js";
export * from "./swap/endpoints.js";
export {
  CancelLimitOrderRequest,
  CancelLimitOrderResult,
  PreparedCancellation,
  RouteProfile,
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
} from "./swap/schemas.js";
export * from "./tokens/endpoints.js";
export {
  ListedChains,
  ListedToken,
  ListedTokens,
  ListTokensQuery,
  tokenPageSizes,
} from "./tokens/schemas.js";
export * from "./wallets/deposit-endpoint.js";
export * from "./wallets/endpoints.js";
export * from "./wallets/history-endpoints.js";
export {
  HistoryPage,
  HistoryQuery,
  historyPageSizes,
  Transaction,
  TransactionMetadataRequest,
  TransactionResponse,
} from "./wallets/history-schemas.js";
export * from "./wallets/portfolio-endpoint.js";
export {
  LendingPosition,
  Nft,
  Portfolio,
  PortfolioQuery,
  TokenBalance,
  WalletPnl,
} from "./wallets/portfolio-schemas.js";
export {
  AnyWalletPath,
  DepositRequest,
  DepositResponse,
  DepositTransfer,
  RegisterWalletRequest,
  SmartWallet,
  TaxExportRequest,
  TaxExportScheduleRequest,
  WalletIdentity,
  WalletList,
  WalletMetadataRequest,
  WalletResponse,
} from "./wallets/schemas.js";
export * from "./wallets/tax-endpoints.js";
