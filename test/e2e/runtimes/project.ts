import { type ExecFileException, execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { allPackages } from "../package/all-packages.js";
import { createConsumer, entries, repository } from "../package/consumer.js";
import { type Settings, serve } from "./services.js";

const run = promisify(execFile);

/**
 * The limit of the process of a probe, in milliseconds. It is the limit of the suite's tests, which
 * does not apply: probes run while Vitest collects the tests.
 */
export const processLimit = 600_000;

/** The result of one check of the probe. */
export interface Check {
  readonly name: string;
  /** The error of a failed check. */
  readonly problem: string | null;
}

/** How one runtime runs the probe. */
export interface ProbeRun {
  /** `runtime | version | module system`, for the table. */
  readonly title: string;
  /** Entries that cannot be loaded this way, each with the reason. */
  readonly without?: Readonly<Record<string, string>> | undefined;
  /** Whether the runtime is Node, which `bursar/undici` needs. @defaultValue `false` */
  readonly isNode?: boolean | undefined;
  /** @defaultValue `true` */
  readonly listens?: boolean | undefined;
  /**
   * Runs the probe in a project with the packed package. Returns its output, which contains the
   * checks as JSON.
   */
  readonly start: (project: Project, settings: Settings) => Promise<string>;
}

/** A folder for one program in a project. */
export interface Project {
  readonly folder: string;
  /** The entries that the probe loads. */
  readonly entries: readonly string[];
  write(name: string, text: string): Promise<void>;
  /** Runs a program and returns its output. Rejects with its output. */
  run(
    command: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

const probeFile = join(repository, "test/e2e/runtimes/probe.mjs");
const modulesOf = (entries: readonly string[]) => [...entries, "viem/accounts"];

/** Writes the probe as an ES module that imports every entry. */
export async function writeModule({ entries, write }: Project, end: string): Promise<void> {
  await write("probe.mjs", await readFile(probeFile, "utf8"));
  const imports = modulesOf(entries).map(
    (name, index) => `import * as entry${index} from "${name}";`,
  );
  const modules = modulesOf(entries).map((name, index) => `"${name}": entry${index}`);
  await write(
    "main.mjs",
    `${imports.join("\n")}\nimport { probe } from "./probe.mjs";\nconst modules = { ${modules} };\n${end}\n`,
  );
}

/** Writes the probe as a CommonJS module that requires every entry. */
export async function writeCommon({ entries, write }: Project, end: string): Promise<void> {
  const { code } = await transform(await readFile(probeFile, "utf8"), { format: "cjs" });
  await write("probe.cjs", code);
  const modules = modulesOf(entries).map((name) => `"${name}": require("${name}")`);
  await write(
    "main.cjs",
    `const { probe } = require("./probe.cjs");\nconst modules = { ${modules} };\n${end}\n`,
  );
}

/**
 * Code that prints the checks. It contains the settings, because some runtimes have no arguments or
 * environment.
 */
export const printChecks = (settings: Settings) =>
  `probe(modules, ${JSON.stringify(settings)}).then((checks) => console.log("\\nchecks:" + JSON.stringify(checks)));`;

const needsNode = { "bursar/undici": "bursar/undici: it is for servers on Node" };

/** Defines a suite with one test per check, so that a failure names the runtime and the check. */
export async function probeSuite({
  title,
  isNode = false,
  without: unloadable = {},
  listens = true,
  start,
}: ProbeRun): Promise<void> {
  const without: Readonly<Record<string, string>> = { ...(!isNode && needsNode), ...unloadable };
  let checks: Check[] = [];
  let failure: unknown;
  const installed = await createConsumer(allPackages);
  const folder = await mkdtemp(join(installed.folder, "program-"));
  const services = await serve(listens);
  try {
    checks = parseChecks(
      await start(
        createProject(
          folder,
          entries.filter((name) => !without[name]),
        ),
        services.settings,
      ),
    );
  } catch (error) {
    failure = error;
  } finally {
    await services.close();
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
  describe(title, () => {
    test("the probe runs to its end", () => {
      if (failure) throw failure;
      expect(checks.length).toBeGreaterThan(0);
    });
    test.each(checks.map(({ name, problem }) => [name, problem] as const))("%s", (_, problem) => {
      if (problem !== null) throw new Error(problem);
    });
    for (const [entry, reason] of Object.entries(without)) test(entry, ({ skip }) => skip(reason));
  });
}

/** Defines a suite that is skipped with a reason. */
export function skippedSuite(title: string, reason = "unknown reason"): void {
  describe(title, () => {
    test("the probe runs to its end", ({ skip }) => skip(reason));
  });
}

function parseChecks(output: string): Check[] {
  const [, json] = /^checks:(.*)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`the probe printed no checks: ${output}`);
  return JSON.parse(json) as Check[];
}

function createProject(folder: string, entries: readonly string[]): Project {
  return {
    folder,
    entries,
    write: (name, text) => writeFile(join(folder, name), text),
    async run(command, args, environment = {}) {
      try {
        const { stdout } = await run(command, [...args], {
          cwd: folder,
          // Do not pass on a key or a URL of the developer's environment.
          env: { PATH: process.env.PATH, HOME: folder, ...environment },
          timeout: processLimit,
          killSignal: "SIGKILL",
          maxBuffer: 1e8,
        });
        return stdout;
      } catch (error) {
        const { message, killed, stdout } = error as ExecFileException & { stdout: string };
        const reason = killed ? `not done after ${processLimit} ms: ` : "";
        throw new Error(`${reason}${message}\n${stdout}`);
      }
    },
  };
}
