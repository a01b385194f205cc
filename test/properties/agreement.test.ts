import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { checkAgreement, checkOrdinary } from "./agreement-subject.js";

/** Seconds, but much more on a busy machine. */
const timeout = 300_000;

describe("at most the rows of `leaves` leave, and at least the rows of `arrives` arrive:", () => {
  test(
    "random quotes and transfers are stated and judged as an independent evaluator does",
    () => checkAgreement(chooseSeed(), 2_400, 0),
    timeout,
  );

  test("ordinary quotes and transfers have no problem", () => checkOrdinary(chooseSeed(), 300));
});
