import {
  AuthenticationError,
  ComputeUnitsExhaustedError,
  QuoteExpiredError,
  TokensNotAuthorizedError,
  WalletNotRegisteredError,
} from "./api.js";

export const errorClasses = {
  UNAVAILABLE_COMPUTE_UNITS: ComputeUnitsExhaustedError,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: WalletNotRegisteredError,
  NOT_AUTHORIZED_TOKENS: TokensNotAuthorizedError,
  FIAT_QUOTE_EXPIRED: QuoteExpiredError,
  UNAUTHORIZED_EXCEPTION: AuthenticationError,
} as const;
