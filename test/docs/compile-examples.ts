import { compile } from "../support/compiler/client.js";
import { ambient, type Example } from "./examples.js";

/** Compiles examples of TSDoc comments. Returns every problem in them. */
export function compileExamples(examples: readonly Example[]): Promise<string[]> {
  const programs = examples.map(({ code, where }, i) => ({
    name: `example-${i}.ts`,
    text: `${code}\nexport {};\n`,
    where,
  }));
  return compile([{ name: "examples-ambient.ts", text: ambient }, ...programs]);
}
