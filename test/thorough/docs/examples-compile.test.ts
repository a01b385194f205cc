import { expect, test } from "vitest";
import { compileExamples } from "../../docs/compile-examples.js";
import { findExamples } from "../../docs/examples.js";

test("every code example compiles with the strictest settings", async () => {
  expect(await compileExamples(findExamples())).toEqual([]);
});
