import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { fieldsOf, itemOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import { listFlatFields } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { createUnknownError } from "../errors/unknown-option.js";
import { isJsonObject } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";

/** The options of every call. No operation has an input of one of these names. */
export const callOptions = {
  all: { type: "boolean", default: false },
  body: { type: "string" },
  json: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

/** Parses the arguments after the name of an operation: options, and the texts of each input. */
export function parseCallArguments(endpoint: Endpoint, args: readonly string[]) {
  const fields = listFlatFields(endpoint);
  const text = { type: "string", multiple: true } as const;
  const inputs = Object.fromEntries(fields.map(({ name }) => [name, text]));
  const flags = Object.keys({ ...inputs, ...callOptions }).map((name) => `--${name}`);
  // The error of Node does not name the flag that may be meant.
  const given = args.flatMap((arg) => /^--[^=]+/.exec(arg)?.[0] ?? []);
  const unknown = given.find((flag) => !flags.includes(flag));
  if (unknown) throw createUnknownError(endpoint.name, "flag", unknown, flags);
  const switches = fields.filter(({ schema }) => schema.kind === "boolean");
  // A switch without a value is true.
  const valued = args.map((arg, i) => {
    const isSwitch = switches.some(({ name }) => arg === `--${name}`);
    return isSwitch && !/^(?:true|false)$/.test(args[i + 1] ?? "") ? `${arg}=true` : arg;
  });
  const options = { ...inputs, ...callOptions };
  const { values, positionals } = parseArgs({ args: valued, allowPositionals: true, options });
  const places = fields.filter(({ part }) => part === "params");
  const extra = positionals[places.length];
  if (extra !== undefined) throw new ConfigurationError(`unexpected argument ${quoteValue(extra)}`);
  const textsOf = values as object as Readonly<Record<string, readonly string[] | undefined>>;
  const entries = fields.flatMap(({ name, schema }, i) => {
    // Path parameters are the first fields.
    const texts = [...positionals.slice(i, i + 1), ...(textsOf[name] ?? [])];
    return texts.length > 0 ? [[name, readTexts(name, schema, texts)] as const] : [];
  });
  return { ...values, input: Object.fromEntries(entries) };
}

/** Converts the texts of an input to the type of its schema. */
function readTexts(name: string, schema: Schema, texts: readonly string[]): unknown {
  const [first = ""] = texts;
  const item = listForms(schema).map(itemOf).find(Boolean);
  // A list as JSON, or one item per flag.
  if (item && !(texts.length === 1 && first.startsWith("[")))
    return texts.map((each) => readText(name, item, each));
  if (texts.length > 1) throw new ConfigurationError(`--${name} is given ${texts.length} times`);
  return readText(name, schema, first);
}

/** A text that cannot be converted stays text: the client rejects it, and names what it expects. */
function readText(name: string, schema: Schema, given: string): unknown {
  const forms = listForms(schema);
  if (forms.every(isText)) return given;
  if (/^[[{]/.test(given)) return parseJson(`--${name}`, given);
  if (forms.some(isText)) return given;
  if (/^(?:true|false)$/.test(given)) return given === "true";
  return /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given;
}

const isText = (form: Schema) =>
  form.kind === "text" || (form.kind === "word" && typeof form.words[0] === "string");

function parseJson(source: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new ConfigurationError(`${source}: expected JSON`, { cause });
  }
}

/** Reads the fields in `--body`: JSON, or `-` for standard input. */
export async function readBody(
  { name, body: schema }: Endpoint,
  body: string | undefined,
  input: NodeJS.ReadableStream,
): Promise<Readonly<Record<string, unknown>>> {
  if (body === undefined) return {};
  if (!schema || (schema.kind === "request" && fieldsOf(schema).length === 0))
    throw new ConfigurationError(`--body: ${name} has no body`);
  const fields = parseJson("--body", body === "-" ? await text(input) : body);
  if (isJsonObject(fields)) return fields;
  throw new ConfigurationError("--body: expected a JSON object");
}
