import { fieldsOf } from "../contract/records/fields.js";
import { describeSchema, type JsonSchema } from "../contract/records/to-json-schema.js";
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

/** The names at a path of a response that has no such path. Undefined if it can have it. */
export function listOthers({ paging, response }: Endpoint, path: string): string[] | undefined {
  const whole: JsonSchema = response ? describeSchema(response, () => undefined) : {};
  const items = paging && whole.properties?.[paging.items];
  const data = items ? { properties: { items, cursor: {}, total: {} } } : whole;
  return listBeside(data, path.split("."));
}

function listBeside(schema: JsonSchema, [name, ...rest]: readonly string[]): string[] | undefined {
  const forms = listForms(schema);
  // A map can have any name.
  if (name === undefined || forms.some(({ properties }) => !properties)) return undefined;
  const fields = forms.flatMap(({ properties = {} }) => Object.entries(properties));
  const inner = fields.filter(([known]) => known === name);
  if (inner.length === 0) return [...new Set(fields.map(([known]) => known))];
  const found = inner.map(([, field]) => listBeside(field, rest));
  return found.includes(undefined) ? undefined : found[0];
}

/** The schemas of a value, or of the items of a list. */
function listForms(schema: JsonSchema): JsonSchema[] {
  const forms = (schema.anyOf ?? schema.oneOf ?? (schema.items && [schema.items])) as JsonSchema[];
  return forms ? forms.flatMap(listForms) : [schema];
}

/**
 * The response of an operation, as the client's method returns it. Only essential fields have a
 * type: clients of the protocol reject a result of another type, and other fields may drift.
 */
export function describeData({ paging, response }: Endpoint): JsonSchema {
  if (paging) return { type: "object", properties: { items: { type: "array" }, cursor: {} } };
  const fields = fieldsOf(response).map(({ name, inner, essential, isNullable }) => {
    const { type } = describeSchema(inner, () => undefined);
    return [name, essential && !isNullable && type ? { type } : {}];
  });
  return fields.length > 0 ? { type: "object", properties: Object.fromEntries(fields) } : {};
}
