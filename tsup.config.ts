import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  schemas: "src/contract/index.ts",
  sandbox: "src/sandbox/index.ts",
  bitcoin: "src/bitcoin/index.ts",
  signing: "src/tasks/index.ts",
  intents: "src/intents/index.ts",
  policy: "src/policy/index.ts",
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
  "calls-check": "src/signing/calls/calls-check.ts",
  "simulate-in-time": "src/signing/simulation/simulate-in-time.ts",
  "quote-description": "src/signing/quote/quote-description.ts",
  "describe-parts": "src/signing/skeleton/describe-parts.ts",
  "describe-reading": "src/signing/operation/describe-reading.ts",
};
const withoutSeparate: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-separate",
  setup(build) {
    for (const [name, source] of Object.entries(separate))
      build.onResolve({ filter: new RegExp(`/${name}\\.js$`) }, ({ kind }) =>
        // What imports a module of signing statically has it in its own chunk.
        kind === "dynamic-import" || !source.startsWith("src/signing/")
          ? { path: `./${name}.js`, external: true }
          : undefined,
      );
    build.onResolve({ filter: /\/openapi\/index\.js$/ }, () => ({
      path: "./openapi.js",
      external: true,
    }));
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
  plugins: [withoutBareImports],
  // Audited and small, so bundled: the hashes of addresses, and base58, base64 and hex for Bitcoin.
  noExternal: [/^@noble\/hashes/, /^@scure\/base/],
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, cli: "src/sandbox/cli/cli.ts" },
    format: "esm",
    plugins: [withoutBareImports, markPureCalls],
    esbuildPlugins: [withoutSeparate],
    clean: true,
    onSuccess: writeLlms,
    // scripts/share-types.mjs shares them with CommonJS.
    dts: {
      entry: { ...entry, ...openapi },
      compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true },
    },
  },
  {
    ...shared,
    // No page loads CommonJS, so its modules share all chunks.
    entry: { ...entry, ...openapi },
    format: "cjs",
    // ky is ESM only, so the CommonJS build carries it.
    noExternal: [...(shared.noExternal ?? []), "ky"],
  },
  {
    ...shared,
    entry: { ...separate, ...openapi },
    splitting: false,
    format: "esm",
  },
]);
