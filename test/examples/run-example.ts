import { expect } from "vitest";
import { expectedOutput } from "./expected-output.js";
import type { openExamples } from "./run.js";

/** The arguments of programs that need some. */
const programArguments: Readonly<Record<string, readonly string[]>> = {
  "kyc-upload.mts": ["passport.jpg"],
};

/** Returns the patterns that do not occur in this order. */
export function findMissing(out: string, patterns: readonly RegExp[]): RegExp[] {
  let rest = out;
  return patterns.filter((pattern) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found.index + found[0].length);
    return !found;
  });
}

/** Asserts that an example runs to its end and prints the expected lines. */
export async function expectOutput(
  examples: Awaited<ReturnType<typeof openExamples>>,
  name: string,
): Promise<void> {
  const program = `examples/${name.replace(/\.mts$/, ".mjs")}`;
  const { code, out, err } = await examples.runFast(program, ...(programArguments[name] ?? []));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(findMissing(out, expectedOutput[name] ?? [])).toEqual([]);
}
