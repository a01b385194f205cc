import { version } from "../../package.json";
import { createRedactor } from "../http/wire/redact.js";
import { readEnvironment } from "../http/wire/runtime.js";
import type { CommandEnvironment } from "./command-environment.js";
import { formatError, toCommandError } from "./command-error.js";
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
  if (isHelp(name)) return void print(help);
  if (name === "--version") return void print(`${version}\n`);
  const command = commands.get(name);
  if (!command) {
    printError(`bursar: unknown command ${toPrintable(name)}\nSee bursar --help\n`);
    return 2;
  }
  try {
    const { help: ofCommand, run } = await command.load();
    if (!rest.some(isHelp)) return await run(rest, { ...environment, printError });
    print(typeof ofCommand === "string" ? ofCommand : await ofCommand(rest));
    return 0;
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" && /'viem\b/.test(message)) {
      printError(viemMissing);
      return 1;
    }
    printError(`${formatError(name, toCommandError(thrown))}See bursar ${name} --help\n`);
    return command.wrongUsage ?? 1;
  }
}

const isHelp = (arg: string) => arg === "--help" || arg === "-h";
