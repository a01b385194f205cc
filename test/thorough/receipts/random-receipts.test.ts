import { expect, test } from "vitest";
import { tryReceipts } from "../../receipts/random-receipts.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("10,000 random decisions make a whole chain, and every edited line is named", async () => {
  const seed = chooseSeed();
  console.log(`seed ${seed}`);
  const { counts, kinds } = await tryReceipts(10_000, countRuns(100_000), seed);
  console.log(JSON.stringify(counts));
  expect(Object.keys(counts)).toEqual(["failed", "refused", "signed"]);
  expect(kinds).toEqual(["change", "double", "remove", "swap"]);
});
