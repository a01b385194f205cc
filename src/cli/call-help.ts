import { endpoints } from "../contract/endpoints.js";
import { isValid } from "../contract/records/check.js";
import { type Field, fieldsOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { errorFacts } from "../contract/shared/error-catalogue.js";
import { type CallField, listCallFields } from "./call-input.js";
import { quoteArgument } from "./printable.js";

const optionTexts = {
  body: "  --body <json>   fields of the body as a JSON object; @<file> reads a file, - standard input\n",
  all: "  --all           all pages of a list\n",
  json: "  --json          print JSON also on a terminal; with --all, one item per line\n",
  yes: "  --yes           send a call that changes something; without it, the request is shown\n",
  help: "  --help          show this help, or that of an operation\n",
};

const footer = `
Environment: BURSAR_BASE_URL, the service; BURSAR_API_KEY, the project's key.

Exit code: 0 after a success, 1 if the call failed, 2 if the arguments are wrong or --yes is
missing, 3 if a write has happened or may have happened: look it up, and do not repeat it, 4 if the
key is missing or rejected.
`;

/** The help of `bursar call`, with all operations by resource. */
export function describeCommand(): string {
  const groups = new Map<string, string[]>();
  for (const { name, title } of endpoints) {
    const [resource = ""] = name.split(".");
    const line = `  ${name.padEnd(33)} ${title}\n`;
    groups.set(resource, [...(groups.get(resource) ?? []), line]);
  }
  const operations = [...groups].map(([resource, lines]) => `${resource}\n${lines.join("")}\n`);
  return `Usage: bursar call <operation> [path parameters] [--<field> <value> …] [options]

Calls an operation of the service and prints its response: tables on a terminal, otherwise JSON.
bursar call <operation> --help lists its fields.

${operations.join("")}Options:
${Object.values(optionTexts).join("")}${footer}
Examples:
  npx bursar call tokens.list --search USDC --perPage 5
  npx bursar call wallets.history 0x1111111111111111111111111111111111111111 --all --json
`;
}

const effects = {
  read: "Read: it changes nothing.",
  quote: "Quote: it changes nothing. It can cost compute units.",
  write: "Write: it changes something, and needs --yes.",
};

/** The help of an operation, from its contract. */
export function describeOperation(endpoint: Endpoint): string {
  const { name, title, method, path, effect, errors } = endpoint;
  const fields = listCallFields(endpoint);
  const places = fields.filter(({ isPositional }) => isPositional);
  const usage = [name, ...places.map((field) => `<${field.name}>`), "[options]"].join(" ");
  const rows = fields.flatMap(describeField);
  const inputs = rows.length > 0 ? `Inputs:\n${formatRows(rows)}\n` : "";
  const causes = errors.map((id) => [id, errorFacts(id)?.meaning ?? ""]);
  return `${name}: ${title}

Usage: bursar call ${usage}

${method} ${path}
${effects[effect]}

${inputs}${causes.length > 0 ? `Errors:\n${formatRows(causes)}\n` : ""}Options:
${listOptions(endpoint).join("")}${footer}
Example:
  npx bursar call ${createExample(endpoint).map(quoteArgument).join(" ")}
`;
}

function listOptions({ body, paging, effect }: Endpoint): readonly string[] {
  const { body: ofBody, all, json, yes, help } = optionTexts;
  return [body ? ofBody : "", paging ? all : "", json, effect === "write" ? yes : "", help];
}

function formatRows(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, [first = ""]) => Math.max(widest, first.length), 0);
  return rows
    .map(([first = "", ...others]) => `  ${first.padEnd(width)}  ${others.join("; ")}\n`)
    .join("");
}

/** A row for a field, and for each field of its objects. */
function describeField(field: CallField): string[][] {
  const { name, schema, isPositional, isRequired } = field;
  const notes = [
    describeType(schema),
    isRequired ? "required" : "",
    field.default === undefined ? "" : `default ${field.default}`,
  ];
  const label = isPositional ? `<${name}>` : `--${name}`;
  return [[label, ...notes.filter((note) => note !== "")], ...describeNested(schema, "  ")];
}

function describeNested(schema: Schema, indent: string): string[][] {
  const items = listForms(schema).flatMap((form) =>
    form.kind === "list" ? listForms(form.item) : [form],
  );
  return items
    .flatMap(fieldsOf)
    .flatMap(({ name, inner, isOptional }) => [
      [`${indent}${name}`, describeType(inner), ...(isOptional ? [] : ["required"])],
      ...describeNested(inner, `${indent}  `),
    ]);
}

function describeType(schema: Schema): string {
  const forms = listForms(schema).map((form): string => {
    switch (form.kind) {
      case "text":
        return form.expected ?? form.rules?.[0]?.expected ?? "text";
      case "number":
        return form.expected ?? (form.isInteger ? "a whole number" : "a number");
      case "word":
        return form.words.length > 40
          ? (form.expected ?? `one of ${form.words.length} words`)
          : form.words.join(" | ");
      case "boolean":
        return "true | false";
      case "list":
        return `${describeType(form.item)} (may be repeated, or a JSON list)`;
      default:
        return "a JSON object";
    }
  });
  return [...new Set(forms)].join(", or ");
}

/** Arguments of a valid call, with few optional fields. */
export function createExample(endpoint: Endpoint): readonly string[] {
  const { name, params, query, body, effect } = endpoint;
  const places = params ? Object.values(createSample("", params) as object) : [];
  const fields = [query, body].flatMap((schema) =>
    schema ? Object.entries(createSample("", schema) as object) : [],
  );
  const flags = fields.flatMap(([field, value]) => [
    `--${field}`,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return [name, ...places, ...flags, ...(effect === "write" ? ["--yes"] : [])];
}

/** Values of the forms that requests have. */
const samples = [
  "0x1111111111111111111111111111111111111111",
  `0x${"11".repeat(32)}`,
  "1.5",
  "2026-01-31T12:00:00Z",
  "1990-01-31",
  "ana@example.com",
  "12345678909",
];

function createSample(name: string, schema: Schema): unknown {
  const [form = schema] = listForms(schema);
  switch (form.kind) {
    case "text": {
      // A text without a form is the name of its field.
      const word = name.replace(/[A-Z]/g, "_$&").toUpperCase();
      const texts = form.pattern ? samples : [word, ...samples];
      return texts.find((text) => isValid(form, text)) ?? word;
    }
    case "number":
      return (form.min ?? 1) + (name.startsWith("max") ? 1 : 0);
    case "word":
      return form.words[0];
    case "boolean":
      return true;
    case "list":
      return [createSample(name, form.item)];
    default: {
      const fields = fieldsOf(form);
      const create = (optional?: Field) =>
        Object.fromEntries(
          fields
            .filter((field) => !field.isOptional || field === optional)
            .map((field) => [field.name, createSample(field.name, field.inner)]),
        );
      // A rule may need an optional field.
      const values = [create(), ...fields.filter(({ isOptional }) => isOptional).map(create)];
      return values.find((value) => isValid(form, value)) ?? values[0];
    }
  }
}
