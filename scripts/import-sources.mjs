// Imports the sources without a build, for the scripts that write what follows from them.
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

/** Imports a module that is given as text. Its imports are relative to the root. */
export async function importSources(contents, plugins = []) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("../", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins,
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}
