import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { linkViem, repository, viemVersion } from "../package/consumer.js";

const run = promisify(execFile);

/** A copy of examples in a folder that has the packages of one of them. */
export interface ExampleProject {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Copies an example and installs its locked packages and the packed package. With others, each is
 * in its own folder below the packages.
 */
export async function openExample(name: string, ...others: string[]): Promise<ExampleProject> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-example-"));
  const source = join(repository, "examples");
  const filter = (path: string) => !/node_modules|\/\.next(\/|$)/.test(path.slice(source.length));
  const copy = (from: string, to: string) =>
    cp(join(source, from), join(folder, to), { recursive: true, filter });
  if (others.length === 0) await copy(name, "");
  else {
    for (const example of [name, ...others]) await copy(example, example);
    for (const file of ["package.json", "package-lock.json"]) await copy(`${name}/${file}`, file);
  }
  const { packages } = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  if (packages["node_modules/viem"]?.version === viemVersion) await linkViem(folder);
  // The other packages in the locked versions. `npm ci` would reject the additional package.
  const flags = ["--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...flags, inject("packed").tarball], { cwd: folder });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A running program and its output so far. */
export interface Program {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves when the output matches. Rejects if the program ends before. */
  until(pattern: RegExp): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export function start(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Readonly<Record<string, string>> },
): Program {
  const { cwd, env = {} } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    output: () => text,
    ended,
    async until(pattern) {
      let isOver = false;
      ended.then(() => {
        isOver = true;
      });
      while (!pattern.test(text)) {
        if (isOver) throw new TypeError(`${command} ${args.join(" ")} ended:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async kill(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
