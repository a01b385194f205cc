import type { core } from "zod/mini";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { LimitedIssue } from "../contract/shared/limit-issues.js";
import { elementOf, fieldOf, fieldsOf } from "../contract/shared/read-schema.js";
import type { Schema } from "../contract/shared/schema.js";
import { fromZodIssues } from "../http/validation/issues.js";
import { formatPath } from "../shared/format-path.js";
import { isObject } from "../shared/guards.js";

/** A field of a response that differs from its documentation. */
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
  const schema = endpoint.response as Schema<unknown> | undefined;
  const result = schema?.safeParse(response, { reportInput: true });
  const found: readonly LimitedIssue[] = result?.error?.issues ?? [];
  return found.flatMap((issue) =>
    fromZodIssues([issue], { hideValues: true }).map(({ path, expected, received }) => ({
      operation: endpoint.name,
      field: formatField(path),
      expected,
      received: received || typeOf(response, path),
      count: 1 + (issue.omitted ?? 0),
    })),
  );
}

/** The fields of a response that its documentation does not have. The client keeps them. */
export function findUndocumentedFields(endpoint: Endpoint, response: unknown): string[] {
  const fields = new Set<string>();
  const schema = endpoint.response as core.$ZodType | undefined;
  if (schema) collect(schema, response, [], fields);
  return [...fields];
}

function collect(
  schema: core.$ZodType,
  value: unknown,
  path: readonly (string | number)[],
  found: Set<string>,
): void {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    for (const item of value) collect(element, item, [...path, 0], found);
  } else if (fieldsOf(schema) && isObject(value) && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) {
      const field = fieldOf(schema, name);
      if (field) collect(field, part, [...path, name], found);
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
