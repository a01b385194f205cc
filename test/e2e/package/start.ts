import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

interface Running {
  readonly out: string;
  readonly err: string;
  /** Resolves with the exit code, or the signal that ended the command. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Sends a signal to every process that the command started. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGINT, as Ctrl-C in a terminal does. */
  interrupt(): void;
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts a command in a folder. It ends with the test. */
export function start(folder: string, command: string, ...args: string[]): Running {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // Suppress npm's warnings about the machine's settings.
    env: { ...process.env, npm_config_loglevel: "error", npm_config_update_notifier: "false" },
    // Start a new process group, as a terminal does for every command.
    detached: true,
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    output.out += data;
  });
  child.stderr.on("data", (data) => {
    output.err += data;
  });
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid as number), name);
    } catch {
      // The process group has already ended.
    }
  };
  onTestFinished(async () => {
    signal("SIGKILL");
    await ended;
  });
  return {
    get out() {
      return output.out;
    },
    get err() {
      return output.err;
    },
    ended,
    signal,
    interrupt: () => signal("SIGINT"),
    async until(pattern) {
      for (;;) {
        const match = pattern.exec(output.out);
        if (match) return match;
        await Promise.race([
          once(child.stdout, "data"),
          ended.then((code) =>
            Promise.reject(
              new Error(
                `exited with ${code} before it printed ${pattern}: ${output.out}${output.err}`,
              ),
            ),
          ),
        ]);
      }
    },
  };
}
