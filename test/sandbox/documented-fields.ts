import { listFields, listForms } from "../../src/contract/records/fields.js";
import type { Schema } from "../../src/contract/records/schema.js";

/** The paths of all fields that a schema documents, such as `quotes[].fees[].type`. */
export function listDocumentedFields(schema: Schema): string[] {
  const found = new Set<string>();
  walk(schema, "", found);
  return [...found];
}

function walk(schema: Schema, path: string, found: Set<string>): void {
  for (const form of listForms(schema)) {
    if (form.kind === "list") walk(form.item, `${path}[]`, found);
    if (!("fields" in form)) continue;
    for (const { name, inner } of listFields(form)) {
      const at = path === "" ? name : `${path}.${name}`;
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
