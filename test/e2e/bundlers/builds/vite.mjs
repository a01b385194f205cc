// node vite.mjs <app> <base> <out>: builds the app as a Vite project and prints the warnings.
import { join, resolve } from "node:path";
import { build, createLogger } from "vite";

const [app, base, out] = process.argv.slice(2);
const warnings = [];
const customLogger = createLogger("silent");
for (const name of ["warn", "warnOnce", "error"])
  customLogger[name] = (message) => warnings.push(message);
await build({
  root: resolve(app),
  base,
  configFile: false,
  customLogger,
  // The suite prints the size of the page, so disable Vite's warning about it.
  build: { outDir: join(process.cwd(), out), emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
});
console.log(JSON.stringify(warnings));
