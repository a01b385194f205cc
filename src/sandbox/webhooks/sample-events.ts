import { createUnknownError } from "../../errors/unknown-option.js";
import type { KnownWebhookEvent } from "../../webhooks/events.js";
import { demoWallet } from "../world/demo-wallet.js";
import { findEntry } from "../world/state.js";

export type WebhookEventType = KnownWebhookEvent["event_type"];

type EventOf<Type extends WebhookEventType> = Extract<KnownWebhookEvent, { event_type: Type }>;

/** The fields to replace in an example of an event. */
export type WebhookOverrides<Type extends WebhookEventType = WebhookEventType> =
  Type extends WebhookEventType ? Partial<Omit<EventOf<Type>, "event_type">> : never;

const common = {
  chainId: 137,
  status: "COMPLETED",
  walletAddress: demoWallet,
  transactionHash: `0x${"1".repeat(64)}`,
} as const;

const samples: { readonly [Type in WebhookEventType]: EventOf<Type> } = {
  "ramp.deposit": {
    event_type: "ramp.deposit",
    ...common,
    orderId: "deposit_sample",
    type: "ON_RAMP",
    sendFiatAmount: "100",
    sendFiatCurrency: "USD",
    receivedCryptoAmount: "99",
    receivedCryptoCurrency: "USDC",
  },
  "ramp.withdraw": {
    event_type: "ramp.withdraw",
    ...common,
    orderId: "withdrawal_sample",
    type: "OFF_RAMP",
    sendCryptoAmount: "100",
    sendCryptoCurrency: "USDC",
    receivedFiatAmount: "99.95",
    receivedFiatCurrency: "USD",
    estimatedGasFeeAmount: "0.05",
    transactionFeeAmount: "0",
    userOpHash: `0x${"2".repeat(64)}`,
  },
  ping: { event_type: "ping", data: { success: true } },
};

export const webhookEventTypes = Object.keys(samples) as WebhookEventType[];

export function createSampleEvent(type: string, overrides: object = {}): KnownWebhookEvent {
  const sample = findEntry(samples, type);
  if (sample) return { ...sample, ...overrides };
  throw createUnknownError("trigger", "event", type, webhookEventTypes);
}
