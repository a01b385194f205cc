import { describe, expect, test } from "vitest";
import { createBodies, operations, readBody } from "../../contract/invalid-bodies.js";
import { measureCpu } from "../../support/measure-growth.js";

const megabyte = 1_000_000;
/** Not bounded: each form of a union that is a text or a list explains the whole value. */
const unbounded = ["operation.amounts"];

describe.each(operations)("a response of %s with 1 MB", (name) => {
  test("costs at most three times a valid one if it is invalid, 30 ms more, or twelve parses", async () => {
    const { endpoint, bodies } = createBodies(name, megabyte);
    const measure = async (body: string) =>
      (await measureCpu(() => readBody(endpoint, body))) / 1_000;
    const slow: string[] = [];
    for (const { path, valid, invalid } of bodies) {
      if (unbounded.includes(path)) continue;
      const text = valid();
      // An open object of texts has no valid form here: then only parsing counts.
      const isValid = !(readBody(endpoint, text) instanceof Error);
      const base = isValid
        ? await measure(text)
        : (await measureCpu(() => JSON.parse(text))) / 1_000;
      for (const [i, create] of invalid.entries()) {
        const body = create();
        const parsing = (await measureCpu(() => JSON.parse(body))) / 1_000;
        // An object with 90,000 names, and a list of 300,000 empty objects, take long to parse and
        // to list: they cost up to twelve times their parsing, which may be more than the goal.
        const limit = Math.max(3 * base, base + 30, 12 * parsing);
        let time = Number.POSITIVE_INFINITY;
        // Only the fastest run counts: the others were disturbed.
        for (let run = 0; run < 4 && time > limit; run++)
          time = Math.min(time, await measure(body));
        if (time > limit)
          slow.push(`${path} #${i}: ${time.toFixed()} ms, limit ${limit.toFixed()} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});
