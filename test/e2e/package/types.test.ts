import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { allPackages } from "./all-packages.js";
import {
  type Consumer,
  compile,
  createConsumer,
  oldestTypeScript,
  repository,
  strictest,
} from "./consumer.js";

let user: Consumer;
let oldest: Consumer;
beforeAll(async () => {
  [user, oldest] = await Promise.all([
    createConsumer(allPackages),
    createConsumer([`typescript@${oldestTypeScript}`]),
  ]);
});

// test/e2e/bundlers compiles all entries in more combinations.
const nodeTypes = { lib: ["ES2022"], types: ["node"] };
const domTypes = { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] };
const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
const bundler = { module: "esnext", moduleResolution: "bundler" };
const compilations: readonly [name: string, file: string, options: object, oldest?: boolean][] = [
  ["nodenext, Node's types, ES module", "types-node.mts", { ...nodenext, ...nodeTypes }],
  ["nodenext, the DOM's types, CommonJS", "types-common.cts", { ...nodenext, ...domTypes }],
  ["bundler, the DOM's types", "types-bundled.ts", { ...bundler, ...domTypes }],
  ["the oldest compiler, CommonJS", "types-oldest.cts", { ...nodenext, ...nodeTypes }, true],
];

test.each(compilations)(
  "the types that programs rely on compile with %s",
  async (_, file, options, usesOldest = false) => {
    const program = new URL("relied-types.ts", import.meta.url);
    await user.write(file, readFileSync(program, "utf8"));
    const compilerOptions = { ...strictest, ...options };
    const config = await user.write(
      `tsconfig.${file}.json`,
      JSON.stringify({ compilerOptions, files: [file] }),
    );
    expect(compile(config, usesOldest ? oldest.folder : repository)).toEqual([]);
  },
);
