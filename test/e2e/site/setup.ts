import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the site, once for all suites. */
export default function setup(): void {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.mjs"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    encoding: "utf8",
  });
  if (status !== 0) throw new TypeError(`npm run docs failed: ${stderr}`);
}
