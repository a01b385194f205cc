import type { KnownWord } from "../../contract/records/schema.js";
import type { Fee } from "../../contract/shared/records.js";
import type { TransactionType } from "../../contract/wallets/history-records.js";

/**
 * The words that only the sandbox sends, because the service's documentation names none. The
 * service has other words in their place, so do not branch on these.
 */
export interface SandboxWords {
  /** `type` of a transaction. */
  transactionType:
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
  /** `type` of a fee. */
  feeType: "TRANSACTION" | "EXTRA" | "SERVICE";
  /** `swapProvider` of a quote. */
  swapProvider: "ROUTER_A" | "ROUTER_B" | "ROUTER_C" | "ORDER_BOOK";
  /** `positionType` of a lending position. */
  positionType: "SUPPLY" | "BORROW";
  /** `document.type` and `document.category` of a company's session. */
  companyDocument: "COMPANY_REGISTRATION";
  /** `failureReason` of a session. */
  failureReason: "DOCUMENT_UNREADABLE";
  /** `type` of a financial limit. */
  limitType: "ON_RAMP" | "OFF_RAMP";
  /** `identityType` of financial limits. */
  identityType: "INDIVIDUAL" | "BUSINESS";
  /** `rwaProvider` of a token. */
  rwaProvider: "ISSUER_A";
}

export type SentTransactionType = KnownWord<TransactionType> | SandboxWords["transactionType"];
export type SentFeeType = KnownWord<Fee["type"]> | SandboxWords["feeType"];
