import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/records/schema.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";

/** What a field may be: `pattern` is a checked string, `text` any string, `any` any value. */
export type FieldKind =
  | "any"
  | "boolean"
  | "list"
  | "map"
  | "number"
  | "object"
  | "pattern"
  | "text"
  | "union";

/** The fields that a response schema declares, by path: `quotes[].amountIn`. */
export function documentedFields(name: EndpointName): ReadonlyMap<string, FieldKind> {
  const endpoint = (endpoints as readonly Endpoint[]).find((found) => found.name === name);
  const fields = new Map<string, FieldKind>();
  if (endpoint?.response) addFields(endpoint.response, "", fields);
  return fields;
}

/** Adds the fields of a schema below a place. Returns what the place itself is. */
function addFields(schema: Schema, place: string, fields: Map<string, FieldKind>): FieldKind {
  switch (schema.kind) {
    case "maybe":
    case "essential":
      return addFields(schema.inner, place, fields);
    case "list":
      addFields(schema.item, `${place}[]`, fields);
      return "list";
    case "union":
      for (const form of schema.forms) addFields(form, place, fields);
      return "union";
    case "record":
      for (const [key, field] of Object.entries(schema.fields())) {
        const path = place === "" ? key : `${place}.${key}`;
        fields.set(path, addFields(field, path, fields));
      }
      return "object";
    case "text":
      return schema.pattern || schema.isFilled || schema.rules ? "pattern" : "text";
    case "number":
    case "boolean":
    case "map":
      return schema.kind;
    case "anything":
      return "any";
    default:
      throw new RangeError(`a response schema has a ${schema.kind}`);
  }
}
