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
};

/** Bundlers warn about imports for side effects. Our chunks have none. */
const withoutBareImports: NonNullable<Options["plugins"]>[number] = {
  name: "without-bare-imports",
  renderChunk: (code) => ({ code: code.replace(/^import "\.\/chunk-[^"]+";\n/gm, "") }),
};

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
  // Audited and small, so bundled: keccak for EIP-55 checksums, base58, base64 and hex for Bitcoin.
  noExternal: [/^@noble\/hashes/, /^@scure\/base/],
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, cli: "src/sandbox/server/cli.ts" },
    format: "esm",
    clean: true,
    dts: { compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true } },
  },
  {
    ...shared,
    format: "cjs",
    // ky is ESM only, so the CommonJS build carries it.
    noExternal: [...(shared.noExternal ?? []), "ky"],
    dts: { compilerOptions: { ignoreDeprecations: "6.0", stripInternal: true } },
  },
]);
