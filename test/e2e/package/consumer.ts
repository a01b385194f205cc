import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type TypeScript from "typescript";
import { inject } from "vitest";
// Declares the type of "packed".
import type {} from "../setup.js";

const run = promisify(execFile);

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

export interface Consumer {
  readonly folder: string;
  /** Runs node in the folder and returns its output. */
  node(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
  write(name: string, text: string): Promise<string>;
}

/**
 * Creates a project outside the repository with the packed package and other packages. Suites with
 * the same packages share the project of the run, so their programs need different names.
 */
export async function createConsumer(
  packages: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Consumer> {
  const { tarball, projects } = inject("packed");
  const args = [...flags, tarball, ...packages.map(pin)];
  const id = createHash("sha256").update(args.join(" ")).digest("hex").slice(0, 8);
  const folder = join(projects, id);
  // A project with flags gets viem by the same command, as a user's does.
  const links = packages.includes("viem") && flags.length === 0;
  await prepareOnce(folder, "installed", () =>
    links ? installWithLinks(folder, args) : install(folder, args),
  );
  return toConsumer(folder);
}

/** Prepares a project, unless another suite has. Waits while another suite does. */
export async function prepareOnce(
  folder: string,
  step: string,
  prepare: () => Promise<void>,
): Promise<void> {
  const [lock, stamp] = [`${folder}-${step}.lock`, `${folder}-${step}`];
  while (!existsSync(stamp)) {
    const isLocked = await mkdir(lock).catch(() => true);
    if (isLocked) await setTimeout(100);
    else await prepareUnless(stamp, prepare).finally(() => rmdir(lock));
  }
}

async function prepareUnless(stamp: string, prepare: () => Promise<void>): Promise<void> {
  // Another suite may have done it before this one got the lock.
  if (existsSync(stamp)) return;
  await prepare();
  await writeFile(stamp, "");
}

const manifest = JSON.stringify({ name: "consumer", private: true, type: "module" });
const installFlags = ["--no-audit", "--no-fund", "--prefer-offline", "--save-exact"];

async function install(folder: string, args: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), manifest);
  await npmInstall(folder, args);
}

const npmInstall = (folder: string, args: readonly string[]) =>
  run("npm", ["install", ...installFlags, ...args], { cwd: folder });

async function installWithLinks(folder: string, args: readonly string[]): Promise<void> {
  const shared = await linkViem(folder);
  for (const name of ["package.json", "package-lock.json"])
    await cp(join(shared, name), join(folder, name));
  // npm would extract viem again if it was an argument.
  const otherArgs = args.filter((name) => name !== pin("viem"));
  await npmInstall(folder, otherArgs);
}

/**
 * Links the files of viem into a project, and npm does not extract them again. Extracting 12,000
 * files takes longer than most suites. A program that writes into one changes it in all projects.
 * Returns the folder that viem was installed in.
 */
export async function linkViem(folder: string): Promise<string> {
  const shared = join(inject("packed").projects, "viem");
  await prepareOnce(shared, "installed", () => install(shared, [pin("viem")]));
  const modules = join(folder, "node_modules");
  // An installation that failed has left files.
  rmSync(modules, { recursive: true, force: true });
  linkFiles(join(shared, "node_modules"), modules);
  return shared;
}

/** Copies a folder. Its files are hard links. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    // npm writes this one in place.
    else if (entry.name !== ".package-lock.json") linkSync(source, target);
  }
}

function toConsumer(folder: string): Consumer {
  return {
    folder,
    async node(args, environment = {}) {
      const { stdout } = await run(process.execPath, [...args], {
        cwd: folder,
        env: { ...process.env, ...environment },
      });
      return stdout.trim();
    },
    async write(name, text) {
      const path = join(folder, name);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, text);
      return path;
    },
  };
}

const { devDependencies, peerDependencies, exports } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8"),
);

/** Every entry that the package exports. */
export const entries: readonly string[] = Object.keys(exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(/^\./, "bursar"));

/** The versions of each peer that the package accepts. */
export const peerRanges: Readonly<Record<string, string>> = peerDependencies;

/** The repository's version of viem. */
export const viemVersion: string = devDependencies.viem;

/** Adds the repository's version to a name without a version. */
const pin = (name: string): string =>
  devDependencies[name] ? `${name}@${devDependencies[name]}` : name;

/** Returns whether a package can be resolved from the consumer's folder. */
export async function has({ node }: Consumer, name: string): Promise<boolean> {
  const look = `try { require.resolve("${name}"); console.log(true); } catch { console.log(false); }`;
  return (await node(["--input-type=commonjs", "-e", look])) === "true";
}

/** Returns the output of a program, also if it failed. */
export async function outputOf(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      message = "",
    } = error as { stdout?: string; stderr?: string; message?: string };
    return `${stdout}${stderr}` || message;
  }
}

/** The native compiler of the repository. It takes a tenth of the time of the others. */
export const nativeCompiler = join(repository, "node_modules/typescript-native/bin/tsc");

/** The oldest compiler that compiles Zod's declarations without an error. */
export const oldestTypeScript = "5.4.5";

/** The strictest settings. */
export const strictest = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: false,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
};

/**
 * Compiles a project. Returns the errors in its own files and in the declarations of `packages`.
 * Those of other packages, such as viem, need settings of their own, and `tsc` would take most of
 * its time to check them.
 */
export function compile(config: string, compiler: string, packages = ["bursar"]): string[] {
  const ts: typeof TypeScript = createRequire(join(compiler, "x.js"))("typescript");
  const host = ts.createCompilerHost({});
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    json,
    ts.sys,
    dirname(config),
  );
  const program = ts.createProgram(fileNames, { ...options, configFilePath: config });
  const isChecked = ({ fileName }: TypeScript.SourceFile) => {
    const [, name] = /\/node_modules\/([^/]+)/.exec(fileName) ?? [];
    return name === undefined || packages.includes(name);
  };
  const diagnostics = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .filter(isChecked)
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
  ];
  return diagnostics.map((each) => ts.formatDiagnostic(each, host).trimEnd());
}

/**
 * Lists the packages in `node_modules` that a program loads. The coverage report names every loaded
 * file.
 */
export async function loadedPackages({ node, folder }: Consumer, code: string): Promise<string[]> {
  const reports = await mkdtemp(join(folder, "loaded-"));
  await node(["--input-type=module", "-e", code], { NODE_V8_COVERAGE: reports });
  const names = new Set<string>();
  for (const name of await readdir(reports)) {
    const { result } = JSON.parse(await readFile(join(reports, name), "utf8")) as {
      result: { url: string }[];
    };
    for (const { url } of result) {
      const [, found] = /^file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
      if (found) names.add(decodeURIComponent(found));
    }
  }
  return [...names].sort();
}
