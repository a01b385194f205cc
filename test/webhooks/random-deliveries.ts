import fc from "fast-check";
import { expect } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { buildHeaders, catchErrorCode, signBytes, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;

/** Asserts that a delivery is rejected with any flipped bit of its body, or any `every`th one. */
export async function flipBits(every: number): Promise<void> {
  const bytes = new TextEncoder().encode(body);
  for (let bit = 0; bit < bytes.length * 8; bit += every) {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(await catchErrorCode(buildHeaders(), changed), `bit ${bit}`).toBe("bad_signature");
  }
}

/** Asserts that a delivery is rejected with an inserted or removed byte at any position. */
export const shiftBytes = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.nat(255),
      async (raw, place, byte) => {
        const headers = await signBytes(raw);
        const at = place % raw.length;
        const longer = [...raw.slice(0, at), byte, ...raw.slice(at)];
        const shorter = [...raw.slice(0, at), ...raw.slice(at + 1)];
        for (const changed of [longer, shorter])
          expect(await catchErrorCode(headers, Uint8Array.from(changed))).toBe("bad_signature");
      },
    ),
    { numRuns, seed: chooseSeed() },
  );

/** Asserts that any signed event is verified with any id. */
export const verifyEvents = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.stringMatching(/^[\w-]{1,40}$/),
      async (fields, id) => {
        const event = { ...fields, event_type: "of.tomorrow" };
        const signed = await signWebhook(event, secret, { id, now });
        const delivery = await verifyWebhook(signed.headers, signed.body, secret, { now });
        expect(delivery.id).toBe(id);
        expect(delivery.event).toEqual(JSON.parse(JSON.stringify(event)));
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
