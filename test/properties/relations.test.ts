import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { relations, worse } from "./relations-cases.js";
import { checkBatches, checkRelation, checkWorse } from "./relations-subject.js";

describe("what does not change the money does not change the verdict:", () => {
  test.each(Object.keys(relations))("%s", (name) => checkRelation(name, chooseSeed(), 300));

  test("two operations in one batch are judged as one of twice their amounts", () =>
    checkBatches(chooseSeed(), 1_000));
});

describe("what is worse is not signed where better was refused:", () => {
  test.each(Object.keys(worse))("%s", (name) => checkWorse(name, chooseSeed(), 300));
});
