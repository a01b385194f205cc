import { createClient } from "../client.js";
import { endpoints } from "../contract/endpoints.js";
import { callMethod, listFlatFields, splitFlatInput } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { AuthenticationError, ForbiddenError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import { ConfigurationError } from "../errors/data.js";
import { createUnknownError } from "../errors/unknown-option.js";
import type { Page, Pages } from "../http/features/pages.js";
import { buildRequest, type CallInput } from "../http/request/build-request.js";
import { parsePath } from "../http/request/url.js";
import { createRedactor } from "../http/wire/redact.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { findSimilar } from "../shared/option-names.js";
import { describeCommand, describeOperation } from "./call-help.js";
import { parseCallArguments, readBody } from "./call-input.js";
import type { CommandEnvironment } from "./command-environment.js";
import { formatOutput } from "./format-output.js";
import { quoteArgument, toPrintable, toPrintableJson } from "./printable.js";

/** 0, 1 and 4 are those of `gh`. 3 is for a write that a script must not repeat. */
const exitCode = { success: 0, failure: 1, wrongUsage: 2, perhapsDone: 3, noAccess: 4 };

/** Runs `bursar call` with its arguments. Returns the exit code. */
export async function runCallCommand(
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (name === "--help" || name === "-h") {
    environment.print(describeCommand());
    return exitCode.success;
  }
  const endpoint = (endpoints as readonly Endpoint[]).find((each) => each.name === name);
  if (!endpoint) {
    const names = endpoints.map((each) => each.name);
    const similar = findSimilar(name, names);
    const hint = similar && `Did you mean ${similar}?`;
    throw new ConfigurationError(`unknown operation ${quoteValue(name)}`, { hint });
  }
  const apiKey = readEnvironment("BURSAR_API_KEY");
  const redact = createRedactor(apiKey).text;
  const output: CommandEnvironment = {
    ...environment,
    print: (text) => environment.print(redact(text)),
    printError: (text) => environment.printError(redact(text)),
  };
  try {
    const call = parseCallArguments(endpoint, rest);
    if (!call.help) return await runCall(endpoint, call, apiKey, output);
    output.print(describeOperation(endpoint));
    return exitCode.success;
  } catch (error) {
    if (!(error instanceof BursarError)) throw error;
    const code = toExitCode(error);
    const help = code === exitCode.wrongUsage ? `See bursar call ${name} --help\n` : "";
    const isJson = rest.includes("--json");
    output.printError(
      isJson ? `${toPrintableJson(error.toJSON(), 2)}\n` : formatError(error) + help,
    );
    return code;
  }
}

type ParsedCall = ReturnType<typeof parseCallArguments>;

async function runCall(
  endpoint: Endpoint,
  { body, input, all, json, yes }: ParsedCall,
  apiKey: string | undefined,
  { print, printError, columns, readInput = async () => "", fetch }: CommandEnvironment,
): Promise<number> {
  const { name, effect, paging } = endpoint;
  if (all && !paging) throw new ConfigurationError(`--all: ${name} returns no list in pages`);
  const fields = await readBody(endpoint, body, readInput);
  const twice = Object.keys(input).find((field) => Object.hasOwn(fields, field));
  if (twice) throw new ConfigurationError(`${twice} is given twice: in --body and by itself`);
  const split = splitFlatInput(endpoint, { ...fields, ...input });
  const [unknown] = split.unknown;
  const names = listFlatFields(endpoint).map((field) => field.name);
  if (unknown !== undefined) throw createUnknownError(name, "field", unknown, names);
  if (effect === "write" && !yes) {
    printError(previewRequest(endpoint, split));
    return exitCode.wrongUsage;
  }
  if (!apiKey) {
    printError(
      "bursar call: the API key is missing\nSet the environment variable BURSAR_API_KEY.\n",
    );
    return exitCode.noAccess;
  }
  const client = createClient({ logLevel: "off", fetch });
  const width = json ? undefined : columns;
  const result = callMethod(client, endpoint, split);
  if (!all) print(formatResult(endpoint, await result, width));
  else for await (const page of (result as Pages<unknown>).pages()) print(formatItems(page, width));
  return exitCode.success;
}

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
  const next = Object.entries(cursor ?? {}).map(
    ([name, value]) => `--${name} ${quoteArgument(toPrintable(String(value)))}`,
  );
  const lines = [
    items.length === 0 ? "No items" : "",
    total === undefined ? "" : `${total} in total`,
    next.length > 0 ? `Next page: ${next.join(" ")}` : "",
  ];
  const text = lines.filter((line) => line !== "").map((line) => `${line}\n`);
  return formatOutput(items, width) + text.join("");
}

/** What a write would send. Throws if the client would reject it. */
function previewRequest(endpoint: Endpoint, split: ReturnType<typeof splitFlatInput>): string {
  const input = { ...split, body: endpoint.body && split.body } as CallInput;
  const { path, headers, body } = buildRequest(endpoint, parsePath(endpoint.path), input);
  const lines = [
    `bursar call: ${endpoint.name} changes something. Nothing was sent. To send it, add --yes:`,
    `${endpoint.method} ${path}`,
    "x-api-key: (not shown)",
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
  ];
  const text = body === undefined ? "" : `\n${toPrintableJson(JSON.parse(body), 2)}\n`;
  return `${lines.map(toPrintable).join("\n")}\n${text}`;
}

function formatError(error: BursarError): string {
  const { message, hint, traceId } = error as BursarError & { traceId?: string | undefined };
  const [first = "", ...others] = message.split("\n").map(toPrintable);
  const lines = [
    `bursar call: ${first}`,
    // Indented, so that text of the service cannot look like a line of this command.
    ...others.map((line) => `  ${line.trimStart()}`),
    ...(hint === undefined ? [] : [toPrintable(hint)]),
    ...(traceId === undefined || message.includes(traceId)
      ? []
      : [`trace ${toPrintable(traceId)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function toExitCode(error: BursarError): number {
  if (error.outcome !== "none") return exitCode.perhapsDone;
  const isNotSent = error.kind === "configuration" || error.kind === "request_validation";
  if (isNotSent) return exitCode.wrongUsage;
  const hasNoAccess = error instanceof AuthenticationError || error instanceof ForbiddenError;
  return hasNoAccess ? exitCode.noAccess : exitCode.failure;
}
