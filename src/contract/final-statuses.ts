import type { FinalSessionStatus } from "./kyc/records.js";
import type { FinalTransactionStatus } from "./wallets/history-records.js";

/** The statuses after which a transaction no longer changes. Unknown statuses are not final. */
export const finalTransactionStatuses: ReadonlySet<string> = new Set<FinalTransactionStatus>([
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
]);

/** The statuses after which a verification session no longer changes. */
export const finalSessionStatuses: ReadonlySet<string> = new Set<FinalSessionStatus>([
  "COMPLETED",
  "FAILED",
  "EXPIRED",
]);
