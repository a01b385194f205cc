import type { core } from "zod/mini";
import type { Schema } from "../../src/contract/shared/schema.js";

/** The alternatives of a schema without its wrappers. */
function unwrap(schema: core.$ZodType): core.$ZodTypes[] {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "lazy":
      return unwrap((schema as core.$ZodLazy)._zod.innerType);
    case "optional":
    case "nullable":
    case "default":
      return unwrap(def.innerType);
    case "pipe":
      return unwrap(def.out);
    case "union":
      return def.options.flatMap(unwrap);
    default:
      return [schema as core.$ZodTypes];
  }
}

/** The paths of all fields that a schema documents, such as `quotes[].fees[].type`. */
export function listDocumentedFields(schema: Schema<unknown>): string[] {
  const found = new Set<string>();
  walk(schema, "", found);
  return [...found];
}

function walk(schema: core.$ZodType, path: string, found: Set<string>): void {
  for (const { _zod } of unwrap(schema)) {
    const { def } = _zod;
    if (def.type === "array") walk(def.element, `${path}[]`, found);
    if (def.type !== "object") continue;
    for (const [field, inner] of Object.entries(def.shape)) {
      const at = path === "" ? field : `${path}.${field}`;
      found.add(at);
      walk(inner, at, found);
    }
  }
}

/** The paths of all fields of a JSON value that are not null. */
export function listFilledFields(value: unknown, path = ""): string[] {
  if (value === null || value === undefined || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((item) => listFilledFields(item, `${path}[]`));
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = path === "" ? field : `${path}.${field}`;
    return inner === null ? [] : [at, ...listFilledFields(inner, at)];
  });
}
