import { expect } from "vitest";
import { WebhookVerificationError } from "../../src/errors/index.js";
import type { KnownWebhookEvent } from "../../src/webhooks/events.js";
import { type VerifyWebhookOptions, verifyWebhook } from "../../src/webhooks/index.js";

/** The published test vector of the scheme. */
export const testVector = {
  secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
  id: "msg_loFOjxBNrRLzqYUf",
  timestamp: "1731705121",
  body: '{"event_type":"ping","data":{"success":true}}',
  signature: "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  now: 1_731_705_121_000,
} as const;

export const otherSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const buildHeaders = (
  change: Partial<Record<"id" | "timestamp" | "signature", string>> = {},
  prefix = "svix",
) => ({
  [`${prefix}-id`]: change.id ?? testVector.id,
  [`${prefix}-timestamp`]: change.timestamp ?? testVector.timestamp,
  [`${prefix}-signature`]: change.signature ?? testVector.signature,
});

export const deposit = {
  event_type: "ramp.deposit",
  orderId: "order_1",
  status: "COMPLETED",
  type: "ON_RAMP",
  chainId: 137,
  walletAddress: "0xAbCdEf1111111111111111111111111111111111",
  transactionHash: "0xabc",
  sendFiatAmount: "250",
  sendFiatCurrency: "USD",
  receivedCryptoAmount: "247.5",
  receivedCryptoCurrency: "USDC",
} as const;

export const withdrawal = {
  event_type: "ramp.withdraw",
  orderId: "order_2",
  status: "PROCESSING",
  type: "OFF_RAMP",
  chainId: 8453,
  walletAddress: "0x1111111111111111111111111111111111111111",
  transactionHash: "0xdef",
  sendCryptoAmount: "10",
  sendCryptoCurrency: "USDC",
  receivedFiatAmount: "9.5",
  receivedFiatCurrency: "USD",
  estimatedGasFeeAmount: "0.1",
  transactionFeeAmount: "0.4",
  userOpHash: "0x123",
} as const;

const ping = { event_type: "ping", data: { success: true } } as const;

type SampleEvents = {
  [E in KnownWebhookEvent as E["event_type"]]: {
    /** Has every field of the event. */
    event: { readonly [K in keyof E]-?: E[K] };
    required: readonly (keyof E & string)[];
    /** Amounts and currencies: another type than string is rejected. */
    strict: readonly (keyof E & string)[];
    /** Another type is accepted and reported. */
    lenient: readonly (keyof E & string)[];
  };
};

const rampFields = {
  required: ["orderId", "status"],
  lenient: ["type", "chainId", "walletAddress", "transactionHash"],
} as const;

/** To test a new event, add an entry. */
const sampleEvents: SampleEvents = {
  "ramp.deposit": {
    ...rampFields,
    event: deposit,
    strict: [
      "sendFiatAmount",
      "sendFiatCurrency",
      "receivedCryptoAmount",
      "receivedCryptoCurrency",
    ],
  },
  "ramp.withdraw": {
    event: withdrawal,
    required: rampFields.required,
    strict: [
      "sendCryptoAmount",
      "sendCryptoCurrency",
      "receivedFiatAmount",
      "receivedFiatCurrency",
      "estimatedGasFeeAmount",
      "transactionFeeAmount",
    ],
    lenient: [...rampFields.lenient, "userOpHash"],
  },
  ping: { event: ping, required: [], strict: [], lenient: ["data"] },
};
export const samples = Object.values(sampleEvents);

/** Returns the error of a rejected delivery. Fails the test if the delivery is accepted. */
export async function catchRejection(
  ...args: [headers: unknown, body?: unknown, secret?: unknown, options?: VerifyWebhookOptions]
) {
  // Default by position, because tests also pass undefined as body or secret.
  const defaults = [undefined, testVector.body, testVector.secret, {}];
  const [headers, body, secret, options] = [...args, ...defaults.slice(args.length)];
  const error = await verifyWebhook(headers as never, body as never, secret as never, {
    now: testVector.now,
    ...(options as VerifyWebhookOptions),
  }).then(
    () => expect.unreachable("the delivery was accepted"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error as WebhookVerificationError;
}

export async function catchErrorCode(...args: Parameters<typeof catchRejection>): Promise<string> {
  return (await catchRejection(...args)).code;
}

/** Signs any bytes with Web Crypto, independently of the code under test. */
export async function signBytes(
  body: Uint8Array,
  {
    secret = testVector.secret as string,
    id = testVector.id as string,
    timestamp = testVector.timestamp as string,
  } = {},
) {
  const raw = Uint8Array.from(atob(secret.replace("whsec_", "")), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const content = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...body]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
  return buildHeaders({
    id,
    timestamp,
    signature: `v1,${btoa(String.fromCharCode(...signature))}`,
  });
}
