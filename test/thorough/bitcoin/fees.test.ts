import { test } from "vitest";
import { checkPaddedFeeRate, checkPaddedSize } from "../../bitcoin/padded-scripts.js";
import { countRuns } from "../../support/random-runs.js";

test("ignores final scripts when it estimates the size of a single-key input", () =>
  checkPaddedSize(countRuns(5_000)));

test("never shows a lower fee rate because of final scripts", () =>
  checkPaddedFeeRate(countRuns(5_000)));
