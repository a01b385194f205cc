import { fieldOf, fieldsOf, itemOf } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import { visit } from "../contract/records/visit.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { formatIssues } from "../http/validation/format-issues.js";
import { formatPath } from "../shared/format-path.js";
import { isObject } from "../shared/guards.js";

export interface FieldDrift {
  readonly operation: string;
  /** The same for all items of a list: `quotes[].amountIn`. */
  readonly field: string;
  readonly expected: string;
  /** The type of the received value, never the value. */
  readonly received: string;
  /** In how many places. */
  readonly count: number;
}

/** Compares a response with every documented field, also those that a call can do without. */
export function compareResponse(endpoint: Endpoint, response: unknown): FieldDrift[] {
  const { name: operation, response: schema } = endpoint;
  if (!schema) return [];
  const { issues } = visit(schema, response, { limit: Number.POSITIVE_INFINITY, isStrict: true });
  const drift = new Map<string, FieldDrift>();
  for (const { path, expected, received } of formatIssues(issues, { hideValues: true })) {
    const found = {
      operation,
      field: formatField(path),
      expected,
      received: received || typeOf(response, path),
    };
    const key = JSON.stringify(found);
    drift.set(key, { ...found, count: 1 + (drift.get(key)?.count ?? 0) });
  }
  return [...drift.values()];
}

/** The fields of a response that its documentation does not have. The client keeps them. */
export function findUndocumentedFields(endpoint: Endpoint, response: unknown): string[] {
  const fields = new Set<string>();
  const { response: schema } = endpoint;
  if (schema) collect(schema, response, [], fields);
  return [...fields];
}

function collect(
  schema: Schema,
  value: unknown,
  path: readonly (string | number)[],
  found: Set<string>,
): void {
  const element = itemOf(schema);
  if (element && Array.isArray(value)) {
    for (const item of value) collect(element, item, [...path, 0], found);
  } else if (fieldsOf(schema).length > 0 && isObject(value) && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) {
      const field = fieldOf(schema, name);
      if (field) collect(field.inner, part, [...path, name], found);
      else found.add(formatField(formatPath([...path, name])));
    }
  }
}

function formatField(path: string): string {
  return path.replace(/\[\d+\]/g, "[]") || "(response)";
}

/** Rules across fields report no received value. */
function typeOf(response: unknown, path: string): string {
  let value: unknown = response;
  for (const key of path.match(/[^.[\]]+/g) ?? []) value = isObject(value) ? value[key] : undefined;
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
