import type {
  ExecuteOperationRequest,
  ExecuteQuoteRequest,
} from "../../contract/operations/records.js";
import type { Given } from "../../contract/records/schema.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Operation } from "../world/world.js";
import { openLimitOrder } from "./settle-limit-orders.js";
import { bridgeDuration, settlementDuration, submitOperation } from "./settle-operations.js";
import { isDigestSignedBy, isHashSignedBy } from "./user-operation.js";

type ExecuteBody = Given<ExecuteOperationRequest | ExecuteQuoteRequest>;

function getExecutableOperation({
  world,
  project,
  body,
}: Pick<OperationRequest<ExecuteBody>, "world" | "project" | "body">): Operation {
  // The deprecated `quoteId` is ignored beside the hash. Alone, it is the hash.
  const hash = body.userOperationHash ?? body.quoteId;
  const operation = findEntry(world.operations, hash.toLowerCase());
  if (operation?.projectId !== project.id) throw new ServiceError("USER_OPERATION_NOT_FOUND");
  if (operation.state === "executed")
    throw createExecutionError("the operation was already executed");
  if (world.time >= operation.expiresAt) throw createExecutionError("the operation has expired");
  if (operation.fate === "rejected")
    throw createExecutionError("the amount is reserved for this error");
  return operation;
}

/** @unverified the service documents this id for an expired operation only */
function createExecutionError(why: string): ServiceError {
  return new ServiceError("EXECUTE_USER_OP", `Failed to execute user operation: ${why}`, 400);
}

async function assertSignatures(
  { hash, owner, authorization }: Operation,
  body: ExecuteBody,
): Promise<void> {
  if (!(await isHashSignedBy(hash, body.signature, owner))) {
    throw createExecutionError(
      "invalid signature: the owner signs the 32 bytes of the hash, not its text",
    );
  }
  if (!authorization?.hash) return;
  if (body.authorization === undefined)
    throw createExecutionError("the wallet's first operation needs an authorization");
  if (!(await isDigestSignedBy(authorization.hash, body.authorization, owner))) {
    throw createExecutionError(
      "invalid authorization: the owner signs the digest as it is, with no prefix",
    );
  }
}

export const executeHandlers: OperationHandlers = {
  async "operations.execute"(request) {
    const { world, body } = request;
    const operation = getExecutableOperation(request);
    await assertSignatures(operation, body);
    if (world.outages.includes("queue"))
      throw new ServiceError("EXECUTE_USER_OP", "The operation could not be queued", 500);
    if (operation.order) openLimitOrder(world, operation);
    else submitOperation(world, operation);
    return {
      userOperationHash: operation.hash,
      userOpHash: operation.hash,
      estimatedExecutionTime: toIsoTime(
        world.time + settlementDuration + (operation.crossChain ? bridgeDuration : 0),
      ),
    };
  },
};
