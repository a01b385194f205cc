import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();
// A run that ends early must not leave its nodes behind.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Sees to it that the process ends with this one at the latest. */
export function own(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

/** Ends that one process and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** The first match in what the process prints; fails with all it printed if it ends before. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
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
      reject(new Error(`ended with ${code} before it was ready:\n${text}`)),
    );
  });
}
