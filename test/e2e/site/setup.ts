import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The file that the build of the site writes at its end: empty, or with the failure. */
    siteResult: string;
  }
}

/**
 * Builds the site, once for all suites. The build takes a core for a minute, so the suites of other
 * projects run beside it: those of the site wait for its result.
 */
export default function setup({ provide }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bursar-site-"));
  const result = join(folder, "result");
  provide("siteResult", result);
  const build = spawn(process.execPath, ["scripts/docs.mjs"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    stdio: ["ignore", "ignore", "pipe"],
    // It starts processes of its own, which end with its group.
    detached: true,
  });
  const errors: Buffer[] = [];
  build.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const describeEnd = ([status]: unknown[]) =>
    status === 0 ? "" : `npm run docs failed: ${Buffer.concat(errors)}`;
  const closed = once(build, "close")
    .then(describeEnd, String)
    .then((failure) => {
      writeFileSync(`${result}.part`, failure);
      renameSync(`${result}.part`, result);
    });
  return async () => {
    if (build.pid !== undefined && build.exitCode === null) process.kill(-build.pid);
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
}
