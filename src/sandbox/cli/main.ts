import { BursarError } from "../../errors/base.js";

/** Where the commands print and `mcp` reads, and how `check` and `mcp` send requests. */
export interface CommandEnvironment {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  readonly input?: NodeJS.ReadableStream | undefined;
}

const processEnvironment: CommandEnvironment = {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
};

const viemMissing = `bursar: the sandbox needs viem, which is not installed. Install it:
  npm install viem
or run the sandbox without a project:
  npx -p bursar -p viem bursar sandbox
`;

/** Runs a command. Returns the exit code, or undefined if a sandbox is served. */
export async function main(
  args: string[],
  environment: CommandEnvironment = processEnvironment,
): Promise<number | undefined> {
  const [command] = args;
  try {
    return await run(args, environment);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" && /'viem\b/.test(message)) {
      environment.printError(viemMissing);
      return 1;
    }
    if (!(error instanceof BursarError) && !code.startsWith("ERR_PARSE_ARGS")) throw error;
    const name = ["check", "openapi", "journal", "receipts", "stores", "mcp"].find(
      (each) => each === command,
    );
    const { hint } = error as Partial<BursarError>;
    const text = message.split("\n")[0] + (hint ? `\n${hint}` : "");
    environment.printError(
      `bursar${name ? ` ${name}` : ""}: ${text}\nSee bursar ${name ?? "sandbox"} --help\n`,
    );
    return command === "check" ? 2 : 1;
  }
}

/** The commands are loaded here, so that a missing peer of the sandbox can be explained. */
async function run(
  args: string[],
  { print, fetch, input }: CommandEnvironment,
): Promise<number | undefined> {
  const [command, ...rest] = args;
  if (command === "check") {
    const { runCheckCommand } = await import("../../check/run-command.js");
    return runCheckCommand(rest, print, fetch);
  }
  if (command === "openapi") {
    const { runOpenApiCommand } = await import("./run-openapi.js");
    return runOpenApiCommand(rest, print);
  }
  if (command === "journal") {
    const { runJournalCommand } = await import("./run-journal.js");
    return runJournalCommand(rest, print);
  }
  if (command === "receipts") {
    const { runReceiptsCommand } = await import("./run-receipts.js");
    return runReceiptsCommand(rest, print);
  }
  if (command === "stores") {
    const { runStoresCommand } = await import("./run-stores.js");
    return runStoresCommand(rest, print);
  }
  if (command === "mcp") {
    const { runMcpCommand } = await import("./run-mcp.js");
    return runMcpCommand(rest, { print, fetch, input });
  }
  const { runSandboxCommand } = await import("./run-sandbox.js");
  return runSandboxCommand(args, print);
}
