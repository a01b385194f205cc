// node rolldown.mjs <app> <base> <out>: builds the app for browsers and prints the warnings.
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

const [app, , out] = process.argv.slice(2);
const warnings = [];
const bundle = await rolldown({
  input: resolve(app, "main.js"),
  platform: "browser",
  onLog: (level, { code, message }) => {
    if (level === "warn") warnings.push(`${code} ${message}`);
  },
});
await bundle.write({ dir: out, format: "esm", entryFileNames: "main.js", minify: true });
await bundle.close();
await copyFile(join(app, "index.html"), join(out, "index.html"));
console.log(JSON.stringify(warnings));
