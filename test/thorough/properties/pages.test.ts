import { test } from "vitest";
import { BranchCounter } from "../../properties/branches.js";
import { expectWalks, walkMany } from "../../properties/pages.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("iterates all items with any page size, cursor and total, also while the list changes", async () => {
  const [total, seed] = [countRuns(100_000), chooseSeed()];
  const counter = new BranchCounter();
  await walkMany(total, seed, counter);
  console.log(`seed ${seed}`);
  expectWalks(counter);
}, 86_400_000);
