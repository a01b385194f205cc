import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();
// Kill the nodes if the run ends early.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Kills the process when this one exits. */
export function killOnExit(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

/** Stops the process and waits until it has exited. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/**
 * Waits for a match in the output of the process. Rejects with the output if the process exits
 * before.
 */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk;
      const match = text.match(pattern);
      if (match) resolve(match);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`exited with ${code} before it was ready:\n${text}`)),
    );
  });
}
