import { finalTransactionStatuses } from "../contract/final-statuses.js";
import { isRecordOf } from "../contract/wallets/history-miss.js";
import type {
  FinalTransaction,
  HistoryPage,
  Transaction,
} from "../contract/wallets/history-records.js";
import { RequestValidationError } from "../errors/data.js";
import { withUnknownOutcome } from "../errors/outcome.js";
import type { CallOptions } from "../http/config/options.js";
import { type SafePromise, toSafePromise } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import type { HistoryLookup, Progress, WaitOptions, WaitTarget } from "../http/features/wait.js";
import { createIssue } from "../http/validation/create-issue.js";
import { isObject } from "../shared/guards.js";
import type { Hex } from "../shared/patterns.js";

/** The operation to wait for. The results of signing and of `operations.execute` have the hash. */
export interface WaitSubject {
  readonly userOperationHash: Hex;
  /** Its wallet, as in the result of signing. Another one is rejected. */
  readonly walletAddress?: string | null | undefined;
  /**
   * When it expires, as in the result of signing. Only with it and `walletAddress`, a timeout says
   * whether you can sign again.
   */
  readonly expiresAt?: string | number | null | undefined;
}

/** The options of a wait for a transaction. */
export type TransactionWaitOptions = WaitOptions<Progress<Transaction>>;

/** Polls the history of a wallet until the record of an operation has a final status. */
export function waitForTransaction(
  ...args: Parameters<typeof pollHistory>
): SafePromise<FinalTransaction, "wallets.history"> {
  return toSafePromise(pollHistory(...args));
}

/** The filter matches one record. More show whether the service has ignored it. */
const take = 10;

async function pollHistory(
  transport: Transport,
  operation: string,
  walletAddress: string,
  subject: WaitSubject,
  options?: TransactionWaitOptions,
  defaults?: WaitTarget<Transaction>["defaults"],
): Promise<FinalTransaction> {
  const userOperationHash = validateHash(operation, subject);
  let lookup: HistoryLookup | undefined;
  const read = async (callOptions: CallOptions) => {
    const input = { params: { walletAddress }, query: { userOperationHash, take } };
    const call = transport.call("wallets.history", input, callOptions);
    const { data, response } = await call.withResponse();
    // A response that drifts may be any JSON.
    const { transactions: records, nextLastId: cursor }: Partial<HistoryPage> = data ?? {};
    const date = response.headers.get("date");
    lookup = { records, cursor, hash: userOperationHash, take, date };
    const items = Array.isArray(records) ? records.filter(isObject) : [];
    const own = items.filter((item) => isRecordOf(item, userOperationHash));
    // One that was executed wins, and one that is processed comes before a failure.
    const match =
      own.find(({ status }) => status !== "FAILED" && finalTransactionStatuses.has(status)) ??
      own.find(({ status }) => status !== "FAILED") ??
      own[0];
    // A record may have no hash while it is processed. A final record without it does not match.
    return (match ??
      items.find(
        (item) => !item.userOperationHash && !finalTransactionStatuses.has(item.status),
      )) as Transaction | undefined;
  };
  const target = {
    operation,
    subject: userOperationHash,
    read,
    getHistoryLookup: () => lookup,
    getStatus: (found: Transaction) => found.status,
    final: finalTransactionStatuses,
    signed: subject,
    walletAddress,
    advice: "It is already submitted. Do not submit it again. Wait again with the same hash.",
    defaults,
  };
  return (await transport.wait(target, options)) as FinalTransaction;
}

/** Without a hash, the history filter would be empty and match any transaction. */
function validateHash(operation: string, subject: Partial<WaitSubject> | undefined): Hex {
  const hash = subject?.userOperationHash;
  if (typeof hash === "string" && hash.length > 0) return hash;
  const isGiven = typeof subject === "object";
  const path = isGiven ? "userOperationHash" : "subject";
  const expected = isGiven
    ? "the hash of the submitted operation"
    : "an object { userOperationHash }, such as the result of execute";
  const issues = [createIssue([path], "invalid_type", expected, typeof (isGiven ? hash : subject))];
  throw withUnknownOutcome(new RequestValidationError(operation, issues));
}
