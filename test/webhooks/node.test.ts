import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../src/webhooks/index.js";
import { compareSignatures, signWithNode } from "./node-signatures.js";
import { buildHeaders, testVector } from "./sample-deliveries.js";

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

test("computes the same signatures as Node crypto", () => compareSignatures(25));

test("accepts an ArrayBuffer of another realm", async () => {
  const { secret, now, id } = testVector;
  const bytes = [...Buffer.from(testVector.body)];
  const body = runInNewContext("Uint8Array.from(bytes).buffer", { bytes });
  expect(body).not.toBeInstanceOf(ArrayBuffer);
  expect(await verifyWebhook(buildHeaders(), body, secret, { now })).toMatchObject({ id });
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
