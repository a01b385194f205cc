import { describe, expect, test } from "vitest";
import { checkerTimeout } from "../support/compiler/client.js";
import { compileExamples } from "./compile-examples.js";
import { findExamples } from "./examples.js";

const examples = findExamples();

describe("a code example", () => {
  test("exists for every public function and method", () => {
    // One for every method of the client, and one for every other public function and class.
    expect(examples.length).toBeGreaterThan(45);
  });

  // test/thorough/docs compiles all of them.
  test("compiles with the strictest settings", { timeout: checkerTimeout }, async () => {
    const sample = examples.filter((_, i) => i % 10 === 0);
    const wrong = { where: "wrong", code: "const id: number = quoteId;" };
    expect(await compileExamples([...sample, wrong])).toEqual([expect.stringMatching(/^wrong: /)]);
  });
});
