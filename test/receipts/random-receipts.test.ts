import { expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { tryReceipts } from "./random-receipts.js";

// test/thorough has 10,000 decisions.
test("random decisions make a whole chain, and the verifier names every edited line", async () => {
  const { counts, kinds } = await tryReceipts(150, 200, chooseSeed());
  expect(Object.keys(counts)).toEqual(["failed", "refused", "signed"]);
  expect(kinds).toEqual(["change", "double", "remove", "swap"]);
});
