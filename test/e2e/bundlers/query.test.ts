import { describe, expect, test } from "vitest";
import { allPackages, queryAdapters } from "../package/all-packages.js";
import { outputOf } from "../package/consumer.js";
import { createProject, versionOf } from "./prepare.js";

const project = await createProject(allPackages);
const { folder } = project;
const versions =
  folder === undefined
    ? []
    : await Promise.all(queryAdapters.map((name) => versionOf(folder, `@tanstack/${name}-query`)));

describe(`TanStack Query | ${versions.join(", ")} | Vue, Solid, Svelte`, () => {
  if (project.folder === undefined) {
    test("compiles here", ({ skip }) => skip(project.reason));
    return;
  }
  const { node, write } = project;

  test("the adapters of Vue, Solid and Svelte accept the options and type the data", async () => {
    const compilerOptions = {
      target: "ES2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types: [],
      // Do not check the declarations of the adapters themselves.
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
    };
    const config = await write(
      "tsconfig.adapters.json",
      JSON.stringify({ compilerOptions, files: ["apps/query/adapters.ts"] }),
    );
    expect(
      await outputOf(node(["node_modules/typescript/bin/tsc", "-p", config, "--pretty", "false"])),
    ).toBe("");
  });
});
