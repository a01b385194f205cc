import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect } from "vitest";
import { type Block, firstOutput } from "./readme.js";
import { openExamples } from "./run.js";

/** Asserts that a program of README.md runs to its end without a network. */
export async function expectCompletedSwap({ where, code }: Block): Promise<void> {
  const { folder, runFast } = await openExamples();
  const file = `${where.replace(/\W/g, "-")}.mjs`;
  const script = transformSync(code, { loader: "ts", format: "esm" }).code;
  writeFileSync(join(folder, file), script);
  const { out, ...rest } = await runFast(file);
  expect(rest).toEqual({ code: 0, err: "" });
  // The first program, then the block itself.
  expect(out.slice(0, firstOutput.length)).toBe(firstOutput);
  expect(out.slice(firstOutput.length).trim()).not.toBe("");
}
