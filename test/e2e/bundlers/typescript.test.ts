import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allPackages } from "../package/all-packages.js";
import { compile, entries, oldestTypeScript, outputOf, strictest } from "../package/consumer.js";
import { createProject } from "./prepare.js";

/**
 * The oldest supported version, the newest written in TypeScript, and the newest native version.
 */
const compilers = [oldestTypeScript, "6.0.3", "7.0.2"];

const nodeTypes = { lib: ["ES2022"], types: ["node"] };
const domTypes = { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] };
/** Compiler settings of users: the kind of modules, and the source of the platform's types. */
const moduleKinds = [
  {
    kind: "nodenext, ES module",
    module: "nodenext",
    moduleResolution: "nodenext",
    extension: "mts",
    platforms: { "Node's types": nodeTypes, "the DOM's types": domTypes },
  },
  {
    kind: "nodenext, CommonJS",
    module: "nodenext",
    moduleResolution: "nodenext",
    extension: "cts",
    platforms: { "Node's types": nodeTypes },
  },
  {
    kind: "bundler",
    module: "esnext",
    moduleResolution: "bundler",
    extension: "ts",
    platforms: { "the DOM's types": domTypes, both: { lib: domTypes.lib, types: ["node"] } },
  },
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
  for (const { kind, extension, platforms, ...modules } of moduleKinds) {
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

      test.each(Object.entries(platforms))(
        "programs that use every entry compile under the strictest settings, and no entry is any: %s",
        async (_, platform) => {
          const programs = ["every-entry", "relied-types"];
          for (const name of programs)
            await write(
              `${name}.${extension}`,
              await readFile(join(folder, `apps/types/${name}.ts`), "utf8"),
            );
          // A namespace of type any has every name. The line that must not compile shows that no
          // entry is any.
          const lines = entries.flatMap((entry, index) => [
            `import * as entry${index} from "${entry}";`,
            `// @ts-expect-error ${entry}`,
            `entry${index}.missingName;`,
          ]);
          await write(`entries.${extension}`, lines.join("\n"));
          const files = [...programs, "entries"].map((name) => `${name}.${extension}`);
          const options = { ...strictest, ...modules, ...platform };
          const config = await write(
            "tsconfig.program.json",
            JSON.stringify({ compilerOptions: options, files }),
          );
          const errors = isNative
            ? (await outputOf(node([tsc, "-p", config, "--pretty", "false"]))).split("\n")
            : compile(config, compiler.folder, ["bursar", "zod"]);
          expect(errors.filter((line) => line !== "" && !isIgnored(line))).toEqual([]);
        },
      );
    });
  }
}
