import { test } from "vitest";
import { checkHighestFeeRate } from "../../bitcoin/foreign-inputs.js";
import { countRuns } from "../../support/random-runs.js";

test("the highest fee rate is that of the smallest transaction, for any inputs of others", () =>
  checkHighestFeeRate(countRuns(10_000)));
