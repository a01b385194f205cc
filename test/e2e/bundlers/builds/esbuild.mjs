// node esbuild.mjs <app> <base> <out>: builds the app in chunks and prints the warnings.
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const [app, base, out] = process.argv.slice(2);
const { warnings } = await build({
  entryPoints: [resolve(app, "main.js")],
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  publicPath: base,
  outdir: out,
  logLevel: "silent",
});
await copyFile(join(app, "index.html"), join(out, "index.html"));
console.log(
  JSON.stringify(warnings.map(({ text, location }) => `${location?.file ?? ""} ${text}`)),
);
