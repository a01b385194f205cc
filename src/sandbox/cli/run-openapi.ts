import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ConfigurationError } from "../../errors/data.js";
import { messageOf } from "../../shared/thrown.js";
import { formatOpenApi } from "../controls/openapi-route.js";

const help = `Usage: bursar openapi [options]

Prints the service as an OpenAPI 3.1 document in JSON. A served sandbox has it at /openapi.json.

Options:
  --out <file>   write the document into a file instead
  --help         show this help

Example:
  npx bursar openapi --out openapi.json
`;

export interface OpenApiCommandEnvironment {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

const processEnvironment: OpenApiCommandEnvironment = {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
};

/** Runs `bursar openapi` with its arguments. Returns the exit code. */
export async function runOpenApiCommand(
  args: string[],
  { print, printError }: OpenApiCommandEnvironment = processEnvironment,
): Promise<0 | 1> {
  try {
    const { out, help: isHelp } = parseArguments(args);
    if (isHelp) print(help);
    else if (out === undefined) print(await formatOpenApi());
    else await write(out, await formatOpenApi());
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    printError(`bursar openapi: ${error.message}\nSee bursar openapi --help\n`);
    return 1;
  }
}

function parseArguments(args: string[]) {
  try {
    const options = {
      out: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ConfigurationError(messageOf(error), { cause: error });
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new ConfigurationError(`--out ${file}: ${messageOf(error)}`, { cause: error });
  }
}
