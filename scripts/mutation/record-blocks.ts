// Writes which blocks of the sources each test file has executed, and how long it took.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const start = performance.now();
const global = globalThis as { __hits?: Set<string> };
global.__hits = new Set();

afterAll(() => {
  const path = process.env["MUTATION_BLOCKS"];
  if (!path) return;
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  const blocks = [...(global.__hits ?? [])];
  const milliseconds = performance.now() - start;
  appendFileSync(path, `${JSON.stringify({ file, blocks, milliseconds })}\n`);
});
