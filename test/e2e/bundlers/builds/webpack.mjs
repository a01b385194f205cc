// node webpack.mjs <app> <base> <out>: builds the app with webpack's production defaults and prints
// the warnings.
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import webpack from "webpack";

const [app, base, out] = process.argv.slice(2);
const path = join(process.cwd(), out);
const stats = await new Promise((done, fail) =>
  webpack(
    {
      mode: "production",
      target: "web",
      context: resolve(app),
      entry: "./main.js",
      output: { path, publicPath: base, filename: "main.js", clean: true },
      // The suite prints the size of the page, so disable webpack's hint about it.
      performance: { hints: false },
    },
    (error, result) => (error ? fail(error) : done(result)),
  ),
);
const { warnings, errors } = stats.toJson({ all: false, warnings: true, errors: true });
await copyFile(join(app, "index.html"), join(path, "index.html"));
console.log(
  JSON.stringify(
    [...errors, ...warnings].map(({ moduleName = "", message }) => `${moduleName} ${message}`),
  ),
);
