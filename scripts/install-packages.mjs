import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** npm's error codes for a registry that is unreachable or lacks a package. */
const registryErrors =
  /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E50[0234])\b/;

/**
 * Installs the packages of a folder, unless its lockfile is unchanged since the last install.
 * Returns why its tests cannot run: as skipped if the registry lacks a package, else as failed.
 */
export function installPackages(folder) {
  const stamp = join(folder, "node_modules/.installed");
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return undefined;
  console.error(`installing ${folder}`);
  rmSync(stamp, { force: true });
  // No package needs its install script: JavaScript packages replace the native parts. Set the log
  // level, because npm may inherit "silent".
  const npm = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: folder, encoding: "utf8", shell: process.platform === "win32" },
  );
  if (npm.status !== 0) {
    const output = `${npm.stdout ?? ""}${npm.stderr ?? ""}${npm.error?.message ?? ""}`.trim();
    console.error(output);
    const [code] = output.match(registryErrors) ?? [];
    if (code) return { skipped: 1, reason: `the registry lacks a package (${code}, see above)` };
    return { failed: 1, reason: "npm ci failed (see above)" };
  }
  writeFileSync(stamp, lock);
  return undefined;
}
