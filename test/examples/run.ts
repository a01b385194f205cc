import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transformSync } from "esbuild";

const root = new URL("../../", import.meta.url).pathname;

/** The entry points of the package that examples import, besides the main one. */
const entryPoints = ["sandbox", "signing", "bitcoin", "webhooks", "proxy"];

/** Ends a program as soon as it opens a socket. */
const guard = `import { Socket } from "node:net";
Socket.prototype.connect = (...to) => {
  process.stderr.write("a socket was opened: " + JSON.stringify(to) + "\\n");
  process.exit(99);
};
`;

/** The output and exit code of a program. */
export interface RunResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
  .filter((name) => !/^playground|node_modules|\.next\/|\.d\.ts$/.test(name))
  .sort();

/** All TypeScript files of the examples, except those of the playground. */
export const sources: readonly string[] = files.filter((name) => /\.m?tsx?$/.test(name));

/** The programs that need no packages of their own. test/e2e/examples runs the others. */
export const programs: readonly string[] = sources.filter(
  (name) => !files.includes(`${name.split("/")[0]}/package.json`),
);

/**
 * Creates a folder with a copy of the examples and a package built from the current sources. The
 * programs are compiled to JavaScript, because Node 20 cannot run TypeScript. The
 * folder is inside the repository, so that Node finds the other packages that examples import.
 */
export async function openExamples() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "examples-"));
  const packageFolder = join(folder, "node_modules", "bursar");
  cpSync(join(root, "examples/tour"), join(folder, "examples/tour"), { recursive: true });
  for (const name of programs) {
    const file = join(folder, "examples", name.replace(/\.mts$/, ".mjs"));
    const text = readFileSync(join(root, "examples", name), "utf8");
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, transformSync(text, { loader: "ts", format: "esm" }).code);
  }
  await build({
    entryPoints: {
      index: join(root, "src/index.ts"),
      ...Object.fromEntries(entryPoints.map((part) => [part, join(root, `src/${part}/index.ts`)])),
    },
    outdir: packageFolder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const exported = {
    ".": "./index.js",
    ...Object.fromEntries(entryPoints.map((part) => [`./${part}`, `./${part}.js`])),
  };
  writeFileSync(
    join(packageFolder, "package.json"),
    JSON.stringify({ name: "bursar", type: "module", exports: exported }),
  );
  // Without its own package.json the folder would belong to the repository's package.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "reader", type: "module" }));
  writeFileSync(join(folder, "guard.mjs"), guard);

  /** Runs a program that must not open a socket. */
  const run = (...args: string[]) => {
    const guardFile = pathToFileURL(join(folder, "guard.mjs"));
    return runWith({ BURSAR_API_KEY: "key", NODE_OPTIONS: `--import=${guardFile}` }, ...args);
  };
  /** Runs a program with these environment variables. */
  const runWith = async (
    environment: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<RunResult> => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
      // Do not pass on the settings of the test runner, and hide the warnings of newer Node
      // versions.
      env: {
        PATH: process.env.PATH,
        NODE_NO_WARNINGS: "1",
        ...environment,
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
  return { folder, run, runWith, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
