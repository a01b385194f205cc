import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  schemas: "src/contract/index.ts",
  sandbox: "src/sandbox/index.ts",
  bitcoin: "src/bitcoin/index.ts",
  signing: "src/signing/index.ts",
  webhooks: "src/webhooks/index.ts",
  query: "src/query/index.ts",
  proxy: "src/proxy/index.ts",
  undici: "src/undici/index.ts",
};

/**
 * Built with its own copy of the schemas: it names all of them, so that a bundler could not drop
 * any from a chunk that it shares.
 */
const openapi = { openapi: "src/openapi/index.ts" };

/** Bundlers warn about imports for side effects. Our chunks have none. */
const withoutBareImports: NonNullable<Options["plugins"]>[number] = {
  name: "without-bare-imports",
  renderChunk: (code) => ({ code: code.replace(/^import "\.\/chunk-[^"]+";\n/gm, "") }),
};

/** The functions of the contract whose calls a bundler may drop if their result is not used. */
const pureFunctions = readdirSync("src/contract", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(`src/contract/${name}`, "utf8"))
  .flatMap((text) => [...text.matchAll(/@__NO_SIDE_EFFECTS__ \*\/\nexport function (\w+)/g)])
  .map(([, name]) => name as string);

/**
 * esbuild heeds `@__NO_SIDE_EFFECTS__` only in the file of the function. This marks the calls in
 * other chunks, so that a page that imports one schema does not load all schemas of its chunk.
 */
const markPureCalls: NonNullable<Options["plugins"]>[number] = {
  name: "mark-pure-calls",
  renderChunk(code) {
    const imports = [...code.matchAll(/^import \{\n([^}]*)\} from "\.\/chunk-/gm)];
    const names = imports
      .flatMap(([, list]) => (list as string).split(",").map((each) => each.trim().split(" as ")))
      .filter(([name]) => pureFunctions.includes(name as string))
      .map((pair) => pair.at(-1));
    if (names.length === 0) return undefined;
    const calls = new RegExp(`(?<![\\w$.]|PURE__ \\*/ )(?:${names.join("|")})\\(`, "g");
    return { code: code.replace(calls, "/* @__PURE__ */ $&") };
  },
};

/**
 * These modules have their own copies of what they import. esbuild would load a shared copy with
 * every page: it puts a module that a lazy chunk needs into the first chunk if that needs it, too.
 */
const separate = {
  "address-guards": "src/contract/shared/addresses/address-guards.ts",
  "error-facts": "src/contract/shared/error-facts.ts",
  "check-simulation": "src/signing/simulation/check-simulation.ts",
  descriptions: "src/signing/describe/descriptions.ts",
};
const withoutSeparate = (extension: string): NonNullable<Options["esbuildPlugins"]>[number] => ({
  name: "without-separate",
  setup(build) {
    for (const name of Object.keys(separate))
      build.onResolve({ filter: new RegExp(`/${name}\\.js$`) }, () => ({
        path: `./${name}${extension}`,
        external: true,
      }));
    build.onResolve({ filter: /\/openapi\/document\.js$/ }, () => ({
      path: `./openapi-document${extension}`,
      external: true,
    }));
  },
});

/**
 * Writes the OpenAPI document for tools that read JSON, and as modules: some bundlers and runtimes
 * do not import JSON.
 */
async function writeOpenApi(): Promise<void> {
  const { createOpenApi } = await import(new URL("./dist/openapi.js", import.meta.url).href);
  const document = createOpenApi();
  await writeFile("dist/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
  await writeFile("dist/openapi-document.js", `export default ${JSON.stringify(document)};\n`);
  await writeFile("dist/openapi-document.cjs", 'module.exports = require("./openapi.json");\n');
}

/** Writes docs/llms.txt and docs/llms-full.txt, which are shipped beside the pages. */
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
  plugins: [withoutBareImports],
  sourcemap: true,
  // Audited and small, so bundled: the hashes of addresses, and base58, base64 and hex for Bitcoin.
  noExternal: [/^@noble\/hashes/, /^@scure\/base/],
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, cli: "src/sandbox/server/cli.ts" },
    format: "esm",
    plugins: [withoutBareImports, markPureCalls],
    esbuildPlugins: [withoutSeparate(".js")],
    clean: true,
    onSuccess: writeLlms,
    dts: {
      entry: { ...entry, ...openapi },
      compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true },
    },
  },
  {
    ...shared,
    format: "cjs",
    esbuildPlugins: [withoutSeparate(".cjs")],
    // ky is ESM only, so the CommonJS build carries it.
    noExternal: [...(shared.noExternal ?? []), "ky"],
    dts: {
      entry: { ...entry, ...openapi },
      compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true },
    },
  },
  {
    ...shared,
    entry: { ...separate, ...openapi },
    splitting: false,
    format: ["esm", "cjs"],
    onSuccess: writeOpenApi,
  },
]);
