import type { Schema } from "../contract/records/schema.js";
import { describeSchema, type JsonSchema } from "../contract/records/to-json-schema.js";
import { listNamedSchemas } from "./named-schemas.js";

export type { JsonSchema };

/** The names of the schemas. They become the components. */
const names: ReadonlyMap<Schema, string> = /* @__PURE__ */ new Map(
  Object.entries(listNamedSchemas()).map(([name, schema]) => [schema, name]),
);

function referenceTo(schema: Schema): string | undefined {
  const name = names.get(schema);
  return name === undefined ? undefined : `#/components/schemas/${name}`;
}

/** Describes all named schemas. */
export function createComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...names].map(([schema, name]) => [name, describeSchema(schema, referenceTo)]),
  );
}

/** Describes one schema: by a reference if it is a component, or in place. */
export function toJsonSchema(schema: Schema, use: "request" | "response" | "fields"): JsonSchema {
  const $ref = use === "fields" ? undefined : referenceTo(schema);
  return $ref === undefined ? describeSchema(schema, referenceTo) : { $ref };
}
