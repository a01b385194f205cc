import { test } from "vitest";
import { checkLimits } from "../../properties/limits-subject.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("a policy decides as an exact ledger of all that was signed", () =>
  checkLimits(chooseSeed(), countRuns(20_000, 200), 100));
