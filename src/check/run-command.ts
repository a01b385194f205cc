import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Schema } from "../contract/records/schema.js";
import { visit } from "../contract/records/visit.js";
import { isChainId } from "../contract/shared/chains/is-chain-id.js";
import { AnyAddress, EvmAddress } from "../contract/shared/primitives.js";
import { ConfigurationError } from "../errors/data.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { decimalPattern } from "../shared/patterns.js";
import { formatReport } from "./format-report.js";
import type { CheckInputs } from "./known-values.js";
import { createRecordings } from "./recordings.js";
import { type CheckReport, type GivenInputs, isCompared, runCheck } from "./run-check.js";
import { operationsWithoutDefault } from "./steps.js";

export const help = `Usage: bursar check --base-url <url> [options]

Calls the reads and quotes of a service, never a call that changes something, and compares every
response with the documentation that this package has. Quotes cost compute units.

Options:
  --base-url <url>     the service (default: the environment variable BURSAR_BASE_URL)
  --api-key <key>      the project's key (default: BURSAR_API_KEY, which no process list shows)
  --wallet <address>   a registered wallet (default: the first one of the project)
  --owner <address>    the account that owns the wallet (default: the owner of that wallet)
  --chain <id>         the chain of the quotes (default: 137, or that of the first token)
  --token-in <address>, --token-out <address>
                       the tokens of the quotes (default: held and listed tokens of the chain)
  --amount <decimal>   the amount of the quotes (default: 1)
  --individual <id>    a verified person, for the quote of a fiat deposit
  --input <operation>=<json>
                       the fields of an operation, in place of its default; may be repeated.
                       These have no default:
                         ${operationsWithoutDefault.join(`\n${" ".repeat(25)}`)}
  --record <folder>    write the shape of each exchange into a file: documented fields and words,
                       and the form of every value in place of the value
  --timeout <ms>       the time limit of a request (default: 30000; 90000 for slow quotes)
  --help               show this help

Exit code: 0 without drift, 1 with drift, 2 if the arguments are wrong, the key is rejected, the
service could not be reached, or a response could not be compared or recorded.

Example:
  BURSAR_API_KEY=… npx bursar check --base-url https://api.example.com --record recorded
`;

type Print = (text: string) => void;

interface Environment {
  readonly print: Print;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Runs `bursar check` with its arguments. Returns the exit code. */
export async function run(args: string[], { print, fetch }: Environment): Promise<number> {
  const values = parseArguments(args);
  const apiKey = values["api-key"] ?? readEnvironment("BURSAR_API_KEY");
  if (!apiKey) throw new ConfigurationError("pass --api-key, or set BURSAR_API_KEY");
  const report = await runCheck({
    baseUrl: values["base-url"],
    apiKey,
    inputs: readInputs(values),
    given: readGivenInputs(values.input ?? []),
    timeout: values.timeout === undefined ? undefined : Number(values.timeout),
    fetch,
  });
  print(formatReport(report));
  const isRecorded =
    values.record === undefined || (await writeRecordings(report, values.record, print));
  if (report.drift.length > 0) return 1;
  const isComplete = report.steps.every(
    ({ outcome }) => outcome !== "unreachable" && outcome !== "failed",
  );
  return isRecorded && isComplete && report.steps.some(isCompared) ? 0 : 2;
}

/** Returns whether every exchange was recorded. */
async function writeRecordings(
  report: CheckReport,
  folder: string,
  print: Print,
): Promise<boolean> {
  const { recordings, failures } = createRecordings(report);
  await mkdir(folder, { recursive: true });
  for (const { file, text } of recordings) await writeFile(join(folder, file), text);
  for (const { file, reason } of failures) print(`Not recorded: ${file}: ${reason}\n`);
  print(`${recordings.length} recordings in ${folder}. They contain shapes, no values.\n`);
  return failures.length === 0;
}

type Arguments = ReturnType<typeof parseArguments>;

function parseArguments(args: string[]) {
  const text = { type: "string" } as const;
  const options = {
    "base-url": text,
    "api-key": text,
    wallet: text,
    owner: text,
    chain: text,
    "token-in": text,
    "token-out": text,
    amount: text,
    individual: text,
    input: { type: "string", multiple: true },
    record: text,
    timeout: text,
  } as const;
  return parseArgs({ args, options }).values;
}

function readInputs(values: Arguments): CheckInputs {
  const chain = values.chain === undefined ? undefined : Number(values.chain);
  if (chain !== undefined && !isChainId(chain))
    throw new ConfigurationError(`--chain ${values.chain}: expected the id of a chain`);
  if (values.amount !== undefined && !decimalPattern.test(values.amount))
    throw new ConfigurationError(`--amount ${values.amount}: expected a decimal such as 1.5`);
  return {
    wallet: readAddress("--wallet", values.wallet, AnyAddress),
    owner: readAddress("--owner", values.owner, EvmAddress),
    chain,
    tokenIn: readAddress("--token-in", values["token-in"], EvmAddress),
    tokenOut: readAddress("--token-out", values["token-out"], EvmAddress),
    amount: values.amount,
    individual: values.individual,
  };
}

function readAddress(flag: string, text: string | undefined, schema: Schema) {
  const [issue] = text === undefined ? [] : visit(schema, text, { limit: 1 }).issues;
  if (issue) throw new ConfigurationError(`${flag}: expected ${issue.expected}`);
  return text;
}

function readGivenInputs(given: readonly string[]): GivenInputs {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, json] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      const fields = name && json ? parseObject(json) : undefined;
      if (!name || !fields)
        throw new ConfigurationError(`--input: expected <operation>=<JSON object>`);
      return [name, fields];
    }),
  );
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
    return isFields ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
