import { build } from "esbuild";
import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.js";

/** Lists the modules of the repository and the packages that a file loads. */
async function listImports(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  const packages = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return [...Object.keys(metafile.inputs), ...packages];
}

// test/e2e/package runs the command in a folder without viem.
test("bursar check does not load viem or the sandbox", async () => {
  const imports = await listImports("src/check/run-command.ts");
  expect(imports).toContain("src/check/run-check.ts");
  expect(imports.filter((name) => /^viem|^src\/sandbox\//.test(name))).toEqual([]);
});

test("bursar call does not load viem, Zod or the sandbox", async () => {
  const imports = await listImports("src/cli/run-call.ts");
  expect(imports).toContain("src/client.ts");
  expect(imports.filter((name) => /^viem|^zod|^src\/sandbox\//.test(name))).toEqual([]);
});

test("bursar loads each command only when it runs", async () => {
  const { metafile } = await build({
    entryPoints: ["src/cli/cli.ts"],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  const { imports = [] } = metafile.inputs["src/cli/commands.ts"] ?? {};
  expect(imports.map(({ kind }) => kind)).toEqual([...commands].map(() => "dynamic-import"));
  const first = metafile.inputs["src/cli/main.ts"]?.imports.map(({ path }) => path);
  expect(first).toEqual([
    "package.json",
    "src/http/wire/redact.ts",
    "src/http/wire/runtime.ts",
    "src/cli/command-error.ts",
    "src/cli/commands.ts",
    "src/cli/printable.ts",
  ]);
});
