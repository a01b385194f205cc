import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { buildHeaders } from "./sample-deliveries.js";

/** Signs with the HMAC of Node instead of Web Crypto. */
export function signWithNode(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
): string {
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

/** Asserts that Node computes the same signatures for random events. */
export const compareSignatures = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 16, maxLength: 200 }),
      fc.stringMatching(/^[\w-]{1,40}$/),
      fc.integer({ min: 0, max: 4e9 }),
      fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
      async (key, id, seconds, event) => {
        const secret = `whsec_${Buffer.from(key).toString("base64")}`;
        const now = seconds * 1000;
        const { headers, body } = await signWebhook(event, secret, { id, now });
        const bytes = Buffer.from(body);
        const signature = signWithNode(secret, id, String(seconds), bytes);
        expect(headers["svix-signature"]).toBe(signature);
        const delivery = await verifyWebhook(
          buildHeaders({ id, timestamp: String(seconds), signature }),
          bytes,
          secret,
          { now },
        );
        expect(delivery.event).toEqual(JSON.parse(body));
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
