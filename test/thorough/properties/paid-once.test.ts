import { expect, test } from "vitest";
import { BranchCounter } from "../../properties/branches.js";
import { kinds } from "../../properties/journal-cases.js";
import { damageJournals, damageLostRaces } from "../../properties/journal-damage.js";
import { crashDisks, readHalfLines } from "../../properties/journal-disk.js";
import { expectBranches, payManyTimes } from "../../properties/paid-once.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("pays once with wrong clocks, a history that misleads, and lost or late requests", async () => {
  const [total, seed] = [countRuns(50_000, 125), chooseSeed()];
  const counter = new BranchCounter();
  await payManyTimes(total, seed, counter);
  console.log(`seed ${seed}`);
  expectBranches(counter, total);
}, 86_400_000);

test("has what was acknowledged in a damaged journal, or throws", async () => {
  const seed = chooseSeed();
  const { noticed, harmless, paying } = await damageJournals(countRuns(2_000, 20) / 10, 37, seed);
  for (const kind of kinds) expect([kind, noticed.has(kind)]).toEqual([kind, true]);
  console.log(`seed ${seed}`, noticed, harmless, paying);
  expect(Math.min(...Object.values(paying))).toBeGreaterThan(0);
}, 86_400_000);

test("throws if the line is damaged that has won a race", async () => {
  const [runs, seed] = [countRuns(2_000, 20), chooseSeed()];
  console.log(`seed ${seed}, ${await damageLostRaces(runs, 1, seed)} damages`);
}, 86_400_000);

test("has what was acknowledged on a disk that keeps only what was flushed", async () => {
  const seed = chooseSeed();
  console.log(`seed ${seed}, ${await crashDisks(countRuns(2_000, 20) / 5, 20, seed)} crashes`);
  expect(await readHalfLines(1, seed)).toBeGreaterThan(300);
}, 86_400_000);
