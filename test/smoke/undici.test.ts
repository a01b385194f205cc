import { expect, test } from "vitest";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { json, serve } from "../support/loopback.js";

// Not in entries.test.ts, which also runs in pages.
test("bursar/undici sends a call", async () => {
  const server = await serve(json({ limits: [] }));
  const wire = undiciWire({ connections: 1 });
  const limits = await clientFor(server, { wire }).kyc.financialLimits("ind_1");
  await wire.close();
  expect(limits).toEqual({ limits: [] });
  expect(await drained(server)).toHaveLength(1);
});
