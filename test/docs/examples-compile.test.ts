import { describe, expect, test } from "vitest";
import { compile } from "./compile.js";
import { ambient, findExamples } from "./examples.js";

const examples = findExamples();

describe("a code example", () => {
  test("exists for every public function and method", () => {
    // One for every method of the client, and one for every other public function and class.
    expect(examples.length).toBeGreaterThan(45);
  });

  test("compiles with the strictest settings", { timeout: 60_000 }, () => {
    const programs = examples.map(({ code, where }, i) => ({
      name: `example-${i}.ts`,
      text: `${code}\nexport {};\n`,
      where,
    }));
    expect(compile([{ name: "examples-ambient.ts", text: ambient }, ...programs])).toEqual([]);
  });
});
