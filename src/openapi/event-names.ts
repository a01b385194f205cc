import type { KnownWebhookEvent } from "../webhooks/events.js";

/** The names of the events' schemas: those of their types. */
export const eventNames = {
  "ramp.deposit": "RampDepositEvent",
  "ramp.withdraw": "RampWithdrawEvent",
  ping: "PingEvent",
} as const satisfies Record<KnownWebhookEvent["event_type"], string>;
