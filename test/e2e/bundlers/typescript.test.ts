import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { oldestTypeScript, outputOf, pinned, repository } from "../package/consumer.js";
import { project, removeProject } from "./prepare.js";

/** The oldest, the newest that is written in TypeScript itself, and the newest of all, which is native. */
const compilers = [oldestTypeScript, "6.0.3", "7.0.2"];

const nodes = { lib: ["ES2022"], types: ["node"] };
const doms = { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] };
/** Ways in which consumers' compilers are set: what modules are, and where the types of the platform come from. */
const moduleKinds = [
  {
    kind: "nodenext, ES module",
    module: "nodenext",
    moduleResolution: "nodenext",
    extension: "mts",
    platforms: { "Node's types": nodes, "the DOM's": doms },
  },
  {
    kind: "nodenext, CommonJS",
    module: "nodenext",
    moduleResolution: "nodenext",
    extension: "cts",
    platforms: { "Node's types": nodes },
  },
  {
    kind: "bundler",
    module: "esnext",
    moduleResolution: "bundler",
    extension: "ts",
    platforms: { "the DOM's types": doms, both: { lib: doms.lib, types: ["node"] } },
  },
];
const strictest = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: false,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Other packages' own declarations that a compiler does not read under such settings: what is said of them is left out, and nothing else. */
const others = ["viem", "ox", "bitcoinjs-lib", "@types", "@tanstack", "msw"];
const isOthers = (line: string): boolean =>
  others.some(
    (name) =>
      line.startsWith(`node_modules/${name}/`) ||
      (line.includes("TS1479") && line.includes(`import("${name}`)),
  );

const peers = [
  "viem",
  "bitcoinjs-lib",
  "@bitcoinerlab/secp256k1",
  "@tanstack/query-core",
  "@types/node",
];
const full = await project(await Promise.all(peers.map(pinned)));
/** A folder for each compiler, because a project holds one. */
const installed = new Map(
  await Promise.all(
    compilers.map(
      async (version) =>
        [version, await project([`typescript@${version}`], ["--legacy-peer-deps"])] as const,
    ),
  ),
);
/** The sub-paths that the package has. */
const { exports: paths } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
};
const entries = Object.keys(paths).filter((name) => name !== "./package.json");

afterAll(async () => {
  await Promise.all([full, ...installed.values()].map(removeProject));
});

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

      test.each(Object.entries(platforms))(
        "a program of every part compiles under the strictest settings, and no entry is any: %s",
        async (_, platform) => {
          const files = [`every-part.${extension}`, `entries.${extension}`] as const;
          await write(files[0], await readFile(join(folder, "apps/types/every-part.ts"), "utf8"));
          // A namespace that is any has every name: the line that must not compile shows that none is.
          const lines = entries.flatMap((entry, index) => {
            const name = `bursar${entry.slice(1)}`;
            return [
              `import * as entry${index} from "${name}";`,
              `// @ts-expect-error ${name}`,
              `entry${index}.thereIsNoSuchName;`,
            ];
          });
          await write(files[1], lines.join("\n"));
          const options = { ...strictest, ...modules, ...platform };
          const config = await write(
            "tsconfig.program.json",
            JSON.stringify({ compilerOptions: options, files }),
          );
          const said = await outputOf(node([tsc, "-p", config, "--pretty", "false"]));
          expect(said.split("\n").filter((line) => line !== "" && !isOthers(line))).toEqual([]);
        },
        180_000,
      );
    });
  }
}
