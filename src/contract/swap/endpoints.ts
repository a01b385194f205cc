import type { ObjectSchema } from "../records/schema.js";
import { endpoint } from "../shared/endpoint.js";
import { Id } from "../shared/primitives.js";
import {
  CancelLimitOrderRequest,
  CancelLimitOrderResult,
  PreparedCancellation,
} from "./cancellation-records.js";
import { SwapQuoteRequest, SwapQuotes } from "./records.js";

const TransactionPath: ObjectSchema<{ transactionId: string }> = {
  kind: "request",
  fields: () => ({
    /** The id of the limit order's transaction in the history. */
    transactionId: Id,
  }),
};

/** Quote a swap, or, with minAmountOut, a limit order. */
export const quoteSwap = /* @__PURE__ */ endpoint({
  name: "swap.quote",
  title: "Quote a swap, or, with minAmountOut, a limit order",
  label: "E1",
  method: "POST",
  path: "/api/v1/crypto/swap",
  body: SwapQuoteRequest,
  response: SwapQuotes,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "SWAP_QUOTE",
  ],
  effect: "quote",
  signed: true,
  known: "contract",
  slow: (body) => body.routeProfile === "FASTEST_BRIDGE" || body.routeProfile === "BEST_OUTPUT",
});

const EmptyBody: ObjectSchema<Record<never, never>> = { kind: "request", fields: () => ({}) };

export const prepareCancellation = /* @__PURE__ */ endpoint({
  name: "swap.prepareCancellation",
  title: "Prepare the cancellation of a limit order",
  method: "POST",
  path: "/api/v1/crypto/limit-orders/{transactionId}/cancel",
  params: TransactionPath,
  // The service's documentation does not mention a body: an empty object is the safe form.
  body: EmptyBody,
  response: PreparedCancellation,
  errors: ["CANCEL_LIMIT_ORDER_NOT_ALLOWED", "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND"],
  // Assumed: it stores a preparation, and the order stays open until a signature is submitted.
  effect: "quote",
  known: "published",
});

/** Execute a signed limit-order cancellation. */
export const cancelLimitOrder = /* @__PURE__ */ endpoint({
  name: "swap.cancelLimitOrder",
  title: "Execute a signed limit-order cancellation",
  label: "E17",
  method: "POST",
  path: "/api/v1/crypto/limit-orders/{transactionId}/cancel/execute",
  params: TransactionPath,
  body: CancelLimitOrderRequest,
  response: CancelLimitOrderResult,
  errors: ["CANCEL_LIMIT_ORDER_NOT_ALLOWED", "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND"],
  effect: "write",
  known: "contract",
  lookup: "read the order's status from client.wallets.history: a final status means closed",
});

/** The endpoints of this file, in the order of the reference. */
export default [quoteSwap, prepareCancellation, cancelLimitOrder] as const;
