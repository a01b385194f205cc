import { expect, test } from "vitest";
import type { SigningProblem } from "../../../src/index.js";
import { explainProblems } from "../../../src/signing/skeleton/describe-parts.js";

const problem = (path: string): SigningProblem => ({
  ...({ code: "receiver", severity: "fatal", path, expected: "", received: "" } as const),
  message: "",
});

test("explains a problem with its path, except if the path may contain text of the response", () => {
  expect(explainProblems([problem("operations[0].toAddress")])).toEqual([
    "Do not sign this: it names another receiver (operations[0].toAddress).",
  ]);
  for (const path of ["to address", "a".repeat(61), ""])
    expect(explainProblems([problem(path)])).toEqual([
      "Do not sign this: it names another receiver.",
    ]);
});

test("explains problems with the same sentence once", () => {
  const path = "toAddress";
  expect(explainProblems([problem(path), problem(path)])).toHaveLength(1);
});
