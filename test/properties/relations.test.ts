import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { relations, worse } from "./relations-cases.js";
import { checkBatches, checkEqual, checkWorse, judgeSamples } from "./relations-subject.js";

/** Seconds, but much more on a busy machine. */
const timeout = 300_000;

const seed = chooseSeed();
const judged = judgeSamples(seed, 700);
const some = judged.slice(0, 200);

describe("what does not change the money does not change the verdict:", () => {
  test.each(Object.keys(relations))("%s", (name) => checkEqual(seed, some, name));

  test(
    "two operations in one batch are judged as one of twice their amounts",
    () => checkBatches(seed, judged),
    timeout,
  );
});

describe("what is worse is not signed where better was refused:", () => {
  test.each(Object.keys(worse))("%s", (name) => checkWorse(seed, some, name));
});
