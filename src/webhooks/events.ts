import type { Maybe, Open } from "../contract/shared/schema.js";

/** How far a ramp order is. */
export type RampStatus = "PROCESSING" | "COMPLETED" | "FAILED";

/** What both ramp events hold. `orderId` and `status` are there, or the delivery is refused; amounts are strings wherever they are there. */
export interface RampEvent {
  orderId: string;
  status: Open<RampStatus>;
  /** `ON_RAMP`: fiat into crypto. `OFF_RAMP`: crypto into fiat. */
  type?: Maybe<Open<"ON_RAMP" | "OFF_RAMP">>;
  chainId?: Maybe<number>;
  /** Upper and lower case may be mixed: compare without regard to case. */
  walletAddress?: Maybe<string>;
  transactionHash?: Maybe<string>;
}

/** A fiat deposit moved on: `event_type` is `ramp.deposit`. */
export interface RampDepositEvent extends RampEvent {
  event_type: "ramp.deposit";
  /** Decimal string. */
  sendFiatAmount?: Maybe<string>;
  sendFiatCurrency?: Maybe<string>;
  /** Decimal string. */
  receivedCryptoAmount?: Maybe<string>;
  receivedCryptoCurrency?: Maybe<string>;
}

/** A fiat withdrawal moved on: `event_type` is `ramp.withdraw`. */
export interface RampWithdrawEvent extends RampEvent {
  event_type: "ramp.withdraw";
  /** Decimal string. */
  sendCryptoAmount?: Maybe<string>;
  sendCryptoCurrency?: Maybe<string>;
  /** Decimal string. */
  receivedFiatAmount?: Maybe<string>;
  receivedFiatCurrency?: Maybe<string>;
  /** Decimal string. */
  estimatedGasFeeAmount?: Maybe<string>;
  /** Decimal string. */
  transactionFeeAmount?: Maybe<string>;
  userOpHash?: Maybe<string>;
}

/** A test delivery. */
export interface PingEvent {
  event_type: "ping";
  data?: Maybe<{ success?: Maybe<boolean> }>;
}

/** Of types only. TypeScript tells union members apart by literal types, and an enum's is one that no known word is comparable to. */
declare enum Unknown {
  Word = "(any other word)",
}

/** A word that is none of the known ones. At run time it is the string that came. */
export type UnknownEventType = Unknown;

/**
 * An event that this version does not know, exactly as it came. To branch on its word, take it as a string first:
 * `const word: string | undefined = event.event_type`.
 */
export interface UnknownWebhookEvent {
  event_type?: UnknownEventType | undefined;
  [field: string]: unknown;
}

/** What is delivered. `switch (event.event_type)` tells the events apart; leave a `default`, since the service adds events. */
export type WebhookEvent = RampDepositEvent | RampWithdrawEvent | PingEvent | UnknownWebhookEvent;
