import { test } from "vitest";
import { checkAgreement } from "../../../signing/evaluator/check-agreement.js";
import { chooseSeed, countRuns } from "../../../support/random-runs.js";

/** All samples in every run: each branch needs its share of them. Minutes on a busy machine. */
const timeout = 1_800_000;

test(
  "the SDK states and judges random quotes and transfers as an independent evaluator does",
  () => checkAgreement(chooseSeed(), countRuns(120_000, 1), 1),
  timeout,
);
