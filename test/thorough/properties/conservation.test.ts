import { test } from "vitest";
import { caseCount, checkBoundaries, checkLosses } from "../../properties/conservation-subject.js";
import { chooseSeed, countRuns, isSoak } from "../../support/random-runs.js";

test("what leaves, less what arrives, is at most what is usual: at boundary values", () =>
  checkBoundaries(chooseSeed(), isSoak ? caseCount : 6_000));

test("what leaves, less what arrives, is at most what is usual: in random responses", () =>
  checkLosses(chooseSeed(), countRuns(1_000_000, 150)));
