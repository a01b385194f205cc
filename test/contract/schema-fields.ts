import type { core } from "zod/mini";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
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
function addFields(schema: core.$ZodType, place: string, fields: Map<string, FieldKind>) {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "lazy":
      return addFields((schema as core.$ZodLazy)._zod.innerType, place, fields);
    case "nullable":
    case "optional":
      return addFields(def.innerType, place, fields);
    case "array":
      addFields(def.element, `${place}[]`, fields);
      return "list";
    case "union":
      for (const option of def.options) addFields(option, place, fields);
      return "union";
    case "object":
      for (const [key, field] of Object.entries(def.shape)) {
        const path = place === "" ? key : `${place}.${key}`;
        fields.set(path, addFields(field, path, fields));
      }
      return "object";
    default:
      return leafKind(def);
  }
}

function leafKind(def: core.$ZodTypes["_zod"]["def"]): FieldKind {
  switch (def.type) {
    case "string":
      return def.checks?.length ? "pattern" : "text";
    case "number":
    case "boolean":
      return def.type;
    case "record":
      return "map";
    case "unknown":
      return "any";
    default:
      throw new RangeError(`a response schema has a ${def.type}`);
  }
}
