import { closeLimitOrder } from "../operations/settle-limit-orders.js";
import { isTypedDataSignedBy, wrapForAccount } from "../operations/user-operation.js";
import { isProjectWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { findEntry } from "../world/state.js";
import type { LimitOrder } from "../world/world.js";
import { describeFilledPart } from "./describe-filled-part.js";

function getOpenOrder({
  world,
  project,
  params,
}: Pick<OperationRequest, "world" | "project" | "params">): LimitOrder {
  const id = params.transactionId;
  const order = findEntry(world.orders, id);
  if (order?.projectId === project.id) return order;
  const own = Object.entries(world.history).some(
    ([wallet, records]) =>
      isProjectWallet(world, project, wallet) && records.some((record) => record.id === id),
  );
  throw new ServiceError(
    own ? "CANCEL_LIMIT_ORDER_NOT_ALLOWED" : "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND",
  );
}

export const limitOrderHandlers: OperationHandlers = {
  "swap.prepareCancellation"(request) {
    const order = getOpenOrder(request);
    order.cancellation = wrapForAccount(
      order.chainId,
      order.wallet,
      `cancel:${order.transactionId}:${order.operationHash}`,
    );
    return {
      id: order.transactionId,
      requiresExecution: true,
      status: "PENDING_SIGNATURE",
      signData: [{ type: "LIMIT_ORDER", typedData: order.cancellation }],
      expiresAt: null,
      ...describeFilledPart(request.world, order),
    };
  },
  async "swap.cancelLimitOrder"(request) {
    const { owner, cancellation } = getOpenOrder(request);
    if (!cancellation)
      throw new ServiceError(
        "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
        "The cancellation has not been prepared",
      );
    if (!(await isTypedDataSignedBy(cancellation, request.body.signature, owner))) {
      throw new ServiceError(
        "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
        "The signature is not the owner's over the prepared typed data",
      );
    }
    // Get the order again: it may have been filled during the signature check.
    closeLimitOrder(request.world, getOpenOrder(request));
    return { success: true };
  },
};
