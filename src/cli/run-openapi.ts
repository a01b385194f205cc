import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/data.js";
import { formatOpenApi } from "../sandbox/controls/openapi-route.js";
import { messageOf } from "../shared/thrown.js";

const help = `Usage: bursar openapi [options]

Prints the service as an OpenAPI 3.1 document in JSON. A served sandbox has it at /openapi.json.

Options:
  --out <file>   write the document into a file instead
  --help         show this help

Example:
  npx bursar openapi --out openapi.json
`;

/** Runs `bursar openapi` with its arguments. Returns the exit code. */
export async function runOpenApiCommand(
  args: string[],
  print: (text: string) => void,
): Promise<number> {
  const options = { out: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  const { out, help: isHelp } = parseArgs({ args, options }).values;
  if (isHelp) print(help);
  else if (out === undefined) print(await formatOpenApi());
  else await write(out, await formatOpenApi());
  return 0;
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new ConfigurationError(`--out ${file}: ${messageOf(error)}`, { cause: error });
  }
}
