import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createUnreliableClient, uses } from "../../faults/leaks.js";
import { countRuns } from "../../support/random-runs.js";

const calls = countRuns(100_000);
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

/** Repeats a call. Returns by how many bytes the heap has grown per call. */
async function measureBytesPerCall(count: number, call: () => Promise<unknown>): Promise<number> {
  const repeat = async (times: number) => {
    for (let i = 0; i < times; i++) await call().catch(() => {});
    return measureHeap();
  };
  const heaps = [await repeat(300)];
  for (let i = 0; i < 3; i++) heaps.push(await repeat(count / 3));
  // The median of three, because the engine also allocates memory of its own.
  const growths = heaps.slice(1).map((heap, i) => heap - (heaps[i] as number));
  return (growths.sort((a, b) => a - b)[1] as number) / (count / 3);
}

test.each(Object.entries(uses))("%s leaves no memory and no listener", async (name, use) => {
  const { signal } = new AbortController();
  const count = name === "a call" ? calls : calls / 2;
  const client = createUnreliableClient();
  expect(await measureBytesPerCall(count, () => use(client, signal))).toBeLessThan(maxBytesPerCall);
  const countListeners = () => getEventListeners(signal, "abort").length;
  await expect.poll(countListeners).toBe(0);
});

test("a call without a signal leaves no memory", async () => {
  const client = createUnreliableClient();
  const growth = await measureBytesPerCall(calls, async () => uses["a call"]?.(client, undefined));
  expect(growth).toBeLessThan(maxBytesPerCall);
});
