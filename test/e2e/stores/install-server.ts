import { spawnSync } from "node:child_process";

/** The output of a shell command. */
export const output = (command: string): string =>
  spawnSync("sh", ["-c", command], { encoding: "utf8" }).stdout.trim();

/** Where a server is, or why it is missing. */
export type Found = { path: string; reason?: undefined } | { path?: undefined; reason: string };

/** Finds a server by a shell command that prints its path, or installs it with apt as root. */
export function findOrInstall(name: string, command: string, packageName: string): Found {
  if (!output(command) && process.getuid?.() === 0) {
    const apt = (...args: string[]) => spawnSync("apt-get", args, { stdio: "ignore" });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", packageName);
  }
  const path = output(command);
  return path ? { path } : { reason: `${name} is missing: apt-get install ${packageName}` };
}
