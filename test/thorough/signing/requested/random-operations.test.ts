import { expect, test } from "vitest";
import { checkHonest, signTampered } from "../../../signing/requested/sign-random.js";
import { countRuns } from "../../../support/random-runs.js";

test("signs no tampered transfer or batch that harms", async () => {
  const runs = countRuns(20_000);
  const { broken, signed, rejected, harmless } = await signTampered(runs);
  expect(broken).toEqual([]);
  expect(Math.min(signed, rejected, harmless)).toBeGreaterThan(runs / 20);
});

test("refuses no honest transfer or batch", () => {
  expect(checkHonest(countRuns(2_000))).toEqual([]);
});
