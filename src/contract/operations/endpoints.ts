import { endpoint } from "../shared/endpoint.js";
import { matchHex } from "../shared/repeated-value.js";
import { CustomOperationRequest, OperationPath, UserOperationResponse } from "./custom-records.js";
import {
  BatchRequest,
  PreparedBatch,
  TransferRequest,
  TransferResponse,
} from "./prepared-records.js";
import { ExecuteOperationRequest, QueuedOperation } from "./records.js";

export const prepareTransfer = /* @__PURE__ */ endpoint({
  name: "operations.transfer",
  title: "Prepare a transfer of a token to any account",
  method: "POST",
  path: "/api/v1/crypto/transfer",
  body: TransferRequest,
  response: TransferResponse,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "INTERNAL_SERVER_ERROR",
  ],
  effect: "quote",
  signed: true,
  known: "published",
});

export const prepareBatch = /* @__PURE__ */ endpoint({
  name: "operations.batch",
  title: "Prepare several operations that are executed together, or not at all",
  method: "POST",
  path: "/api/v1/crypto/batch-operations",
  body: BatchRequest,
  response: PreparedBatch,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
  ],
  effect: "quote",
  signed: true,
  known: "published",
});

export const prepareCustomOperation = /* @__PURE__ */ endpoint({
  name: "operations.custom",
  title: "Prepare contract calls of your own",
  method: "POST",
  path: "/api/v1/crypto/custom-user-operation",
  body: CustomOperationRequest,
  response: UserOperationResponse,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
  ],
  effect: "quote",
  signed: true,
  known: "published",
});

export const getOperation = /* @__PURE__ */ endpoint({
  name: "operations.get",
  title: "Get a prepared operation by its hash, without a status",
  method: "GET",
  path: "/api/v1/crypto/user-operation/{userOperationHash}",
  params: OperationPath,
  response: UserOperationResponse,
  errors: ["USER_OPERATION_NOT_FOUND"],
  effect: "read",
  known: "published",
  same: ({ params }) => ({
    "userOperation.userOperationHash": matchHex(params.userOperationHash),
  }),
});

export const executeOperation = /* @__PURE__ */ endpoint({
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

/** The endpoints of operations, in the order of the reference. */
export default [
  prepareTransfer,
  prepareBatch,
  prepareCustomOperation,
  getOperation,
  executeOperation,
] as const;
