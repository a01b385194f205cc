import type { FiatWithdrawalQuote } from "../../contract/fiat/withdrawal-records.js";
import type { CustomOperationRequest } from "../../contract/operations/custom-records.js";
import type { BatchRequest, TransferRequest } from "../../contract/operations/prepared-records.js";
import type { SwapQuoteRequest } from "../../contract/swap/records.js";
import { isObject } from "../../shared/guards.js";
import { requestFields } from "../quote/quote-options.js";
import { prefixPath, type ReportProblem } from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-options.js";
import type { Reading } from "../skeleton/sign.js";
import type { StatedOperation } from "../statement/statement.js";
import { isWithdrawalQuote, type RequestedWithdrawal } from "./read-withdrawal.js";

/** The request of `client.operations.transfer`, `batch` or `custom`, or a withdrawal quote. */
export type OperationRequest =
  | TransferRequest
  | BatchRequest
  | CustomOperationRequest
  | FiatWithdrawalQuote;

/** One operation of a batch, with the kind of its request. */
export type RequestedOperation =
  | { kind: "transfer"; request: TransferRequest }
  | { kind: "swap"; request: SwapQuoteRequest }
  | { kind: "liquidity" };

/** A copied request, and what it asks for. */
export type Requested =
  | RequestedWithdrawal
  | { kind: "transfer"; request: TransferRequest }
  | {
      kind: "batch";
      request: Pick<BatchRequest, "walletAddress" | "chainId">;
      operations: RequestedOperation[];
    }
  | { kind: "custom"; request: CustomOperationRequest };

/** What is read of every operation. It is judged and signed. */
export interface OperationBase extends Pick<Reading, "parts" | "expiresAt"> {
  /** Undefined if only its hash is known. */
  operation?: StatedOperation | undefined;
}

// Records, so that TypeScript reports a missing name.
// biome-ignore format: a compact table
const transferFields: Fields<TransferRequest> = {
  amount: "value", chainId: "value", gasFeePaymentMethod: "value", payGasFeeToken: "value", token: "value",
  walletAddress: "value", toAddress: "value", transactionFeePercent: "value", metadata: "any",
};
// biome-ignore format: a compact table
const customFields: Fields<CustomOperationRequest> = {
  chainId: "value", walletAddress: "value", payGasFeeToken: "value", operations: "any", metadata: "any",
};
// biome-ignore format: a compact table
const batchFields: Fields<BatchRequest> = { walletAddress: "value", chainId: "value", operations: "any" };
type BatchItemRequest = { type?: unknown; params?: unknown };
const itemFields: Fields<BatchItemRequest> = { type: "value", params: "any" };

/** The kind of a prepared operation, by its shape. Undefined for all others. */
export function findKind(operation: object): Requested["kind"] | undefined {
  if ("amountToSend" in operation || "amountToBeReceived" in operation) return "transfer";
  if ("withdrawalInstructions" in operation || "amountToSendInCryptoCurrency" in operation)
    return "withdrawal";
  if ("operations" in operation) return "batch";
  return "sender" in operation ? "custom" : undefined;
}

/** Copies a request with its own fields. An unknown field is an error, because it is no limit. */
export function readRequest(
  subject: string,
  expect: unknown,
  report: ReportProblem,
): Requested | undefined {
  const own = prefixPath(report, "expect");
  if (!isObject(expect)) return report("request", "expect", "the request", expect);
  // As a response, it may have fields that are not known.
  if (isWithdrawalQuote(expect)) return { kind: "withdrawal", quote: expect, request: {} };
  const name = `${subject}: expect`;
  if (!("operations" in expect)) {
    const request = copyOptions(name, expect as never, transferFields, own);
    return request && { kind: "transfer", request };
  }
  const list: unknown = expect.operations;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject))
    return own("request", "operations", "a list of operations", typeof list);
  if (list.some((item) => "address" in item)) {
    const request = copyOptions(name, expect as never, customFields, own);
    return request && { kind: "custom", request };
  }
  const request = copyOptions<BatchRequest>(name, expect as never, batchFields, own);
  if (!request) return undefined;
  const operations = Array.from(list, (item, i) =>
    readItem(`${name}.operations[${i}]`, item, i, own),
  );
  return operations.every((each) => each !== undefined)
    ? { kind: "batch", request, operations }
    : undefined;
}

function readItem(
  name: string,
  item: object,
  i: number,
  report: ReportProblem,
): RequestedOperation | undefined {
  const at = prefixPath(report, `operations[${i}]`);
  const { type, params } = copyOptions(name, item as BatchItemRequest, itemFields, at) ?? {};
  if (type === "liquidity") return { kind: "liquidity" };
  if (type !== "transfer" && type !== "swap")
    return at("request", "type", "transfer, swap or liquidity", type);
  if (!isObject(params)) return at("request", "params", "the fields of the operation", params);
  const inner = prefixPath(at, "params");
  const fields = type === "transfer" ? transferFields : requestFields;
  const request = copyOptions<object>(`${name}.params`, params, fields as Fields<object>, inner);
  return request && ({ kind: type, request } as RequestedOperation);
}
