import { listFields } from "./fields.js";
import type { NumberNode, ObjectNode, Schema, TextNode, WordNode } from "./schema.js";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  $ref?: string;
  [keyword: string]: unknown;
}

/** Describes a schema. `referenceTo` returns the reference to a schema that is described apart. */
export function describeSchema(
  schema: Schema,
  referenceTo: (schema: Schema) => string | undefined,
): JsonSchema {
  const describe = (inner: Schema): JsonSchema => {
    const $ref = referenceTo(inner);
    return $ref === undefined ? describeSchema(inner, referenceTo) : { $ref };
  };
  switch (schema.kind) {
    case "anything":
    case "custom":
      return {};
    case "boolean":
      return { type: "boolean" };
    case "text":
      return describeText(schema);
    case "number":
      return describeNumber(schema);
    case "word":
      return describeWord(schema);
    case "list": {
      const minItems = schema.expected === undefined ? {} : { minItems: 1 };
      return { ...minItems, type: "array", items: describe(schema.item) };
    }
    case "map":
      return {
        type: "object",
        propertyNames: { type: "string" },
        additionalProperties: describe(schema.item),
      };
    case "union":
      return { [schema.by === undefined ? "anyOf" : "oneOf"]: schema.forms.map(describe) };
    case "maybe": {
      const inner = describe(schema.inner);
      return schema.isNullable ? orNull(inner) : inner;
    }
    case "essential":
      return describe(schema.inner);
    case "convert":
      return describe(schema.to);
    default:
      return describeObject(schema, describe);
  }
}

/** The schema, or null. A reference has no type that can be extended. */
export function orNull({ type, enum: words, ...schema }: JsonSchema): JsonSchema {
  if (type !== undefined)
    return {
      ...schema,
      type: [type, "null"].flat(),
      ...(words !== undefined && { enum: [...(words as unknown[]), null] }),
    };
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return { anyOf: [...forms, { type: "null" }] };
}

function describeText({ pattern, isFilled, maxLength, format }: TextNode): JsonSchema {
  return {
    type: "string",
    ...(isFilled && { minLength: 1 }),
    ...(maxLength !== undefined && { maxLength }),
    ...(format !== undefined && { format }),
    ...(pattern && { pattern: pattern.source }),
  };
}

function describeNumber({ min, max, isInteger }: NumberNode): JsonSchema {
  return {
    type: isInteger ? "integer" : "number",
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && max !== Number.MAX_VALUE && { maximum: max }),
  };
}

function describeWord({ words }: WordNode): JsonSchema {
  const type = typeof words[0] as string;
  return { type, enum: [...words] };
}

function describeObject(object: ObjectNode, describe: (schema: Schema) => JsonSchema): JsonSchema {
  const isRequest = object.kind !== "record";
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const field of listFields(object)) {
    const inner = describe(field.inner);
    // The client sends no null in other fields, so requests are described without it.
    const canBeNull = field.isNullable && (!isRequest || field.keepsNull);
    const isNullable = object.orNone || (canBeNull && field.inner.kind !== "anything");
    properties[field.name] = {
      ...(isNullable ? orNull(inner) : inner),
      ...(field.default !== undefined && { default: field.default }),
      ...(field.isDeprecated && { deprecated: true }),
    };
    if (!field.isOptional && !object.orNone) required.push(field.name);
  }
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: object.kind === "request" ? false : {},
  };
}
