import { test } from "vitest";
import { relations, worse } from "../../properties/relations-cases.js";
import { checkBatches, checkRelation, checkWorse } from "../../properties/relations-subject.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test.each(Object.keys(relations))("the verdict does not change with %s", (name) =>
  checkRelation(name, chooseSeed(), countRuns(100_000)),
);

test.each(Object.keys(worse))("is not signed where better was refused: %s", (name) =>
  checkWorse(name, chooseSeed(), countRuns(100_000)),
);

test("two operations in one batch are judged as one of twice their amounts", () =>
  checkBatches(chooseSeed(), countRuns(100_000)));
