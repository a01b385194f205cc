/** Receipts of what was decided: a chain of lines, and its verification. */

export type {
  DecisionReceipt,
  OutcomeReceipt,
  Receipt,
  ReceiptProblem,
  Receipts,
} from "../signing/skeleton/receipts.js";
export { createReceipts, type ReceiptsOptions } from "./create-receipts.js";
export { createFileReceipts } from "./file-receipts.js";
export {
  type ReceiptsSummary,
  type SignedTotal,
  summarizeReceipts,
} from "./summarize-receipts.js";
export { type ReceiptAnchor, type ReceiptsReport, verifyReceipts } from "./verify-receipts.js";
