/** Transaction types of the sandbox. @unverified the service's own words */
export type UnverifiedTransactionType =
  | "ADD_LIQUIDITY"
  | "REMOVE_LIQUIDITY"
  | "REBALANCE_LIQUIDITY"
  | "COLLECT_LIQUIDITY_FEES"
  | "APPROVE"
  | "ON_RAMP"
  | "OFF_RAMP"
  | "TRANSFER"
  | "BATCH"
  | "CUSTOM_OPERATION";

/** Fee types of the sandbox. @unverified the service's own words */
export type UnverifiedFeeType = "TRANSACTION" | "EXTRA" | "SERVICE";

/** Swap providers of the sandbox. @unverified the service's own words */
export type UnverifiedSwapProvider = "ROUTER_A" | "ROUTER_B" | "ROUTER_C" | "ORDER_BOOK";

/** Lending positions of the sandbox. @unverified the service's own words */
export type UnverifiedPositionType = "SUPPLY" | "BORROW";

/** The document of a company in the sandbox. @unverified the service's own words */
export type UnverifiedCompanyDocument = "COMPANY_REGISTRATION";

/** Why a verification fails in the sandbox. @unverified the service's own words */
export type UnverifiedFailureReason = "DOCUMENT_UNREADABLE";

/** Directions of financial limits in the sandbox. @unverified the service's own words */
export type UnverifiedLimitType = "ON_RAMP" | "OFF_RAMP";

/** Types of identities in the sandbox. @unverified the service's own words */
export type UnverifiedIdentityType = "INDIVIDUAL" | "BUSINESS";

/** The issuer of real-world assets in the sandbox. @unverified the service's own words */
export type UnverifiedRwaProvider = "ISSUER_A";
