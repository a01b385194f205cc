import { readFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";
import { entries } from "./scripts/entries.mjs";

/** The source files by the name of the file in dist. */
const entry = Object.fromEntries(
  Object.entries(entries).map(([name, file]) => [name.split("/")[1] ?? "index", file]),
);

/** Bundlers warn about imports for side effects. Our chunks have none. */
const withoutBareImports: NonNullable<Options["plugins"]>[number] = {
  name: "without-bare-imports",
  renderChunk: (code) => ({ code: code.replace(/^import "\.\/chunk-[^"]+";\n/gm, "") }),
};

/** The TSDoc is in the declarations. In the modules, it would be a tenth of the package. */
const withoutTsdoc: NonNullable<Options["plugins"]>[number] = {
  name: "without-tsdoc",
  renderChunk: (code) => ({
    code: code.replace(/^[ \t]*\/\*\*(?: .* \*\/|\n(?:[ \t]+\*.*\n)*?[ \t]+\*\/)\n/gm, ""),
  }),
};

/** What ky does when it is loaded, and the values in its place: the client sends no body by ky. */
const kyProbes = [
  ["new TextEncoder().encode('------WebKitFormBoundaryaxpyiPgbbPti10Rw').length", "40"],
  ["typeof globalThis.Request === 'function'", "false"],
] as const;

/** Lets ky load where the platform has no `TextEncoder` or `Request`, or gets them later. */
const withoutKyProbes: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-ky-probes",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]ky[\\/]distribution[\\/]core[\\/]constants\.js$/ },
      async ({ path }) => {
        let contents = await readFile(path, "utf8");
        for (const [probe, value] of kyProbes) {
          if (!contents.includes(probe)) throw new TypeError(`ky has changed: expected ${probe}`);
          contents = contents.replace(probe, value);
        }
        return { contents };
      },
    );
  },
};

/** Writes docs/llms.txt, which is shipped beside the pages, and docs/llms-full.txt. */
async function writeLlms(): Promise<void> {
  const scripts = await import(new URL("./scripts/llms.mjs", import.meta.url).href);
  scripts.writeLlms(new URL("./docs/", import.meta.url).pathname);
}

const shared: Options = {
  entry,
  target: "es2022",
  platform: "neutral",
  splitting: true,
  external: [/^node:/],
  // `util` for `node:util` would be another package in some runtimes.
  removeNodeProtocol: false,
  plugins: [withoutBareImports, withoutTsdoc],
  esbuildPlugins: [withoutKyProbes],
  // Small, so bundled: the hashes of addresses, base58, base64 and hex for Bitcoin, and ky, which
  // is ESM only.
  noExternal: [/^@noble\/hashes/, /^@scure\/base/, /^ky$/],
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, cli: "src/cli/cli.ts" },
    format: "esm",
    clean: true,
    onSuccess: writeLlms,
    // scripts/share-types.mjs shares them with CommonJS.
    dts: {
      entry,
      compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true },
    },
  },
  { ...shared, format: "cjs" },
]);
