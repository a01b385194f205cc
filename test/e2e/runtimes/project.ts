import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { describe, inject, test } from "vitest";
import { repository } from "../package/consumer.js";
import { type Settings, serve } from "./services.js";

const run = promisify(execFile);

/** One thing that the probe looked at. */
export interface Check {
  readonly name: string;
  /** What is wrong with it. */
  readonly fault: string | null;
}

/** How one runtime runs the probe. */
export interface Way {
  /** `runtime | version | module system`, for the table. */
  readonly title: string;
  /** Entries that cannot be loaded this way, each with the reason. */
  readonly without?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue `true` */
  readonly listens?: boolean | undefined;
  /** Runs the probe in a project that has the packed package installed. Answers with what it printed or sent: the checks as JSON. */
  readonly start: (project: Project, settings: Settings) => Promise<string>;
}

/** A folder for one program in a fresh project. */
export interface Project {
  readonly folder: string;
  /** The entries that the probe loads. */
  readonly entries: readonly string[];
  write(name: string, text: string): Promise<void>;
  /** A program's output; its complaints where it fails. */
  run(
    command: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

const probeFile = join(repository, "test/e2e/runtimes/probe.mjs");
const loaded = (entries: readonly string[]) => [...entries, "viem/accounts"];

/** The probe with an import of every entry, as an ES module that has its checks as `checks(settings)`. */
export async function writeModule({ entries, write }: Project, end: string): Promise<void> {
  await write("probe.mjs", await readFile(probeFile, "utf8"));
  const imports = loaded(entries).map((name, index) => `import * as entry${index} from "${name}";`);
  const modules = loaded(entries).map((name, index) => `"${name}": entry${index}`);
  await write(
    "main.mjs",
    `${imports.join("\n")}\nimport { probe } from "./probe.mjs";\nconst modules = { ${modules} };\n${end}\n`,
  );
}

/** The same by `require`. */
export async function writeCommon({ entries, write }: Project, end: string): Promise<void> {
  const { code } = await transform(await readFile(probeFile, "utf8"), { format: "cjs" });
  await write("probe.cjs", code);
  const modules = loaded(entries).map((name) => `"${name}": require("${name}")`);
  await write(
    "main.cjs",
    `const { probe } = require("./probe.cjs");\nconst modules = { ${modules} };\n${end}\n`,
  );
}

/** Prints the checks, with the settings in the program: not every runtime has arguments or an environment. */
export const printing = (settings: Settings) =>
  `probe(modules, ${JSON.stringify(settings)}).then((checks) => console.log("\\nchecks:" + JSON.stringify(checks)));`;

/** A suite for one way: a test for every check, so that a failure names the runtime and the check. */
export async function probeSuite({
  title,
  without = {},
  listens = true,
  start,
}: Way): Promise<void> {
  const { entries, installed } = inject("packed");
  let checks: Check[] = [];
  let failure: unknown;
  // Inside of the project, because copies of it would take minutes.
  const folder = await mkdtemp(join(installed, "program-"));
  const services = await serve(listens);
  try {
    checks = checksIn(
      await start(
        projectIn(
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
    });
    test.each(checks.map(({ name, fault }) => [name, fault] as const))("%s", (_, fault) => {
      if (fault !== null) throw new Error(fault);
    });
    for (const [entry, reason] of Object.entries(without)) test(entry, ({ skip }) => skip(reason));
  });
}

/** A suite that says why there is none. */
export function skippedSuite(title: string, reason = "no reason given"): void {
  describe(title, () => {
    test("the probe runs to its end", ({ skip }) => skip(reason));
  });
}

function checksIn(output: string): Check[] {
  const [, json] = /^checks:(.*)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`the probe told nothing: ${output}`);
  return JSON.parse(json) as Check[];
}

function projectIn(folder: string, entries: readonly string[]): Project {
  return {
    folder,
    entries,
    write: (name, text) => writeFile(join(folder, name), text),
    async run(command, args, environment = {}) {
      const { stdout } = await run(command, [...args], {
        cwd: folder,
        // What a key or an address in the developer's own environment would change.
        env: { PATH: process.env.PATH, HOME: folder, ...environment },
        timeout: 150_000,
        maxBuffer: 1e8,
      });
      return stdout;
    },
  };
}
