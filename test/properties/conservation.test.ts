import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { checkBoundaries, checkLosses } from "./conservation-subject.js";

describe("what leaves by each stated number, less what arrives, is at most what is usual:", () => {
  test("at boundary values, in every combination", () => checkBoundaries(chooseSeed(), 1_500));

  test("in random quotes and transfers", () => checkLosses(chooseSeed(), 800));
});
