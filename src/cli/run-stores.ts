import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/data.js";
import { type Dialect, schemas } from "../stores/schema.js";

const help = `Usage: bursar stores schema --dialect <dialect>

Prints the tables of the stores of bursar/stores as SQL. Run it once, as a migration.

Options:
  --dialect <dialect>   postgres or sqlite
  --help                show this help

Example:
  npx bursar stores schema --dialect postgres | psql --set ON_ERROR_STOP=1 "$DATABASE_URL"
`;

/** Runs `bursar stores` with its arguments. Returns the exit code. */
export function runStoresCommand(args: string[], print: (text: string) => void): number {
  const options = { dialect: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return show(print, help);
  const [name, ...others] = positionals;
  if (name !== "schema" || others.length > 0)
    throw new ConfigurationError(`expected the command "schema", got "${positionals.join(" ")}"`);
  const schema = Object.hasOwn(schemas, values.dialect ?? "")
    ? schemas[values.dialect as Dialect]
    : undefined;
  if (schema) return show(print, schema);
  const got = values.dialect === undefined ? "" : `, got "${values.dialect}"`;
  throw new ConfigurationError(`--dialect: expected postgres or sqlite${got}`);
}

function show(print: (text: string) => void, text: string): 0 {
  print(text);
  return 0;
}
