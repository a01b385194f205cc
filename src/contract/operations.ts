import { endpoint } from "./endpoint.js";
import { Hash, Signature, Text } from "./primitives.js";
import { HexText } from "./records.js";
import { maybe, optional, record, request } from "./schema.js";
import type * as t from "./types/operations.js";

/** What submits a signed operation. */
export const ExecuteOperationRequest = request<t.ExecuteOperationRequest>(() => ({
  userOperationHash: Hash,
  signature: Signature,
  authorization: optional(Signature),
}));

/** The receipt of a queued operation. */
export const QueuedOperation = record<t.QueuedOperation>(() => ({
  userOperationHash: HexText,
  userOpHash: maybe(HexText),
  estimatedExecutionTime: maybe(Text),
}));

/** Submits what was signed. */
export const executeOperation = endpoint({
  name: "operations.execute",
  title: "Submit a signed operation",
  method: "POST",
  path: "/api/v1/crypto/execute-user-op",
  body: ExecuteOperationRequest,
  response: QueuedOperation,
  errors: ["EXECUTE_USER_OP", "UNAVAILABLE_COMPUTE_UNITS", "USER_OPERATION_NOT_FOUND"],
  effect: "write",
  known: "published",
  lookup:
    "look for the userOperationHash with client.wallets.waitForTransaction before you submit again",
});
