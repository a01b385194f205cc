import { fieldOf, fieldsOf, itemOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import type { JsonSchema } from "../contract/records/to-json-schema.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { ToolSchema } from "./tool-types.js";

/** Of a longer list, the first ones are examples: an error of the client lists all. */
const maxWords = 10;
/** Objects inside of these are described by their type. */
const maxDepth = 3;

const fieldsInput: JsonSchema = {
  type: "array",
  items: { type: "string" },
  description: "Return only these, e.g. items.id",
};

/** The input of a tool. What a client rejects with a clear message is not described. */
export function describeInput(flat: JsonSchema): ToolSchema {
  const { properties, ...rest } = shorten(flat, 0);
  return { ...rest, type: "object", properties: { ...properties, fields: fieldsInput } };
}

function shorten(schema: JsonSchema, depth: number): JsonSchema {
  const { type, properties = {}, required, items, anyOf, oneOf, additionalProperties } = schema;
  const { enum: words, default: value, description, format } = schema;
  const given = (anyOf ?? oneOf ?? []) as JsonSchema[];
  const forms = given.filter((form) => form.type !== "null").map((form) => shorten(form, depth));
  if (forms.length === 1) return forms[0] as JsonSchema;
  const fields = Object.entries(properties).filter(([, field]) => !field.deprecated);
  const isListed = fields.length > 0 && depth < maxDepth;
  const isLong = Array.isArray(words) && words.length > maxWords;
  const values = Object(additionalProperties) as JsonSchema;
  const short = {
    type,
    description,
    format,
    default: value,
    enum: isLong ? undefined : words,
    examples: isLong ? words.slice(0, 2) : undefined,
    items: items && shorten(items, depth + 1),
    anyOf: forms.length > 0 ? forms : undefined,
    properties: isListed
      ? Object.fromEntries(fields.map(([name, field]) => [name, explain(name, field, depth + 1)]))
      : undefined,
    required: isListed ? required : undefined,
    additionalProperties: values.type && { type: values.type },
  };
  return Object.fromEntries(Object.entries(short).filter(([, keyword]) => keyword !== undefined));
}

const units: readonly [RegExp, string, string][] = [
  [/amount/i, "string", 'decimal, in whole tokens, such as "1.5"'],
  [/percent|slippage/i, "number", "percent: 0.5 is 0.5 %"],
];

/** A model could take an amount for base units, and a percentage for a fraction. */
function explain(name: string, field: JsonSchema, depth: number): JsonSchema {
  const { description, ...short } = shorten(field, depth);
  const unit = units.find(
    ([names, type]) => names.test(name) && [short.type].flat().includes(type),
  );
  const words = description ?? unit?.[2];
  return words === undefined ? short : { ...short, description: words };
}

/** The result of a tool. `data` has only the fields of the response, not those inside of them. */
export function describeOutput(data: JsonSchema): ToolSchema {
  return {
    type: "object",
    properties: { ok: { type: "boolean" }, data, error: { type: "object" } },
    required: ["ok"],
  };
}

const anything: Schema = { kind: "anything" };

/** The names beside a path that a response cannot have. Undefined if it can. */
export function listOthers({ paging, response }: Endpoint, path: readonly string[]) {
  const items = paging && response && fieldOf(response, paging.items)?.schema;
  if (!items) return listBeside([response ?? anything], path);
  return listBeside(
    [{ kind: "record", fields: () => ({ items, cursor: anything, total: anything }) }],
    path,
  );
}

function listBeside(
  given: readonly Schema[],
  [name, ...rest]: readonly string[],
): string[] | undefined {
  const forms = given.flatMap(listForms).flatMap((form) => listForms(itemOf(form) ?? form));
  // A map can have any name.
  if (name === undefined || !forms.every((form) => "fields" in form)) return undefined;
  const fields = forms.flatMap(fieldsOf);
  const found = fields.filter((field) => field.name === name).map(({ schema }) => schema);
  return found.length > 0 ? listBeside(found, rest) : [...new Set(fields.map((each) => each.name))];
}

/** The response of an operation, as the client's method returns it. Its fields may drift. */
export function describeData({ paging, response }: Endpoint): JsonSchema {
  const names = paging ? ["items", "cursor"] : fieldsOf(response).map(({ name }) => name);
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return names.length > 0 ? { type: "object", properties } : {};
}
