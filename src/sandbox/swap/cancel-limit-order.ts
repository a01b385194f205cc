import type {
  CancellationFee,
  PreparedCancellation,
} from "../../contract/swap/cancellation-records.js";
import { fromUnits } from "../../shared/decimal.js";
import { closeLimitOrder, describeOutput } from "../operations/settle-limit-orders.js";
import { isTypedDataSignedBy, wrapForAccount } from "../operations/user-operation.js";
import { convertToNative, getChargedToken, getRecipient } from "../shared/charges.js";
import { isProjectWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { convertToCurrencies, getPrice, getUsdValue } from "../world/prices.js";
import { findEntry } from "../world/state.js";
import type { Charge, LimitOrder, World } from "../world/world.js";

function getOpenOrder({
  world,
  project,
  params,
}: Pick<OperationRequest, "world" | "project" | "params">): LimitOrder {
  const id = params.transactionId;
  const order = findEntry(world.orders, id);
  if (order?.operation.projectId === project.id) return order;
  const own = Object.entries(world.history).some(
    ([wallet, records]) =>
      isProjectWallet(world, project, wallet) && records.some((record) => record.id === id),
  );
  throw new ServiceError(
    own ? "CANCEL_LIMIT_ORDER_NOT_ALLOWED" : "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND",
  );
}

type FilledPart = Required<Pick<PreparedCancellation, "fees" | "receivedAmount">>;

/** The fees and the output of the filled part of an order. A cancellation itself costs nothing. */
function describeFilledPart(
  world: World,
  order: LimitOrder,
): Partial<FilledPart> & Pick<FilledPart, "fees"> {
  const { operation, filled } = order;
  if (filled === 0) return { fees: [] };
  const parts = operation.bookings.map((booking) => ({
    ...booking,
    units: (booking.units * BigInt(filled)) / 100n,
  }));
  const receivedAmount = describeOutput(world, order);
  return {
    fees: parts.flatMap((part) => ("type" in part ? [describeFee(world, part)] : [])),
    ...(receivedAmount && { receivedAmount: { ...receivedAmount } }),
  };
}

function describeFee(world: World, charge: Charge): CancellationFee {
  const { type, units, percent } = charge;
  const token = getChargedToken(charge);
  const { usd, brl } = convertToCurrencies(units, token.decimals, getPrice(world, token));
  return {
    type,
    amount: { value: fromUnits(units, token.decimals), usd, brl },
    nativeAmount: convertToNative(world, token, getUsdValue(world, token, units)),
    percent,
    recipient: getRecipient(charge),
    tokenAddress: token.address,
  };
}

export const limitOrderHandlers: OperationHandlers = {
  "swap.prepareCancellation"(request) {
    const order = getOpenOrder(request);
    const { chainId, wallet, hash } = order.operation;
    order.cancellation = wrapForAccount(chainId, wallet, `cancel:${order.transactionId}:${hash}`);
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
    const { operation, cancellation } = getOpenOrder(request);
    if (!cancellation)
      throw new ServiceError(
        "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
        "The cancellation has not been prepared",
      );
    if (!(await isTypedDataSignedBy(cancellation, request.body.signature, operation.owner))) {
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
