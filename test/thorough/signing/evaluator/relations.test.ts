import { test } from "vitest";
import { checkRelation, relationNames } from "../../../signing/evaluator/check-relations.js";
import { chooseSeed, countRuns } from "../../../support/random-runs.js";

test.each(relationNames)("the verdict does not change with %s", (name) =>
  checkRelation(name, chooseSeed(), countRuns(100_000)),
);
