import type { CommandEnvironment } from "./command-environment.js";

interface Command {
  readonly summary: string;
  /** Returns the exit code, or undefined if a sandbox is served. */
  readonly run: (args: string[], environment: CommandEnvironment) => Promise<number | undefined>;
  /** The exit code for wrong arguments. @defaultValue 1 */
  readonly wrongUsage?: number;
}

/** Each command is loaded when it runs, so that a missing peer of the sandbox can be explained. */
const table: Readonly<Record<string, Command>> = {
  call: {
    summary: "calls an operation of the service",
    async run(args, environment) {
      const { runCallCommand } = await import("./run-call.js");
      return runCallCommand(args, environment);
    },
    wrongUsage: 2,
  },
  check: {
    summary: "compares a running service with this package",
    async run(args, { print, fetch }) {
      const { runCheckCommand } = await import("../check/run-command.js");
      return runCheckCommand(args, print, fetch);
    },
    wrongUsage: 2,
  },
  journal: {
    summary: "checks and repairs a journal file",
    async run(args, { print }) {
      const { runJournalCommand } = await import("./run-journal.js");
      return runJournalCommand(args, print);
    },
  },
  mcp: {
    summary: "serves the reads and quotes of a project to an agent",
    async run(args, environment) {
      const { runMcpCommand } = await import("./run-mcp.js");
      return runMcpCommand(args, environment);
    },
  },
  openapi: {
    summary: "prints the service as an OpenAPI 3.1 document",
    async run(args, { print }) {
      const { runOpenApiCommand } = await import("./run-openapi.js");
      return runOpenApiCommand(args, print);
    },
  },
  receipts: {
    summary: "verifies and sums up receipts",
    async run(args, { print }) {
      const { runReceiptsCommand } = await import("./run-receipts.js");
      return runReceiptsCommand(args, print);
    },
  },
  sandbox: {
    summary: "serves the whole service in memory",
    async run(args, { print }) {
      const { runSandboxCommand } = await import("./run-sandbox.js");
      return runSandboxCommand(args, print);
    },
  },
  stores: {
    summary: "prints the tables of bursar/stores",
    async run(args, { print }) {
      const { runStoresCommand } = await import("./run-stores.js");
      return runStoresCommand(args, print);
    },
  },
};

/** The commands of `bursar` by name. */
export const commands: ReadonlyMap<string, Command> = new Map(Object.entries(table));
