import { describe, expect, test } from "vitest";
import { createBodies, operations, readBody } from "../../contract/invalid-bodies.js";
import { measureCpu } from "../../support/measure-growth.js";

const megabyte = 1_000_000;

describe.each(operations)("a response of %s with 1 MB", (name) => {
  test("costs at most three times a valid one if it is invalid, or 30 ms more", async () => {
    const { endpoint, valid, invalid } = createBodies(name, megabyte);
    const measure = async (body: string) =>
      (await measureCpu(() => readBody(endpoint, body))) / 1_000;
    let base = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 5; run++) base = Math.min(base, await measure(valid));
    const limit = Math.max(3 * base, base + 30);
    const slow: string[] = [];
    for (const [title, create] of invalid) {
      const body = create();
      let time = Number.POSITIVE_INFINITY;
      // Only the fastest run counts: the others were disturbed.
      for (let run = 0; run < 5 && time > limit; run++) time = Math.min(time, await measure(body));
      if (time > limit) slow.push(`${title}: ${time.toFixed(0)} ms, limit ${limit.toFixed(0)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
