import { readFile } from "node:fs/promises";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { fieldOf, fieldsOf, itemOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import { listFlatFields } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { createUnknownError } from "../errors/unknown-option.js";
import { isJsonObject } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { messageOf } from "../shared/thrown.js";

/** The options of every call. No operation has an input of one of these names. */
export const callOptions = {
  all: { type: "boolean", default: false },
  body: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  json: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

/** An input of an operation, and its schema without wrappers. */
export interface CallField {
  readonly name: string;
  readonly schema: Schema;
  readonly isPositional: boolean;
  readonly isRequired: boolean;
  readonly default: string | number | boolean | undefined;
}

/** The inputs of an operation. Path parameters come first. */
export function listCallFields(endpoint: Endpoint): readonly CallField[] {
  return listFlatFields(endpoint).map(({ name, part, isRequired }) => {
    const schema = part === "headers" ? undefined : endpoint[part];
    const field = schema && fieldOf(schema, name);
    return {
      name,
      schema: field?.inner ?? { kind: "text" },
      isPositional: part === "params",
      isRequired,
      default: field?.default ?? field?.sends,
    };
  });
}

/** Parses the arguments after the name of an operation: options, and the texts of each input. */
export function parseCallArguments(endpoint: Endpoint, args: readonly string[]) {
  const fields = listCallFields(endpoint);
  const switches = fields.filter(({ schema }) => schema.kind === "boolean");
  const names = new Set(switches.map(({ name }) => `--${name}`));
  assertKnownFlags(endpoint, args, [
    ...fields.map(({ name }) => name),
    ...Object.keys(callOptions),
  ]);
  // A switch without a value is true.
  const valued = args.map((arg, i) =>
    names.has(arg) && !/^(?:true|false)$/.test(args[i + 1] ?? "") ? `${arg}=true` : arg,
  );
  const text = { type: "string", multiple: true } as const;
  const { values, positionals } = parseFlags(valued, {
    ...Object.fromEntries(fields.map(({ name }) => [name, text])),
    ...callOptions,
  });
  const places = fields.filter(({ isPositional }) => isPositional);
  const extra = positionals[places.length];
  if (extra !== undefined) throw new ConfigurationError(`unexpected argument ${quoteValue(extra)}`);
  const given = values as object as Readonly<Record<string, readonly string[] | undefined>>;
  const entries = fields.flatMap((field) => {
    const place = places.indexOf(field);
    const first = place < 0 ? [] : positionals.slice(place, place + 1);
    const texts = [...first, ...(given[field.name] ?? [])];
    return texts.length > 0 ? [[field.name, readTexts(field, texts)] as const] : [];
  });
  return { ...values, input: Object.fromEntries(entries) };
}

/** Explains what Node rejects: a missing value, and a value that looks like a flag. */
function parseFlags<T extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: T) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    const at = args.findIndex(
      (arg, i) => options[arg.slice(2)]?.type === "string" && /^-./.test(args[i + 1] ?? "--"),
    );
    if (at < 0) throw new ConfigurationError(messageOf(cause).split("\n", 1).join(), { cause });
    const [flag, value] = args.slice(at);
    const hint = value && `If ${value} is the value, write ${flag}=${value}.`;
    throw new ConfigurationError(`${flag}: expected a value`, { cause, hint });
  }
}

/** Names the flag that may be meant. The error of Node does not. */
function assertKnownFlags(
  { name }: Endpoint,
  args: readonly string[],
  known: readonly string[],
): void {
  const end = args.indexOf("--");
  const flags = args
    .slice(0, end < 0 ? args.length : end)
    .flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []);
  const unknown = flags.find((flag) => !known.includes(flag));
  const names = known.map((each) => `--${each}`);
  if (unknown !== undefined) throw createUnknownError(name, "flag", `--${unknown}`, names);
}

/** Converts the texts of an input to the type of its schema. */
function readTexts({ name, schema }: CallField, texts: readonly string[]): unknown {
  const forms = listForms(schema);
  const item = forms.map(itemOf).find((each) => each !== undefined);
  // A list as JSON, or one item per flag.
  if (item && !(texts.length === 1 && texts[0]?.startsWith("[")))
    return texts.map((text) => readText(name, listForms(item), text));
  if (texts.length > 1) throw new ConfigurationError(`--${name} is given ${texts.length} times`);
  return readText(name, forms, texts[0] as string);
}

/** A text that cannot be converted stays text: the client rejects it, and names what it expects. */
function readText(name: string, forms: readonly Schema[], text: string): unknown {
  const kinds = forms.map((form) =>
    form.kind === "word" && typeof form.words[0] === "number" ? "number" : form.kind,
  );
  const isText = kinds.includes("text") || kinds.includes("word");
  if (isText && !/^[[{]/.test(text)) return text;
  if (kinds.includes("number")) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  if (kinds.includes("boolean")) return /^(?:true|false)$/.test(text) ? text === "true" : text;
  return isText && kinds.length === 1 ? text : parseJson(`--${name}`, text);
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigurationError(`${source}: expected JSON`, { cause });
  }
}

/** Reads the fields in `--body`: JSON, the name of a file after `@`, or `-` for standard input. */
export async function readBody(
  endpoint: Endpoint,
  body: string | undefined,
  readInput: () => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  if (body === undefined) return {};
  if (!endpoint.body || (endpoint.body.kind === "request" && fieldsOf(endpoint.body).length === 0))
    throw new ConfigurationError(`--body: ${endpoint.name} has no body`);
  const text = await readBodyText(body, readInput);
  const fields = parseJson("--body", text);
  if (isJsonObject(fields)) return fields;
  throw new ConfigurationError("--body: expected a JSON object");
}

async function readBodyText(body: string, readInput: () => Promise<string>): Promise<string> {
  if (body === "-") return readInput();
  if (!body.startsWith("@")) return body;
  try {
    return await readFile(body.slice(1), "utf8");
  } catch (cause) {
    throw new ConfigurationError(`--body ${body}: ${messageOf(cause)}`, { cause });
  }
}
