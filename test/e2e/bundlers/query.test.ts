import { afterAll, describe, expect, test } from "vitest";
import { outputOf, pinned } from "../package/consumer.js";
import { project, removeProject, versionOf } from "./prepare.js";

const adapters = ["vue", "solid", "svelte"] as const;
const frameworks = ["vue", "solid-js", "svelte"];
const made = await project([
  ...adapters.map((name) => `@tanstack/${name}-query`),
  ...frameworks,
  ...(await Promise.all(["viem", "@tanstack/query-core", "typescript"].map(pinned))),
]);
const { folder } = made;
const versions =
  folder === undefined
    ? []
    : await Promise.all(adapters.map((name) => versionOf(folder, `@tanstack/${name}-query`)));

afterAll(() => removeProject(made));

describe(`TanStack Query | ${versions.join(", ")} | Vue, Solid, Svelte`, () => {
  if (made.folder === undefined) {
    test("compiles here", ({ skip }) => skip(made.reason));
    return;
  }
  const { node, write } = made;

  test("the adapters of Vue, Solid and Svelte take the options, and data is typed", async () => {
    const compilerOptions = {
      ...{
        target: "ES2022",
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["ES2022", "DOM", "DOM.Iterable"],
        types: [],
      },
      // The adapters' own declarations are not ours to judge.
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true },
    };
    const config = await write(
      "tsconfig.adapters.json",
      JSON.stringify({ compilerOptions, files: ["apps/query/adapters.ts"] }),
    );
    expect(
      await outputOf(node(["node_modules/typescript/bin/tsc", "-p", config, "--pretty", "false"])),
    ).toBe("");
  }, 120_000);
});
