import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import { ConfigurationError } from "../errors/data.js";
import type { CommandEnvironment } from "./command-environment.js";
import { parseWholeNumber } from "./whole-number.js";

export const help = `Usage: bursar playground [options]

Serves a page that shows what Bursar does, on a sandbox in the page. It is the package
bursar-playground. If your project has not installed it, npx downloads it: 0.5 MB.

Options:
  --port <number>   the port; 0 selects a free one (default: 5179)
  --help            show this help

Example:
  npx bursar playground
`;

/** Serves the playground until the process is stopped. */
export async function run(args: string[], { print }: CommandEnvironment): Promise<undefined> {
  const options = { port: { type: "string", default: "5179" } } as const;
  const port = parseWholeNumber("--port", parseArgs({ args, options }).values.port, 65_535);
  const installed = findInstalled();
  if (installed) {
    // A package of the project: only its folder says where it is.
    const { serve } = await import(pathToFileURL(installed).href);
    return void print(`The playground: ${await serve(port)}\nCtrl-C ends it.\n`);
  }
  const name = `bursar-playground@${version}`;
  print(`The playground is a package of its own: npx downloads ${name} (0.5 MB) and starts it.\n`);
  // In a shell, because npm is a script on Windows.
  const command = `npm exec --yes -- ${name} --port ${port}`;
  const [code] = await once(spawn(command, { shell: true, stdio: "inherit" }), "exit");
  if (code === 0) return;
  const hint = `If it cannot be downloaded here, install it: npm install --save-dev ${name}`;
  throw new ConfigurationError(`${command} has failed`, { hint });
}

/** The module of the package in the project of the current folder. */
function findInstalled(): string | undefined {
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve("bursar-playground");
  } catch {
    return undefined;
  }
}
