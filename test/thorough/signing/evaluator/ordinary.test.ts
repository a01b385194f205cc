import { test } from "vitest";
import { checkOrdinary } from "../../../signing/evaluator/check-ordinary.js";
import { chooseSeed, countRuns } from "../../../support/random-runs.js";

test("ordinary quotes and transfers have no problem", () =>
  checkOrdinary(chooseSeed(), countRuns(10_000, 1)));
