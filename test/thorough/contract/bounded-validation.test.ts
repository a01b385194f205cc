import { describe, expect, test } from "vitest";
import { createBodies, operations, readBody } from "../../contract/invalid-bodies.js";
import { countCalls } from "../../support/count-calls.js";
import { choosePart, chooseSeed, isSoak } from "../../support/random-runs.js";

/** Work that grows with the square of the size is above the limit at either size. */
const size = isSoak ? 400_000 : 100_000;
/** Of a third of the operations, the gate reads one of the lists and objects, filled. */
const most = isSoak ? Number.POSITIVE_INFINITY : 1;
const seed = chooseSeed();

describe.each(choosePart(operations, 3))(
  `an invalid response of %s of ${size} bytes, seed ${seed}`,
  (name) => {
    const { endpoint, bodies } = createBodies(name, size);
    // The remainder by 3 has chosen the operation.
    const first = Math.floor(seed / 3) % bodies.length;

    test("calls at most three times as many functions as a valid one, and 15 for each byte", async () => {
      for (const { path, valid, invalid } of [
        ...bodies.slice(first),
        ...bodies.slice(0, first),
      ].slice(0, most)) {
        const text = valid();
        const limit = 3 * (await countCalls(() => readBody(endpoint, text))) + 15 * size;
        for (const [i, create] of invalid.entries()) {
          const body = create();
          const calls = await countCalls(() => readBody(endpoint, body));
          expect(calls, `${path} #${i}`).toBeLessThan(limit);
        }
      }
    });
  },
);
