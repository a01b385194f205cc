import { execFile, spawnSync } from "node:child_process";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Consumer, consumer, pack, repository } from "../package/consumer.js";

/** A project to work in, or the reason why there is none. */
export type Project = (Consumer & { reason?: undefined }) | { folder?: undefined; reason: string };

/** What the registry, and not the package, is to blame for. */
const unreachable =
  /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E50[0234]|EBADPLATFORM)\b/;

/**
 * A fresh project that has the packed package and the given ones, with the suites' apps and builds copied into it.
 * `beside` are packages without the packed one's own peers.
 */
export async function project(
  packages: readonly string[],
  flags: readonly string[] = [],
): Promise<Project> {
  const packed = await pack();
  try {
    const made = await consumer([packed.tarball, ...packages], flags);
    for (const name of ["apps", "builds"])
      await cp(
        fileURLToPath(new URL(name, import.meta.url)),
        name === "apps" ? join(made.folder, name) : made.folder,
        { recursive: true },
      );
    return made;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    if (!unreachable.test(stderr)) throw error;
    const lines = stderr.match(/npm error (?!code|A complete log).+/g) ?? [];
    return {
      reason: `the registry does not hand out what it needs: ${(lines[0] ?? stderr).replace("npm error ", "").trim()}`,
    };
  } finally {
    await packed.remove();
  }
}

export async function removeProject({ folder }: Project): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/** The version of a package that a project has installed. */
export async function versionOf(folder: string, name: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8"))
    .version;
}

const run = promisify(execFile);

/** Runs a program of Node in a folder. Answers with all that it printed, and fails with it. */
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

/** All files of a folder by their paths in it. */
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

/** What a page loads of scripts, in bytes. */
export function sizes(files: ReadonlyMap<string, string>): string {
  const scripts = [...files].filter(([name]) => name.endsWith(".js")).map(([, text]) => text);
  const sum = (measure: (text: string) => number) =>
    scripts.reduce((total, text) => total + measure(text), 0);
  return `${scripts.length} scripts, ${sum(Buffer.byteLength)} bytes, ${sum((text) => gzipSync(text, { level: 9 }).length)} by gzip`;
}

/** Where Chromium is, or the reason why it is not there. It is installed where it is missing and we may. */
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
    ["scripts/with-chromium.mjs", "vitest", "--version"],
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
