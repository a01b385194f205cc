import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/data.js";
import { type Dialect, schemas } from "../stores/schema.js";
import type { CommandEnvironment } from "./command-environment.js";

export const help = `Usage: bursar stores schema --dialect <dialect>

Prints the tables of the stores of bursar/stores as SQL. Run it once, as a migration.

Options:
  --dialect <dialect>   postgres or sqlite
  --help                show this help

Example:
  npx bursar stores schema --dialect postgres | psql --set ON_ERROR_STOP=1 "$DATABASE_URL"
`;

/** Runs `bursar stores` with its arguments. Returns the exit code. */
export function run(args: string[], { print }: CommandEnvironment): number {
  const options = { dialect: { type: "string", default: "" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.join(" ") !== "schema")
    throw new ConfigurationError(`expected the command "schema", got "${positionals.join(" ")}"`);
  const { dialect } = values;
  if (!Object.hasOwn(schemas, dialect))
    throw new ConfigurationError(`--dialect: expected postgres or sqlite, got "${dialect}"`);
  print(schemas[dialect as Dialect]);
  return 0;
}
