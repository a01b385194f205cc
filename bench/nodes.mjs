// npm run bench: bench/calls.mjs on Node 20, 22 and 24, which it fetches once into .cache.
import { spawnSync } from "node:child_process";
import { fetchNode } from "../scripts/fetch-runtime.mjs";

for (const version of ["20.20.2", "22.23.3", "24.21.0"]) {
  const { path, reason } =
    process.version === `v${version}` ? { path: process.execPath } : fetchNode(version);
  if (path) {
    const { status } = spawnSync(path, ["bench/calls.mjs"], { stdio: "inherit" });
    process.exitCode ||= status ?? 1;
  } else console.log(`Node ${version} is left out: ${reason}`);
}
