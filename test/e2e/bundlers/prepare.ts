import { execFile, spawnSync } from "node:child_process";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Consumer, createConsumer, prepareOnce, repository } from "../package/consumer.js";

/** A project, or the reason why it could not be installed. */
export type Project = (Consumer & { reason?: undefined }) | { folder?: undefined; reason: string };

/** npm's error codes for a registry that is unreachable or lacks a package. */
const registryErrors =
  /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E50[0234]|EBADPLATFORM)\b/;

/**
 * Creates a project with the packed package, the given packages, and a copy of the apps and builds.
 */
export async function createProject(
  packages: readonly string[],
  flags: readonly string[] = [],
): Promise<Project> {
  try {
    const project = await createConsumer(packages, flags);
    await prepareOnce(project.folder, "copied", () => copyApps(project.folder));
    return project;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    if (!registryErrors.test(stderr)) throw error;
    const lines = stderr.match(/npm error (?!code|A complete log).+/g) ?? [];
    return {
      reason: `the registry lacks a package: ${(lines[0] ?? stderr).replace("npm error ", "").trim()}`,
    };
  }
}

async function copyApps(folder: string): Promise<void> {
  const copy = (name: string, target: string) =>
    cp(fileURLToPath(new URL(name, import.meta.url)), target, { recursive: true });
  await copy("apps", join(folder, "apps"));
  await copy("builds", folder);
}

/** Reads the installed version of a package. */
export async function versionOf(folder: string, name: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8"))
    .version;
}

const run = promisify(execFile);

/** Runs a Node program in a folder. Returns its output, or throws with it. */
export async function runNode(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1e8 };
    const { stdout } = await run(process.execPath, [...args], options);
    return stdout.trim();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new TypeError(`${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

/** Reads all files of a folder, by their relative paths. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const,
      ),
    ),
  );
}

/**
 * Finds Chromium, or installs it if this process may. Returns its path or the reason why it is
 * missing.
 */
export function findChromium():
  | { path: string; reason?: undefined }
  | { path?: undefined; reason: string } {
  const find = () =>
    process.env.CHROMIUM ||
    spawnSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).stdout?.trim();
  const found = find();
  if (found) return { path: found };
  const { stderr } = spawnSync(
    process.execPath,
    ["scripts/with-browser.mjs", "chromium", "vitest", "--version"],
    {
      cwd: repository,
      encoding: "utf8",
    },
  );
  const path = find();
  return path
    ? { path }
    : { reason: (stderr ?? "").trim().split("\n").at(-1) || "Chromium could not be installed" };
}
