// node rollup.mjs <app> <base> <out>: builds the app with the two usual plugins and prints the
// warnings.
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import nodeResolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";

const [app, , out] = process.argv.slice(2);
const warnings = [];
const bundle = await rollup({
  input: resolve(app, "main.js"),
  plugins: [nodeResolve({ browser: true }), commonjs()],
  onLog: (level, { code, message, id, ids = [id] }) => {
    if (level === "warn") warnings.push({ files: ids.filter(Boolean), text: `${code} ${message}` });
  },
});
await bundle.write({ dir: out, format: "esm", entryFileNames: "main.js" });
await bundle.close();
await copyFile(join(app, "index.html"), join(out, "index.html"));
// Rollup warns about import cycles and comments inside other packages. Ignore those warnings.
const isOtherPackage = (file) => /node_modules\/(?!bursar\/)/.test(file);
console.log(
  JSON.stringify(
    warnings
      .filter(({ files }) => files.length === 0 || !files.every(isOtherPackage))
      .map(({ text }) => text),
  ),
);
