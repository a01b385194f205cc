import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  schemas: "src/contract/index.ts",
};

const shared: Options = {
  entry,
  target: "es2022",
  platform: "neutral",
  splitting: true,
  sourcemap: false,
  // keccak for EIP-55 checksums: audited code, and small enough to carry along.
  noExternal: [/^@noble\/hashes/],
};

export default defineConfig([
  {
    ...shared,
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
