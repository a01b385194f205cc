/** Webhooks: verified signatures, typed events, and each delivery processed once. */

export type { NodeHandler, NodeRequest, NodeResponse } from "../node/node-types.js";
export { type NodeHandlerOptions, toNodeHandler } from "../node/to-node-handler.js";
export {
  type CheckRampEventOptions,
  checkRampEvent,
  type ExpectedRampOrder,
  type RampProblem,
  type RampProblemCode,
} from "./check-ramp-event.js";
export {
  createWebhookHandler,
  type ReceivedWebhook,
  type WebhookCallback,
  type WebhookCallbacks,
  type WebhookHandlerOptions,
} from "./create-webhook-handler.js";
export type {
  PingEvent,
  RampDepositEvent,
  RampEvent,
  RampStatus,
  RampWithdrawEvent,
  UnknownEventType,
  UnknownWebhookEvent,
  WebhookEvent,
} from "./events.js";
export type { WebhookHeaders } from "./headers.js";
export { parseWebhookEvent } from "./parse-webhook-event.js";
export type { RawBody } from "./raw-body.js";
export {
  createReplayGuard,
  type ReplayClaim,
  type ReplayGuardOptions,
  type ReplayResponse,
  type ReplayStore,
} from "./replay-guard.js";
export type { WebhookSecret } from "./secrets.js";
export { type SignedWebhook, type SignWebhookOptions, signWebhook } from "./sign-webhook.js";
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookDelivery,
} from "./verify-webhook.js";
