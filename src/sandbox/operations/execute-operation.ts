import type { ExecuteOperationRequest } from "../../contract/operations/types.js";
import {
  find,
  type Handler,
  type Handlers,
  type Incoming,
  isoTime,
} from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import { openOrder } from "../swap/settle-limit-orders.js";
import type { Operation } from "../world/world.js";
import { onBridge, onChain, submit } from "./settle-operations.js";
import { signedDigest, signedHash } from "./user-operation.js";

/** The operation of that hash, if it can be executed now. */
function executable({
  world,
  project,
  body,
}: Pick<Incoming<ExecuteOperationRequest>, "world" | "project" | "body">): Operation {
  const operation = find(world.operations, body.userOperationHash.toLowerCase());
  if (operation?.projectId !== project.id) throw new Refusal("USER_OPERATION_NOT_FOUND");
  if (operation.state === "executed") throw refused("the operation was already executed");
  if (world.time >= operation.expiresAt) throw refused("the operation has expired");
  return operation;
}

function refused(why: string): Refusal {
  return new Refusal("EXECUTE_USER_OP", `Failed to execute user operation: ${why}`, 400);
}

async function requireSigned(
  { hash, owner, authorization }: Operation,
  body: ExecuteOperationRequest,
): Promise<void> {
  if (!(await signedHash(hash, body.signature, owner))) {
    throw refused("invalid signature: the owner signs the 32 bytes of the hash, not its text");
  }
  if (!authorization?.hash) return;
  if (body.authorization === undefined)
    throw refused("the wallet's first operation needs an authorization");
  if (!(await signedDigest(authorization.hash, body.authorization, owner))) {
    throw refused("invalid authorization: the owner signs the digest as it is, with no prefix");
  }
}

const execute: Handler<"operations.execute"> = async (incoming) => {
  const { world, body } = incoming;
  await requireSigned(executable(incoming), body);
  if (world.outages.includes("queue"))
    throw new Refusal("EXECUTE_USER_OP", "The operation could not be queued", 500);
  // The clock may have moved on, and the operation may have been executed, while the signatures were looked at.
  const operation = executable(incoming);
  if (operation.order) openOrder(world, operation);
  else submit(world, operation);
  return {
    body: {
      userOperationHash: operation.hash,
      userOpHash: operation.hash,
      estimatedExecutionTime: isoTime(world.time + onChain + (operation.crossChain ? onBridge : 0)),
    },
  };
};

export const executeHandlers: Handlers = { "operations.execute": execute };
