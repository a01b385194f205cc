import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { buildExamples } from "../support/compiler/client.js";

const root = new URL("../../", import.meta.url).pathname;

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

const ownPackages = files
  .filter((name) => name.endsWith("/package.json"))
  .map((name) => name.replace("package.json", ""));

/** The programs that need no packages of their own. test/e2e/examples runs the others. */
export const programs: readonly string[] = sources.filter(
  (name) => !ownPackages.some((folder) => name.startsWith(folder)),
);

/** Opens the examples of this run, with a package built from the current sources. */
export async function openExamples() {
  const folder = await buildExamples(programs);

  /** Runs a program with these modules first. */
  const runAfter = (modules: readonly string[], args: readonly string[]) => {
    const imports = modules.map((name) => `--import=${pathToFileURL(join(folder, name))}`);
    return runWith({ BURSAR_API_KEY: "key", NODE_OPTIONS: imports.join(" ") }, ...args);
  };
  /** Runs a program that must not open a socket. */
  const run = (...args: string[]) => runAfter(["guard.mjs"], args);
  /** Runs a program that must not open a socket. Its pauses take a hundredth of their time. */
  const runFast = (...args: string[]) => runAfter(["guard.mjs", "short-pauses.mjs"], args);
  /** Runs a program with these environment variables. */
  const runWith = async (
    environment: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<RunResult> => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      // Ends a program that hangs, so that it does not outlive the tests.
      timeout: 300_000,
      // Do not pass on the settings of the test runner, and hide the warnings of newer Node
      // versions.
      env: {
        PATH: process.env.PATH,
        NODE_NO_WARNINGS: "1",
        ...environment,
      },
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code, out, err };
  };
  return { folder, run, runFast, runWith };
}
