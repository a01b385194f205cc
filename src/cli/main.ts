import { text } from "node:stream/consumers";
import { version } from "../../package.json";
import { BursarError } from "../errors/base.js";
import { createRedactor } from "../http/wire/redact.js";
import { readEnvironment } from "../http/wire/runtime.js";
import type { CommandEnvironment } from "./command-environment.js";
import { commands } from "./commands.js";
import { toPrintable } from "./printable.js";

const help = `Usage: bursar <command> [options]

Commands:
${[...commands].map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}\n`).join("")}
Options:
  --help      show this help; bursar <command> --help shows that of a command
  --version   show the version

Examples:
  npx bursar sandbox
  npx bursar call tokens.list --search USDC
`;

const processEnvironment: CommandEnvironment = {
  print: (output) => process.stdout.write(output),
  printError: (output) => process.stderr.write(output),
  readInput: () => text(process.stdin),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
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
  const { print } = environment;
  // A key may be one of the arguments by mistake.
  const redact = createRedactor(readEnvironment("BURSAR_API_KEY")).text;
  const printError = (text: string) => environment.printError(redact(text));
  const [name = "--help", ...rest] = args;
  if (name === "--help" || name === "-h") return void print(help);
  if (name === "--version") return void print(`${version}\n`);
  const command = commands.get(name);
  if (!command) {
    printError(`bursar: unknown command ${toPrintable(name)}\nSee bursar --help\n`);
    return 2;
  }
  try {
    return await command.run(rest, environment);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" && /'viem\b/.test(message)) {
      printError(viemMissing);
      return 1;
    }
    if (!(error instanceof BursarError) && !code.startsWith("ERR_PARSE_ARGS")) throw error;
    const { hint } = error as Partial<BursarError>;
    const reason = toPrintable(message.split("\n")[0] ?? "") + (hint ? `\n${hint}` : "");
    printError(`bursar ${name}: ${reason}\nSee bursar ${name} --help\n`);
    return command.wrongUsage ?? 1;
  }
}
