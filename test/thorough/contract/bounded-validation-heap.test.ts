import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createBodies, operations, readBody } from "../../contract/invalid-bodies.js";
import { choosePart, chooseSeed, isSoak } from "../../support/random-runs.js";

const megabyte = 1_000_000;
/** Of a third of the operations, the gate measures one of the lists and objects, with less. */
const most = isSoak ? Number.POSITIVE_INFINITY : 1;
const size = isSoak ? megabyte : 400_000;
const runs = 6;
const seed = chooseSeed();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** V8 collects new objects only after 16 MB, so a smaller difference means nothing. */
const newSpace = 16;

/** How many megabytes the result needs, with the garbage that is not yet collected. */
function measureHeap(work: () => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const result = work();
  const grown = process.memoryUsage().heapUsed - before;
  return result === undefined ? 0 : grown / megabyte;
}

describe.each(choosePart(operations, 3))(
  `a response of %s of ${size} bytes, seed ${seed}`,
  (name) => {
    const { endpoint, bodies: all } = createBodies(name, size);
    // The remainder by 3 has chosen the operation.
    const first = Math.floor(seed / 3) % all.length;
    const bodies = [...all.slice(first), ...all.slice(0, first)].slice(0, most);

    test("needs at most three times the memory of a valid one, or 16 MB more than its parsing", () => {
      for (const { path, valid, invalid } of bodies) {
        const text = valid();
        const base = measureHeap(() => readBody(endpoint, text));
        for (const [i, create] of invalid.entries()) {
          const body = create();
          const limit = Math.max(3 * base, measureHeap(() => JSON.parse(body)) + newSpace);
          let best = Number.POSITIVE_INFINITY;
          for (let run = 0; run < runs && best > limit; run++)
            best = Math.min(
              best,
              measureHeap(() => readBody(endpoint, body)),
            );
          expect(best, `${path} #${i}`).toBeLessThanOrEqual(limit);
        }
      }
    });
  },
);

test("keeps no undocumented names of a response", () => {
  const { endpoint } = createBodies("wallets.check", 1_000);
  const read = (length: number) => {
    const names = Array.from({ length: 150 }, (_, i) => `n${i}_${"x".repeat(length)}`);
    const unknown = Object.fromEntries(names.map((name) => [name, 1]));
    return readBody(endpoint, JSON.stringify({ ...unknown, wallet: {} }));
  };
  read(1);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  read(100_000);
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / megabyte).toBeLessThan(5);
});
