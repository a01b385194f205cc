import { test } from "vitest";
import { relations, worse } from "../../properties/relations-cases.js";
import {
  checkBatches,
  checkEqual,
  checkWorse,
  judgeSamples,
} from "../../properties/relations-subject.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

const seed = chooseSeed();
const judged = judgeSamples(seed, countRuns(100_000));

test.each(Object.keys(relations))("the verdict does not change with %s", (name) =>
  checkEqual(seed, judged, name),
);

test.each(Object.keys(worse))("is not signed where better was refused: %s", (name) =>
  checkWorse(seed, judged, name),
);

test("two operations in one batch are judged as one of twice their amounts", () =>
  checkBatches(seed, judged));
