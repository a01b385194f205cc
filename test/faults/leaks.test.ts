import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Client, createClient } from "../../src/index.js";
import { limits, secret, transaction, wallet } from "../http/test-client.js";

const calls = Number(process.env.BURSAR_SOAK_CALLS ?? 600);
const iterators = calls / 2;
/** What the engine allocates for itself weighs more in a short run. */
const maxBytesPerCall = calls < 10_000 ? 2_000 : 500;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function measureHeap(): Promise<number> {
  // Let finalizers run first.
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

/** Every third call fails. */
function createTestClient(): Client {
  let requests = 0;
  return createClient({
    baseUrl: "https://api.example.com",
    apiKey: secret,
    retry: { limit: 1, baseDelay: 0, maxDelay: 1 },
    logLevel: "off",
    fetch: async ({ url }) => {
      if (++requests % 3 === 0) throw new TypeError("fetch failed");
      if (!url.includes("history")) return Response.json(limits);
      const id = `t${requests}`;
      return Response.json({ transactions: [transaction(id)], nextLastId: id });
    },
  });
}

/** Makes many calls. Returns by how many bytes the heap has grown per call. */
async function measureGrowth(
  count: number,
  call: (client: Client) => Promise<unknown>,
): Promise<number> {
  const client = createTestClient();
  const repeat = async (times: number) => {
    for (let i = 0; i < times; i++) await call(client).catch(() => {});
    return measureHeap();
  };
  const heaps = [await repeat(300)];
  for (let i = 0; i < 3; i++) heaps.push(await repeat(count / 3));
  // The median of three, because the engine also allocates memory of its own.
  const growths = heaps.slice(1).map((heap, i) => heap - (heaps[i] as number));
  return (growths.sort((a, b) => a - b)[1] as number) / (count / 3);
}

test.each([
  ["one signal for all calls", new AbortController().signal],
  ["no signal", undefined],
])(
  "many calls with %s leave no memory and no listener",
  async (_, signal) => {
    const growth = await measureGrowth(calls, (client) =>
      client.kyc.financialLimits("a", { signal, timeout: 60_000 }),
    );
    expect(growth).toBeLessThan(maxBytesPerCall);
    if (signal) expect(getEventListeners(signal, "abort")).toHaveLength(0);
  },
  600_000,
);

test.each([false, true])(
  "iterators that are left early leave no memory and no listener, prefetch %s",
  async (prefetch) => {
    const { signal } = new AbortController();
    const growth = await measureGrowth(iterators, async (client) => {
      for await (const _ of client.wallets.history(wallet, {}, { prefetch, signal })) break;
    });
    expect(growth).toBeLessThan(maxBytesPerCall);
    await expect.poll(() => getEventListeners(signal, "abort").length).toBe(0);
  },
  600_000,
);

test("iterators that are abandoned leave no memory and no listener", async () => {
  const { signal } = new AbortController();
  const growth = await measureGrowth(iterators, async (client) => {
    const listing = client.wallets.history(wallet, {}, { prefetch: true, signal });
    await listing[Symbol.asyncIterator]().next();
  });
  expect(growth).toBeLessThan(maxBytesPerCall);
  await expect.poll(() => getEventListeners(signal, "abort").length).toBe(0);
}, 600_000);
