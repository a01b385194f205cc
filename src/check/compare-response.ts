import type { core } from "zod/mini";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { isObject } from "../contract/shared/guards.js";
import type { Schema } from "../contract/shared/schema.js";
import { unwrap } from "../http/response/essential-issues.js";
import { fromZodIssues } from "../http/response/issues.js";

/** A field of a response that differs from its documentation. */
export interface FieldDrift {
  readonly operation: string;
  /** The same for all items of a list: `quotes[].amountIn`. */
  readonly field: string;
  readonly expected: string;
  /** The type of the received value, never the value. */
  readonly received: string;
}

/** The result of comparing one response. */
interface Comparison {
  readonly drift: readonly FieldDrift[];
  /** The number of items per list that were compared, if not all. */
  readonly comparedItems?: number;
}

/** How many items of each list are compared if Zod cannot collect the issues of all. */
const listLimits = [1_000, 100, 10];

/** Compares a response with every documented field, also those that a call can do without. */
export function compareResponse(endpoint: Endpoint, response: unknown): Comparison {
  try {
    return { drift: findDrift(endpoint, response) };
  } catch (error) {
    // Zod passes all issues as arguments: more than some 100,000 exceed the stack.
    if (!(error instanceof RangeError)) throw error;
    return compareFirstItems(endpoint, response, error);
  }
}

function compareFirstItems(endpoint: Endpoint, response: unknown, cause: RangeError): Comparison {
  for (const comparedItems of listLimits) {
    try {
      return { drift: findDrift(endpoint, cutLists(response, comparedItems)), comparedItems };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw cause;
}

function cutLists(value: unknown, limit: number): unknown {
  if (Array.isArray(value)) return value.slice(0, limit).map((item) => cutLists(item, limit));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cutLists(part, limit)]),
  );
}

function findDrift(endpoint: Endpoint, response: unknown): FieldDrift[] {
  const schema = endpoint.response as Schema<unknown> | undefined;
  const result = schema?.safeParse(response, { reportInput: true });
  const issues = fromZodIssues(result?.error?.issues ?? [], { hideValues: true });
  return issues.map(({ path, expected, received }) => ({
    operation: endpoint.name,
    field: formatField(path),
    expected,
    received: received || typeOf(response, path),
  }));
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
  const { def } = (unwrap(schema) as core.$ZodTypes)._zod;
  if (def.type === "array" && Array.isArray(value)) {
    for (const item of value) collect(def.element, item, [...path, 0], found);
  } else if (def.type === "object" && isObject(value) && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) {
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      if (field) collect(field, part, [...path, name], found);
      else found.add(formatField([...path, name]));
    }
  }
}

function formatField(path: readonly (string | number)[]): string {
  const text = path.map((key) => (typeof key === "number" ? "[]" : `.${key}`)).join("");
  return text.replace(/^\./, "") || "(response)";
}

/** Rules across fields report no received value. */
function typeOf(response: unknown, path: readonly (string | number)[]): string {
  let value: unknown = response;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
