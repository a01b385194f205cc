import { test } from "vitest";
import { compareCosts } from "../../../signing/quote/compare-costs.js";
import { countRuns } from "../../../support/random-runs.js";

test("a simulation allows exactly the costs that the loss counts", () =>
  compareCosts(countRuns(25_000)));
