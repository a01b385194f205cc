import { test } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { checkRelation, relationNames } from "./check-relations.js";

test.each(relationNames)("the verdict does not change with %s", (name) =>
  checkRelation(name, chooseSeed(), 300),
);
