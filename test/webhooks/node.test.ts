import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { buildHeaders, testVector } from "./sample-deliveries.js";

/** Signs with the HMAC of Node instead of Web Crypto. */
function signWithNode(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

test("computes the published signature with Node crypto", () => {
  expect(
    signWithNode(
      testVector.secret,
      testVector.id,
      testVector.timestamp,
      Buffer.from(testVector.body),
    ),
  ).toBe(testVector.signature);
});

test("computes the same signatures as Node crypto", async () => {
  await fc.assert(
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
  );
});

test("accepts a Buffer that is a slice of another one", async () => {
  const pool = Buffer.concat([
    Buffer.from("before"),
    Buffer.from(testVector.body),
    Buffer.from("after"),
  ]);
  const body = pool.subarray(6, 6 + testVector.body.length);
  await expect(
    verifyWebhook(buildHeaders(), body, testVector.secret, { now: testVector.now }),
  ).resolves.toMatchObject({ id: testVector.id });
});
