import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { checkLimits } from "./limits-subject.js";

/** Seconds, but much more on a busy machine. */
const timeout = 300_000;

describe("no more leaves in any window than its limit says, and nothing that is not listed:", () => {
  test(
    "a policy decides as an exact ledger of all that was signed",
    () => checkLimits(chooseSeed(), 45, 60),
    timeout,
  );
});
