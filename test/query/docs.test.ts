import { transform } from "esbuild";
import { expect, test } from "vitest";
import { imports, joined, parts } from "./docs-programs.js";

/** `test/thorough` compiles the programs. */
test("the programs in docs/query.md parse, and import what exists", async () => {
  expect(parts.length).toBeGreaterThan(5);
  await expect(transform(joined, { loader: "tsx" })).resolves.toMatchObject({ warnings: [] });
  const entries: Readonly<Record<string, () => Promise<object>>> = {
    bursar: () => import("../../src/index.js"),
    "bursar/query": () => import("../../src/query/index.js"),
    "bursar/signing": () => import("../../src/signing/index.js"),
  };
  const own = imports.filter(({ type, from }) => type === "" && from.startsWith("bursar"));
  expect(own.length).toBeGreaterThan(1);
  for (const { name, from } of own) expect(await entries[from]?.()).toHaveProperty(name);
});
