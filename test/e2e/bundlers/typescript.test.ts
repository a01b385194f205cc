import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { oldestTypeScript, outputOf, pinned, repository } from "../package/consumer.js";
import { project, removeProject } from "./prepare.js";

/** The newest line that is written in TypeScript itself, and the one that is native. */
const compilers = [oldestTypeScript, "5.9.3", "6.0.3", "7.0.2"];

/** Ways in which consumers' compilers are set. `types` names packages with types of the platform. */
const platforms = {
  "Node's types": { lib: ["ES2022"], types: ["node"] },
  "the DOM's types": { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
  "both": { lib: ["ES2022", "DOM", "DOM.Iterable"], types: ["node"] },
};
const moduleKinds = {
  "nodenext, ES module": { module: "nodenext", moduleResolution: "nodenext", extension: "mts" },
  "nodenext, CommonJS": { module: "nodenext", moduleResolution: "nodenext", extension: "cts" },
  "bundler": { module: "esnext", moduleResolution: "bundler", extension: "ts" },
};
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
  others.some((name) => line.startsWith(`node_modules/${name}/`) || (line.includes("TS1479") && line.includes(`'${name}`)));

const peers = ["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@types/node"];
const full = await project(await Promise.all(peers.map(pinned)));
/** A folder for each compiler, because a project holds one. */
const installed = new Map(await Promise.all(compilers.map(async (version) => [version, await project([`typescript@${version}`], ["--legacy-peer-deps"])] as const)));
/** The sub-paths that the package has. */
const { exports: paths } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as { exports: Record<string, unknown> };
const entries = Object.keys(paths).filter((name) => name !== "./package.json");

afterAll(async () => {
  await Promise.all([full, ...installed.values()].map(removeProject));
});

for (const [version, compiler] of installed) {
  for (const [kind, { extension, ...modules }] of Object.entries(moduleKinds)) {
    describe(`TypeScript | ${version} | ${kind}`, () => {
      const reason = full.reason ?? compiler.reason;
      if (reason !== undefined || !full.folder || !compiler.folder) {
        test("compiles here", ({ skip }) => skip(reason));
        return;
      }
      const { folder, node, write } = full;
      const tsc = join(compiler.folder, "node_modules/typescript/bin/tsc");

      async function errorsOf(name: string, files: readonly string[], options: object): Promise<string[]> {
        const config = await write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions: { ...strictest, ...modules, ...options }, files }));
        const said = await outputOf(node([tsc, "-p", config, "--pretty", "false"]));
        return said.split("\n").filter((line) => line !== "" && !isOthers(line));
      }

      test.each(Object.entries(platforms))("a program of every part compiles under the strictest settings: %s", async (_, platform) => {
        const file = `every-part.${extension}`;
        await write(file, await readFile(join(folder, "apps/types/every-part.ts"), "utf8"));
        expect(await errorsOf("program", [file], platform)).toEqual([]);
      }, 180_000);

      test("every entry's declarations are found, and hold more than any", async () => {
        const file = `entries.${extension}`;
        // A namespace that is any has every name: the one line that must not compile shows that it has not.
        const lines = entries.flatMap((entry, index) => {
          const name = `bursar${entry.slice(1)}`;
          return [`import * as entry${index} from "${name}";`, `// @ts-expect-error ${name}`, `entry${index}.thereIsNoSuchName;`];
        });
        await write(file, lines.join("\n"));
        expect(await errorsOf("entries", [file], platforms.both)).toEqual([]);
      }, 180_000);
    });
  }
}
