import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstProgram, laterPrograms, readme } from "./readme.js";
import { openExamples } from "./run.js";

const root = new URL("../../", import.meta.url).pathname;

let examples: Awaited<ReturnType<typeof openExamples>>;
beforeAll(async () => {
  examples = await openExamples();
}, 60_000);
afterAll(() => examples?.remove());

test("the README has at most 200 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});

test("the README shows quickstart.mts without its header", () => {
  const program = readFileSync(join(root, "examples/quickstart.mts"), "utf8");
  expect(program.slice(program.indexOf("\n\n") + 2)).toBe(firstProgram);
});

test("the README lists exactly the examples that exist", () => {
  const links = [...readme.matchAll(/\]\(examples\/([^/)]+)[^)]*\)/g)].map(([, name]) => name);
  const others = ["tour", "tsconfig.json"];
  const files = readdirSync(join(root, "examples")).filter((name) => !others.includes(name));
  expect([...new Set(links)].sort()).toEqual(files.sort());
});

test.each(laterPrograms.map(({ where, code }) => [where, code] as const))(
  "%s continues the first program and runs to its end without a network",
  { timeout: 60_000 },
  async (where, code) => {
    const file = `${where.replace(/\W/g, "-")}.mjs`;
    const script = transformSync(code, { loader: "ts", format: "esm" }).code;
    writeFileSync(join(examples.folder, file), script);
    const { out, ...rest } = await examples.run(file);
    expect(rest).toEqual({ code: 0, err: "" });
    expect(out).toContain("the swap is COMPLETED\n");
  },
);
