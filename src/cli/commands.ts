import type { CommandEnvironment } from "./command-environment.js";

type Exit = number | undefined;

interface CommandModule {
  readonly help: string | ((args: readonly string[]) => Promise<string>);
  /** Returns the exit code, or undefined if a sandbox is served. */
  readonly run: (args: string[], environment: CommandEnvironment) => Exit | Promise<Exit>;
}

interface Command {
  readonly summary: string;
  /** Loads the command when it runs, so that a missing peer of the sandbox can be explained. */
  readonly load: () => Promise<CommandModule>;
  /** The exit code for wrong arguments. @defaultValue 1 */
  readonly wrongUsage?: number;
}

const table: Readonly<Record<string, Command>> = {
  call: {
    summary: "calls an operation of the service",
    load: () => import("./run-call.js"),
    wrongUsage: 2,
  },
  check: {
    summary: "compares a running service with this package",
    load: () => import("../check/run-command.js"),
    wrongUsage: 2,
  },
  journal: {
    summary: "checks and repairs a journal file",
    load: () => import("./run-journal.js"),
  },
  mcp: {
    summary: "serves the reads and quotes of a project to an agent",
    load: () => import("./run-mcp.js"),
  },
  openapi: {
    summary: "prints the service as an OpenAPI 3.1 document",
    load: () => import("./run-openapi.js"),
  },
  playground: {
    summary: "serves a page that shows what Bursar does",
    load: () => import("./run-playground.js"),
  },
  receipts: {
    summary: "verifies and sums up receipts",
    load: () => import("./run-receipts.js"),
  },
  sandbox: {
    summary: "serves the whole service in memory",
    load: () => import("./run-sandbox.js"),
  },
  stores: {
    summary: "prints the tables of bursar/stores",
    load: () => import("./run-stores.js"),
  },
};

/** The commands of `bursar` by name. */
export const commands: ReadonlyMap<string, Command> = new Map(Object.entries(table));
