import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { checkBoundaries, checkLosses } from "./conservation-subject.js";

/** Seconds, but much more on a busy machine. */
const timeout = 300_000;

describe("what leaves by each stated number, less what arrives, is at most what is usual:", () => {
  test(
    "at boundary values, in every combination",
    () => checkBoundaries(chooseSeed(), 1_500),
    timeout,
  );

  test("in random quotes and transfers", () => checkLosses(chooseSeed(), 800), timeout);
});
