import { test } from "vitest";
import { checkAgreement, checkOrdinary } from "../../properties/agreement-subject.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

/** All samples in every run: each branch needs its share of them. Minutes on a busy machine. */
const timeout = 1_800_000;

test(
  "random quotes and transfers are stated and judged as an independent evaluator does",
  () => checkAgreement(chooseSeed(), countRuns(120_000, 24), 0.1),
  timeout,
);

test("ordinary quotes and transfers have no problem", () =>
  checkOrdinary(chooseSeed(), countRuns(10_000, 2)));
