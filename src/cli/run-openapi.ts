import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { formatOpenApi } from "../sandbox/controls/openapi-route.js";
import type { CommandEnvironment } from "./command-environment.js";

export const help = `Usage: bursar openapi [options]

Prints the service as an OpenAPI 3.1 document in JSON. A served sandbox has it at /openapi.json.

Options:
  --out <file>   write the document into a file instead
  --help         show this help

Example:
  npx bursar openapi --out openapi.json
`;

/** Runs `bursar openapi` with its arguments. Returns the exit code. */
export async function run(args: string[], { print }: CommandEnvironment): Promise<number> {
  const { out } = parseArgs({ args, options: { out: { type: "string" } } }).values;
  const document = await formatOpenApi();
  if (out === undefined) print(document);
  else await writeFile(out, document);
  return 0;
}
