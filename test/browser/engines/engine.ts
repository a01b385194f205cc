import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A browser with one page. */
export interface Engine {
  readonly version: string;
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page, awaits its promise and returns its JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A running program whose profile and other files are in a folder of its own. */
export interface Launched {
  readonly folder: string;
  /** Resolves with the first match in the output. Rejects if the program ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  close(): Promise<void>;
}

/** Starts a program. `close` also ends the processes that it started. */
export async function launch(
  command: string,
  args: (folder: string) => readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-engine-"));
  const child: ChildProcess = spawn(command, args(folder), {
    // A group of its own, so that one signal ends the browser with all of its processes.
    detached: true,
    env: { ...process.env, ...env, HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  child.on("error", (error) => {
    output += String(error);
  });
  const ended = once(child, "close");
  let isOver = false;
  ended.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has already ended.
    }
  };
  process.once("exit", killGroup);
  return {
    folder,
    async until(pattern) {
      // No limit of a test applies here.
      for (let waited = 0; waited < 300_000; waited += 50) {
        const match = pattern.exec(output);
        if (match) return match;
        if (isOver) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new TypeError(`${command} did not print ${pattern}:\n${output.slice(-2_000)}`);
    },
    async close() {
      process.off("exit", killGroup);
      killGroup();
      await ended.catch(() => {});
      // A process of the group may still write to its profile.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
