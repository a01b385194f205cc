import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createBodies, operations, readBody } from "../../contract/invalid-bodies.js";
import { measureCpu } from "../../support/measure-growth.js";
import { chooseSeed, isSoak } from "../../support/random-runs.js";

const megabyte = 1_000_000;
/** Of each operation, the gate measures one of its lists and objects, with less in them. */
const most = isSoak ? Number.POSITIVE_INFINITY : 1;
const size = isSoak ? megabyte : 400_000;
const runs = 6;
const seed = chooseSeed();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const measureTime = async (work: () => unknown) => (await measureCpu(work)) / 1_000;

/** V8 collects new objects only after 16 MB, so a smaller difference means nothing. */
const newSpace = 16;

/** What parsing a list of 133,000 empty objects takes on this machine, about 10 ms. */
const parsingTime = await measureParsing();

async function measureParsing(): Promise<number> {
  const text = `[${Array.from({ length: 133_000 }, () => "{}").join(",")}]`;
  const parseOften = () => {
    for (let run = 0; run < runs; run++) JSON.parse(text);
  };
  return (await measureTime(parseOften)) / runs;
}

/** How many megabytes the result needs, with the garbage that is not yet collected. */
function measureHeap(work: () => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const result = work();
  const grown = process.memoryUsage().heapUsed - before;
  return result === undefined ? 0 : grown / megabyte;
}

describe.each(operations)(`a response of %s of ${size} bytes, seed ${seed}`, (name) => {
  const { endpoint, bodies: all } = createBodies(name, size);
  const first = seed % all.length;
  const bodies = [...all.slice(first), ...all.slice(0, first)].slice(0, most);

  /** The invalid bodies that exceed their limit, even in the best of several runs. */
  async function findExcess(
    measure: (work: () => unknown) => number | Promise<number>,
    limitOf: (valid: number, parsing: number) => number,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const { path, valid, invalid } of bodies) {
      const text = valid();
      const base = await measure(() => readBody(endpoint, text));
      for (const [i, create] of invalid.entries()) {
        const body = create();
        const limit = limitOf(base, await measure(() => JSON.parse(body)));
        let best = Number.POSITIVE_INFINITY;
        for (let run = 0; run < runs && best > limit; run++)
          best = Math.min(best, await measure(() => readBody(endpoint, body)));
        if (best > limit)
          found.push(`${path} #${i}: ${best.toFixed(1)}, limit ${limit.toFixed(1)}`);
      }
    }
    return found;
  }

  test("takes at most three times as long as a valid one or its parsing, or 400,000 empty objects more", async () => {
    const limitOf = (valid: number, parsing: number) =>
      Math.max(3 * valid, 3 * parsing, valid + 3 * parsingTime);
    expect(await findExcess(measureTime, limitOf)).toEqual([]);
  });

  test("needs at most three times the memory of a valid one if it is invalid, or 16 MB more than its parsing", async () => {
    const limitOf = (valid: number, parsing: number) => Math.max(3 * valid, parsing + newSpace);
    expect(await findExcess(measureHeap, limitOf)).toEqual([]);
  });
});
