import { expect, test } from "vitest";
import { BursarError, type ErrorKind, type Outcome } from "../../src/index.js";
import { isLost, isUnsent } from "../../src/tasks/submission-errors.js";

test.each<[ErrorKind, Outcome, isUnsent: boolean, isLost: boolean]>([
  ["aborted", "none", true, false],
  ["configuration", "none", true, false],
  ["connection", "none", true, false],
  ["request_validation", "none", true, false],
  ["timeout", "none", true, false],
  ["aborted", "unknown", false, false],
  ["api", "none", false, false],
  ["api", "unknown", false, false],
  ["outcome_unknown", "unknown", false, true],
  ["response_validation", "done", false, true],
  ["response_validation", "unknown", false, true],
  ["response_validation", "none", false, false],
])("an error of kind %s with the outcome %s: isUnsent is %s, and isLost is %s", (...expected) => {
  const [kind, outcome] = expected;
  const error = new BursarError(kind, "failed", { outcome });
  expect([kind, outcome, isUnsent(error), isLost(error)]).toEqual(expected);
  expect([isUnsent({ kind, outcome }), isLost({ kind, outcome })]).toEqual([false, false]);
});
