import { signedTypedData, wrappedForAccount } from "../operations/user-operation.js";
import {
  find,
  type Handler,
  type Handlers,
  type Incoming,
  isWalletOf,
} from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import type { LimitOrder } from "../world/world.js";
import { closeOrder } from "./settle-limit-orders.js";

/** The open order behind a transaction of the project. */
function openOrderOf({
  world,
  project,
  params,
}: Pick<Incoming, "world" | "project" | "params">): LimitOrder {
  const id = params.transactionId;
  const order = find(world.orders, id);
  if (order?.projectId === project.id) return order;
  const own = Object.entries(world.history).some(
    ([wallet, records]) =>
      isWalletOf(world, project, wallet) && records.some((record) => record.id === id),
  );
  throw new Refusal(
    own ? "CANCEL_LIMIT_ORDER_NOT_ALLOWED" : "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND",
  );
}

const prepareCancellation: Handler<"swap.prepareCancellation"> = (incoming) => {
  const order = openOrderOf(incoming);
  order.cancellation = wrappedForAccount(
    order.chainId,
    order.wallet,
    `cancel:${order.transactionId}:${order.operationHash}`,
  );
  return {
    body: {
      id: order.transactionId,
      requiresExecution: true,
      status: "PENDING_SIGNATURE",
      signData: [{ type: "LIMIT_ORDER", typedData: order.cancellation }],
      expiresAt: null,
      fees: [],
    },
  };
};

const cancelLimitOrder: Handler<"swap.cancelLimitOrder"> = async (incoming) => {
  const { owner, cancellation } = openOrderOf(incoming);
  if (!cancellation)
    throw new Refusal("CANCEL_LIMIT_ORDER_NOT_ALLOWED", "The cancellation has not been prepared");
  if (!(await signedTypedData(cancellation, incoming.body.signature, owner))) {
    throw new Refusal(
      "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
      "The signature is not the owner's over the prepared typed data",
    );
  }
  // The order may have been filled while the signature was looked at.
  closeOrder(incoming.world, openOrderOf(incoming));
  return { body: { success: true } };
};

export const limitOrderHandlers: Handlers = {
  "swap.prepareCancellation": prepareCancellation,
  "swap.cancelLimitOrder": cancelLimitOrder,
};
