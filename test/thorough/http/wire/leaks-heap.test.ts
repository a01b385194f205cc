import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createClient } from "../../../../src/client.js";
import { limits, secret } from "../../../http/test-client.js";

test("many calls leak no memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: secret,
    fetch: async () => Response.json(limits),
  });
  const { signal } = new AbortController();
  const heapAfter = async (count: number) => {
    for (let i = 0; i < count; i++) await client.kyc.financialLimits("a", { signal });
    // Let finalizers run first.
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(1_000);
  const grown = (await heapAfter(3_000)) - before;
  expect(grown / 3_000).toBeLessThan(500);
});
