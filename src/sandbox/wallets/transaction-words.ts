import type { KnownWord } from "../../contract/shared/schema.js";
import type { TransactionStatus } from "../../contract/wallets/types.js";

/** The statuses that the service's filter accepts, in the service's order. */
export const transactionStatuses = [
  "PROCESSING",
  "ON_BRIDGE",
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
] as const satisfies readonly KnownWord<TransactionStatus>[];
