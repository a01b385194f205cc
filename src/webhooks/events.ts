import type { Maybe, Open } from "../contract/records/schema.js";

/** The status of a ramp order. */
export type RampStatus = "PROCESSING" | "COMPLETED" | "FAILED";

/**
 * The common fields of ramp events. `orderId` and `status` are always present: events without them
 * are rejected. Amounts are strings if they are present.
 */
export interface RampEvent {
  /** The id of the order. @unverified whether it is the order's `id` */
  orderId: string;
  /** The status of the order: `PROCESSING`, `COMPLETED`, `FAILED`, or another word. */
  status: Open<RampStatus>;
  /** `ON_RAMP`: fiat to crypto. `OFF_RAMP`: crypto to fiat. */
  type?: Maybe<Open<"ON_RAMP" | "OFF_RAMP">>;
  /** The id of the chain. */
  chainId?: Maybe<number>;
  /** The wallet. May be in mixed case: compare case-insensitively. */
  walletAddress?: Maybe<string>;
  /** The hash of the transaction on the chain. */
  transactionHash?: Maybe<string>;
}

/** The status of a fiat deposit changed. */
export interface RampDepositEvent extends RampEvent {
  /** Names the kind of event. */
  event_type: "ramp.deposit";
  /** The amount that is sent, in the fiat currency. */
  sendFiatAmount?: Maybe<string>;
  /** The code of the fiat currency. */
  sendFiatCurrency?: Maybe<string>;
  /** The received amount. @unverified whole tokens or smallest units */
  receivedCryptoAmount?: Maybe<string>;
  /** The symbol of the received token. */
  receivedCryptoCurrency?: Maybe<string>;
}

/** The status of a fiat withdrawal changed. */
export interface RampWithdrawEvent extends RampEvent {
  /** Names the kind of event. */
  event_type: "ramp.withdraw";
  /** The amount that is sent. @unverified whole tokens or smallest units */
  sendCryptoAmount?: Maybe<string>;
  /** The symbol of the token that is sent. */
  sendCryptoCurrency?: Maybe<string>;
  /** The received amount, in the fiat currency. */
  receivedFiatAmount?: Maybe<string>;
  /** The code of the fiat currency. */
  receivedFiatCurrency?: Maybe<string>;
  /** The estimated gas. @unverified currency and unit */
  estimatedGasFeeAmount?: Maybe<string>;
  /** The transaction fee. @unverified currency and unit */
  transactionFeeAmount?: Maybe<string>;
  /** The hash of the user operation. */
  userOpHash?: Maybe<string>;
}

/** A test delivery. */
export interface PingEvent {
  /** Names the kind of event. */
  event_type: "ping";
  /** Whether the test succeeded. */
  data?: Maybe<{ success?: Maybe<boolean> }>;
}

/** To add an event: add its type here, its fields to `eventFields`, and export it from index.ts. */
export type KnownWebhookEvent = RampDepositEvent | RampWithdrawEvent | PingEvent;

/**
 * The expected type of a field, and how it is checked. `required`: the event is rejected without
 * it. `strict`: the event is rejected if it has another type. `lenient`: another type is reported.
 */
export type FieldCheck = readonly [
  type: "string" | "number" | "object",
  check: "required" | "strict" | "lenient",
];
type FieldChecks<T> = { readonly [K in Exclude<keyof T, "event_type">]-?: FieldCheck };

const rampFields: FieldChecks<RampEvent> = {
  orderId: ["string", "required"],
  status: ["string", "required"],
  type: ["string", "lenient"],
  chainId: ["number", "lenient"],
  walletAddress: ["string", "lenient"],
  transactionHash: ["string", "lenient"],
};

export const eventFields: { [E in KnownWebhookEvent as E["event_type"]]: FieldChecks<E> } = {
  "ramp.deposit": {
    ...rampFields,
    sendFiatAmount: ["string", "strict"],
    sendFiatCurrency: ["string", "strict"],
    receivedCryptoAmount: ["string", "strict"],
    receivedCryptoCurrency: ["string", "strict"],
  },
  "ramp.withdraw": {
    ...rampFields,
    sendCryptoAmount: ["string", "strict"],
    sendCryptoCurrency: ["string", "strict"],
    receivedFiatAmount: ["string", "strict"],
    receivedFiatCurrency: ["string", "strict"],
    estimatedGasFeeAmount: ["string", "strict"],
    transactionFeeAmount: ["string", "strict"],
    userOpHash: ["string", "lenient"],
  },
  ping: { data: ["object", "lenient"] },
};

/** Only a type. An enum member makes `switch` on `event_type` separate the unknown events. */
declare enum Unknown {
  Type = "(any other type)",
}

/** Any other event type. At run time, it is the string from the service. */
export type UnknownEventType = Unknown;

/**
 * An event that this version does not know, unchanged. To compare its type, assign it to a string
 * first: `const type: string | undefined = event.event_type`.
 */
export interface UnknownWebhookEvent {
  event_type?: UnknownEventType | undefined;
  [field: string]: unknown;
}

/** Switch on `event.event_type`. Include a `default` case, because the service adds events. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
