import { endpoints } from "../contract/endpoints.js";
import { fieldsOf, itemOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { errorFacts } from "../contract/shared/error-catalogue.js";
import { examples } from "../openapi/examples.js";
import { describeFields } from "../openapi/json-schemas.js";
import { quoteArgument } from "./printable.js";

const optionTexts = {
  body: "  --body <json>   fields of the body as a JSON object; - reads standard input\n",
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
  const { name, title, method, path, params, query, body, headers, paging, effect } = endpoint;
  const usage = [`bursar call ${name}`, ...fieldsOf(params).map((field) => `<${field.name}>`)];
  const inputs = [
    ...describeInputs(params, name, (field) => `<${field}>`),
    ...[query, body].flatMap((part) => describeInputs(part, name, (field) => `--${field}`)),
    ...Object.keys(headers ?? {}).map((header) => [`--${header}`, "text"]),
  ];
  const errors = endpoint.errors.map((id) => [id, errorFacts(id)?.meaning ?? ""]);
  const { body: ofBody, all, json, yes, help } = optionTexts;
  const options = [body && ofBody, paging && all, json, effect === "write" && yes, help];
  const [example] = examples[name] ?? [];
  return `${name}: ${title}

Usage: ${usage.join(" ")} [options]

${method} ${path}
${effects[effect]}

${formatRows("Inputs", inputs)}${formatRows("Errors", errors)}Options:
${options.filter(Boolean).join("")}${footer}${
  example
    ? `
Example:
  npx ${usage.join(" ")} --body ${quoteArgument(JSON.stringify(example))}
`
    : ""
}`;
}

type Row = readonly (string | undefined)[];

function formatRows(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  const lines = rows.flatMap(([first = "", second, text]) => [
    `  ${first.padEnd(width)}  ${second}\n`,
    text ? `  ${" ".repeat(width)}  ${text}\n` : "",
  ]);
  return rows.length > 0 ? `${title}:\n${lines.join("")}\n` : "";
}

/** A row for each field, and for those of its objects. `place` has the texts of other schemas. */
function describeInputs(
  schema: Schema | undefined,
  place: string,
  toLabel: (name: string) => string,
): Row[] {
  const { properties = {} } = schema ? describeFields(schema, place) : {};
  return fieldsOf(schema).flatMap(({ name, inner, isOptional, default: value, sends = value }) => {
    const notes = [
      describeType(inner),
      isOptional ? "" : "; required",
      sends === undefined ? "" : `; default ${sends}`,
    ];
    const label = toLabel(name);
    const indent = " ".repeat(/^ */.exec(label)?.[0].length ?? 0);
    const forms = listForms(inner).flatMap((form) => listForms(itemOf(form) ?? form));
    return [
      [label, notes.join(""), properties[name]?.description as string | undefined],
      ...forms.flatMap((form) => describeInputs(form, "", (field) => `${indent}  ${field}`)),
    ];
  });
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
