import { createClient } from "../client.js";
import { endpoints } from "../contract/endpoints.js";
import { callMethod, listFlatFields, splitFlatInput } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { AuthenticationError, ForbiddenError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { ConfigurationError } from "../errors/data.js";
import { createUnknownError } from "../errors/unknown-option.js";
import type { Page, Pages } from "../http/features/pages.js";
import { buildFlatRequest } from "../http/request/build-flat-request.js";
import { createRedactor } from "../http/wire/redact.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { findSimilar } from "../shared/option-names.js";
import { parseCallArguments, readBody } from "./call-input.js";
import type { CommandEnvironment } from "./command-environment.js";
import { formatError, toCommandError } from "./command-error.js";
import { formatOutput } from "./format-output.js";
import { quoteArgument, toPrintable, toPrintableJson } from "./printable.js";

/** 0, 1 and 4 are those of `gh`. 3 is for a write that a script must not repeat. */
const exitCode = { success: 0, failure: 1, wrongUsage: 2, perhapsDone: 3, noAccess: 4 };

/** The help of the command, or of the operation that is named. */
export async function help([name = ""]: readonly string[]): Promise<string> {
  // It has the descriptions and examples of all operations, which no call needs.
  const { describeCommand, describeOperation } = await import("./call-help.js");
  return /^-|^$/.test(name) ? describeCommand() : describeOperation(findEndpoint(name));
}

/** Runs `bursar call` with its arguments. Returns the exit code. */
export async function run(
  [name, ...args]: readonly string[],
  { print, printError, ...environment }: CommandEnvironment,
): Promise<number> {
  if (name === undefined) {
    print(await help([]));
    return exitCode.success;
  }
  let endpoint: Endpoint | undefined;
  const redact = createRedactor(readEnvironment("BURSAR_API_KEY")).text;
  const output = { print: (text: string) => print(redact(text)), printError };
  try {
    endpoint = findEndpoint(name);
    return await runCall(endpoint, args, { ...environment, ...output });
  } catch (thrown) {
    const error = toCommandError(thrown);
    const code = toExitCode(error, endpoint);
    const isJson = args.includes("--json");
    printError(formatFailure(error, isJson));
    const command = endpoint ? `call ${name}` : "call";
    if (code === exitCode.wrongUsage && !isJson) printError(`See bursar ${command} --help\n`);
    return code;
  }
}

function findEndpoint(name: string): Endpoint {
  const endpoint = (endpoints as readonly Endpoint[]).find((each) => each.name === name);
  if (endpoint) return endpoint;
  const names = endpoints.map((each) => each.name);
  const similar = findSimilar(name, names);
  const hint = similar && `Did you mean ${similar}?`;
  throw new ConfigurationError(`unknown operation ${quoteValue(name)}`, { hint });
}

async function runCall(
  endpoint: Endpoint,
  args: readonly string[],
  { print, printError, columns, input: stdin = process.stdin, fetch }: CommandEnvironment,
): Promise<number> {
  const { name, method, effect, paging } = endpoint;
  const { body, input, all, json, yes } = parseCallArguments(endpoint, args);
  if (all && !paging) throw new ConfigurationError(`--all: ${name} returns no list in pages`);
  const fields = await readBody(endpoint, body, stdin);
  const twice = Object.keys(input).find((field) => Object.hasOwn(fields, field));
  if (twice) throw new ConfigurationError(`${twice} is given twice: in --body and by itself`);
  const split = splitFlatInput(endpoint, { ...fields, ...input });
  const [unknown] = split.unknown;
  const names = listFlatFields(endpoint).map((field) => field.name);
  if (unknown !== undefined) throw createUnknownError(name, "field", unknown, names);
  if (effect === "write" && !yes) {
    const request = buildFlatRequest(endpoint, split);
    const shown = request.body ? `\n${toPrintableJson(JSON.parse(request.body), 2)}\n` : "";
    const why = `${name} changes something. Nothing was sent. To send it, add --yes:`;
    printError(`bursar call: ${why}\n${method} ${toPrintable(request.path)}\n${shown}`);
    return exitCode.wrongUsage;
  }
  if (!readEnvironment("BURSAR_API_KEY")) {
    const hint = "Set the environment variable BURSAR_API_KEY.";
    printError(formatFailure(new ConfigurationError("the API key is missing", { hint }), json));
    return exitCode.noAccess;
  }
  const client = createClient({ logLevel: "off", fetch });
  const width = json ? undefined : columns;
  const result = callMethod(client, endpoint, split);
  if (!all) print(formatResult(endpoint, await result, width));
  else for await (const page of (result as Pages<unknown>).pages()) print(formatItems(page, width));
  return exitCode.success;
}

const formatFailure = (error: BursarError, isJson: boolean): string =>
  isJson ? `${toPrintableJson(error.toJSON(), 2)}\n` : formatError("call", error);

/** JSON, unless the width of a terminal is given. */
function formatResult({ name, paging }: Endpoint, data: unknown, width: number | undefined) {
  if (data === undefined) return width === undefined ? "" : `${name}: done\n`;
  if (width === undefined) return `${toPrintableJson(data, 2)}\n`;
  return paging ? formatPage(data as Page<unknown>, width) : formatOutput(data, width);
}

function formatItems({ items }: Page<unknown>, width: number | undefined): string {
  if (width !== undefined) return formatOutput(items, width);
  return items.map((item) => `${toPrintableJson(item)}\n`).join("");
}

function formatPage({ items, cursor, total }: Page<unknown>, width: number): string {
  const flags = Object.entries(cursor ?? {}).map(
    ([name, value]) => ` --${name} ${quoteArgument(toPrintable(String(value)))}`,
  );
  const empty = items.length === 0 ? "No items\n" : "";
  const count = total === undefined ? "" : `${total} in total\n`;
  const next = flags.length > 0 ? `Next page:${flags.join("")}\n` : "";
  return formatOutput(items, width) + empty + count + next;
}

function toExitCode(error: BursarError, endpoint: Endpoint | undefined): number {
  if (error.outcome !== "none")
    return endpoint?.effect === "write" ? exitCode.perhapsDone : exitCode.failure;
  const isNotSent = error.kind === "configuration" || error.kind === "request_validation";
  if (isNotSent) return exitCode.wrongUsage;
  const hasNoAccess = error instanceof AuthenticationError || error instanceof ForbiddenError;
  return hasNoAccess ? exitCode.noAccess : exitCode.failure;
}
