import type { Schema } from "../contract/records/schema.js";
import { describeSchema, type JsonSchema } from "../contract/records/to-json-schema.js";
import { copyData } from "../shared/copy-data.js";
import { exceptions, fields, records } from "./descriptions.js";
import { listNamedSchemas } from "./named-schemas.js";
import type { OpenApiContent } from "./types.js";

export type { JsonSchema };

/** The names of the schemas. They become the components. */
const names: ReadonlyMap<Schema, string> = /* @__PURE__ */ new Map(
  Object.entries(listNamedSchemas()).map(([name, schema]) => [schema, name]),
);

/** The names by fields: the forms of a record differ in rules, which have no form here. */
const namesByFields: ReadonlyMap<unknown, string> = /* @__PURE__ */ new Map(
  [...names].map(([schema, name]) => ["fields" in schema ? schema.fields : schema, name]),
);

function nameOf(schema: Schema): string | undefined {
  return names.get(schema) ?? ("fields" in schema ? namesByFields.get(schema.fields) : undefined);
}

function referenceTo(schema: Schema): string | undefined {
  const name = nameOf(schema);
  return name === undefined ? undefined : `#/components/schemas/${name}`;
}

/** Describes all named schemas. */
export function createComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...names].map(([schema, name]) => [name, describeFields(schema, name)]),
  );
}

/** Describes one schema: by a reference if it is a component, or in place. */
export function toJsonSchema(schema: Schema): JsonSchema {
  const $ref = referenceTo(schema);
  return $ref === undefined ? describeSchema(schema, referenceTo) : { $ref };
}

/**
 * Describes a schema in place, with the texts of its name. The fields of a schema without a name
 * have those of `place`.
 */
export function describeFields(schema: Schema, place: string): JsonSchema {
  return withTexts(describeSchema(schema, referenceTo), nameOf(schema) ?? place);
}

/** A JSON body, with a copy of its example. */
export function toContent(schema: JsonSchema, example?: unknown): OpenApiContent {
  const examples = example ? { examples: { complete: { value: copyData(example) } } } : {};
  return { "application/json": { schema, ...examples } };
}

/** What a record or an operation is. */
export const describeWhole = (name: string): string | undefined => records[name];

/** What a field of a record, or a parameter of an operation, is. */
export function describeField(place: string, name: string): string | undefined {
  const own = exceptions[place] ?? {};
  return own[name] ?? own["*"] ?? fields[name];
}

/** Adds the texts of a record or an event to its schema. */
export function withTexts(schema: JsonSchema, name: string): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([field, described]) => [
    field,
    withText(described, describeField(name, field)),
  ]);
  return withText(
    { ...schema, ...(schema.properties && { properties: Object.fromEntries(properties) }) },
    describeWhole(name),
  );
}

/** A field without a text of its own refers to a schema that has one. */
const withText = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;
