import { endpoint } from "../shared/endpoint.js";
import { ExecuteOperationRequest, QueuedOperation } from "./schemas.js";
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
  same: { userOperationHash: ["body.userOperationHash", "body.quoteId"] },
});

/** The endpoints of this file, in the order of the reference. */
export default [executeOperation] as const;
