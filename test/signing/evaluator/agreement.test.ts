import { test } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { checkAgreement } from "./check-agreement.js";

/** Seconds, but much more on a busy machine. */
const timeout = 300_000;

test(
  "the SDK states and judges random quotes and transfers as an independent evaluator does",
  () => checkAgreement(chooseSeed(), 2_000, 0.05),
  timeout,
);
