import { test } from "vitest";
import { checkChangedScripts } from "../../bitcoin/final-scripts.js";
import { checkMixedInputs, flipBits, witnessKinds } from "../../bitcoin/sign-any-psbt.js";
import { countRuns, isSoak } from "../../support/random-runs.js";

test("completes any mix of inputs, and returns the id and size of the transaction", () =>
  checkMixedInputs(countRuns(5_000)));

test("no change of a valid witness or script completes the PSBT", () =>
  checkChangedScripts(countRuns(5_000)));

test.each(witnessKinds)("rejects a witness of %s with a flipped bit", (kind) =>
  flipBits(kind, isSoak ? 1 : 5),
);
