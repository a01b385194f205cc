import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inSoak } from "../../support/random-runs.js";
import { allPackages } from "../package/all-packages.js";
import { compile, entries, oldestTypeScript, outputOf, strictest } from "../package/consumer.js";
import { createProject } from "./prepare.js";

/**
 * The newest version written in TypeScript. In the gate, it compiles only the examples `agents`,
 * `next` and `tracing`, and the programs of frameworks.
 */
const newestScript = "6.0.3";
/** The newest version. It is native, and takes a tenth of the time of the others. */
const newest = "7.0.2";
const compilers = [oldestTypeScript, ...inSoak(newestScript), newest];

const nodeTypes = { lib: ["ES2022"], types: ["node"] };
const domTypes = { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] };
const bothTypes = { lib: domTypes.lib, types: ["node"] };
/** One program has both kinds of modules, so that the declarations of peers are read once. */
const nodenext = {
  kind: "nodenext, ES module and CommonJS",
  extensions: ["mts", "cts"],
  modules: { module: "nodenext", moduleResolution: "nodenext" },
};
const bundler = {
  kind: "bundler",
  extensions: ["ts"],
  modules: { module: "esnext", moduleResolution: "bundler" },
};
/**
 * Compiler settings of users: the kind of modules, the source of the platform's types, and the
 * compilers that the gate runs with them. A soak runs each with all.
 */
const settings = [
  {
    ...nodenext,
    types: "Node's types",
    platform: nodeTypes,
    gate: [oldestTypeScript, newest],
  },
  { ...nodenext, types: "the DOM's types", platform: domTypes, gate: [newest] },
  { ...bundler, types: "the DOM's types", platform: domTypes, gate: [newest] },
  { ...bundler, types: "both", platform: bothTypes, gate: [newest] },
];
/**
 * Packages whose own declarations do not compile under every setting. Only their diagnostics are
 * ignored.
 */
const ignoredPackages = ["viem", "ox", "bitcoinjs-lib", "@types", "@tanstack", "msw", "undici"];
const isIgnored = (line: string): boolean =>
  ignoredPackages.some(
    (name) =>
      line.startsWith(`node_modules/${name}/`) ||
      (line.includes("TS1479") && line.includes(`import("${name}`)),
  );

const full = await createProject(allPackages);
/** One project per compiler, because a project has one version of TypeScript. */
const installed = new Map(
  await Promise.all(
    compilers.map(
      async (version) => [version, await createProject([`typescript@${version}`])] as const,
    ),
  ),
);

for (const [version, compiler] of installed) {
  const selected = settings.filter(({ gate }) => [...gate, ...inSoak(version)].includes(version));
  for (const { kind, extensions, modules, types, platform } of selected) {
    describe(`TypeScript | ${version} | ${kind}`, () => {
      const reason = full.reason ?? compiler.reason;
      if (reason !== undefined || !full.folder || !compiler.folder) {
        test("compiles here", ({ skip }) => skip(reason));
        return;
      }
      const { folder, node, write } = full;
      const tsc = join(compiler.folder, "node_modules/typescript/bin/tsc");
      // The native compiler has no `createProgram`.
      const isNative = version.startsWith("7.");

      test(`programs that use every entry compile under the strictest settings, and no entry is any: ${types}`, async () => {
        const programs = new Map<string, string>();
        for (const name of ["every-entry", "relied-types"])
          programs.set(name, await readFile(join(folder, `apps/types/${name}.ts`), "utf8"));
        // A namespace of type any has every name. The line that must not compile shows that no
        // entry is any.
        const lines = entries.flatMap((entry, index) => [
          `import * as entry${index} from "${entry}";`,
          `// @ts-expect-error ${entry}`,
          `entry${index}.missingName;`,
        ]);
        programs.set("entries", lines.join("\n"));
        const files: string[] = [];
        for (const [name, text] of programs)
          for (const extension of extensions) {
            await write(`${name}.${extension}`, text);
            files.push(`${name}.${extension}`);
          }
        const options = { ...strictest, ...modules, ...platform };
        const config = await write(
          "tsconfig.program.json",
          JSON.stringify({ compilerOptions: options, files }),
        );
        const errors = isNative
          ? (await outputOf(node([tsc, "-p", config, "--pretty", "false"]))).split("\n")
          : compile(config, compiler.folder, ["bursar", "zod"]);
        expect(errors.filter((line) => line !== "" && !isIgnored(line))).toEqual([]);
      });
    });
  }
}
