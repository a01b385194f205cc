import type { FinalSessionStatus } from "../kyc/types.js";
import type { FinalTransactionStatus } from "../wallets/types.js";

/** Where a transaction has come to its end. Every other status goes on, the unknown ones too. */
export const finalTransactionStatuses: ReadonlySet<string> = new Set<FinalTransactionStatus>([
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
]);

/** Where a verification session has come to its end. */
export const finalSessionStatuses: ReadonlySet<string> = new Set<FinalSessionStatus>([
  "COMPLETED",
  "FAILED",
  "EXPIRED",
]);
