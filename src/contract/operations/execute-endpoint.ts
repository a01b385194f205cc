import { endpoint } from "../shared/endpoint.js";
import { matchHex } from "../shared/repeated-value.js";
import { ExecuteOperationRequest, QueuedOperation } from "./schemas.js";

export const executeOperation = endpoint({
  name: "operations.execute",
  title: "Submit a signed operation",
  method: "POST",
  path: "/api/v1/crypto/execute-user-op",
  body: ExecuteOperationRequest,
  response: QueuedOperation,
  status: 202,
  errors: ["EXECUTE_USER_OP", "UNAVAILABLE_COMPUTE_UNITS", "USER_OPERATION_NOT_FOUND"],
  effect: "write",
  known: "published",
  lookup:
    "look for the userOperationHash with client.wallets.waitForTransaction. Never submit it again: sign a new quote only a minute after it has expired, if it is still not found",
  same: ({ body }) => ({
    userOperationHash: matchHex(body.userOperationHash ?? body.quoteId),
  }),
});

/** In a file of its own: a page that executes swaps loads no schemas of transfers and batches. */
export default [executeOperation] as const;
