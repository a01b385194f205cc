import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("../../", import.meta.url).pathname;

/** The sub-paths that examples import. */
const parts = ["sandbox", "signing", "bitcoin", "webhooks", "proxy"];

/** Whoever opens a socket is ended at once. */
const guard = `import { Socket } from "node:net";
Socket.prototype.connect = (...to) => {
  process.stderr.write("a socket was opened: " + JSON.stringify(to) + "\\n");
  process.exit(99);
};
`;

/** What a program said, and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * A folder in which the examples stand as they are, beside the package made from the sources as they are now. It lies inside the repository,
 * so that what else they import is found there.
 */
export async function openExamples() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "examples-"));
  const own = join(folder, "node_modules", "bursar");
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  await build({
    entryPoints: {
      index: join(root, "src/index.ts"),
      ...Object.fromEntries(parts.map((part) => [part, join(root, `src/${part}/index.ts`)])),
    },
    outdir: own,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const exported = {
    ".": "./index.js",
    ...Object.fromEntries(parts.map((part) => [`./${part}`, `./${part}.js`])),
  };
  writeFileSync(
    join(own, "package.json"),
    JSON.stringify({ name: "bursar", type: "module", exports: exported }),
  );
  // Without a name of its own the folder would count as a part of the package.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "reader", type: "module" }));
  writeFileSync(join(folder, "guard.mjs"), guard);

  const run = async (...args: string[]): Promise<Ran> => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
      // Nothing of this test runner's own settings.
      // What a newer Node says about itself is not the example's.
      env: {
        PATH: process.env.PATH,
        NODE_NO_WARNINGS: "1",
        NODE_OPTIONS: `--import=${pathToFileURL(join(folder, "guard.mjs"))}`,
      },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    const [code] = await once(child, "close");
    return { code, out, err };
  };
  return { folder, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
