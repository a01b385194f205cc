import type { Issue } from "../errors/index.js";
import { eventFields, type FieldCheck } from "./events.js";

/** `errors`: the event is not safe for decisions about money. `drift`: report it, but accept it. */
export function validateEvent(event: Readonly<Record<string, unknown>>) {
  const errors: Issue[] = [];
  const drift: Issue[] = [];
  // Ignore inherited properties: a polluted prototype must not supply an order.
  const get = (field: string) => (Object.hasOwn(event, field) ? event[field] : undefined);
  const type = get("event_type");
  if (typeof type !== "string") drift.push(createIssue("event_type", "string", type));
  const isKnown = typeof type === "string" && Object.hasOwn(eventFields, type);
  const checks = isKnown ? eventFields[type as keyof typeof eventFields] : {};
  for (const [field, [expected, check]] of Object.entries<FieldCheck>(checks)) {
    const value = get(field);
    const isAbsent = value === undefined || value === null || value === "";
    if (isAbsent ? check !== "required" : describeType(value) === expected) continue;
    (check === "lenient" ? drift : errors).push(createIssue(field, expected, value));
  }
  return { errors, drift };
}

function describeType(value: unknown): string {
  if (value === "") return "an empty string";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Contains only types, never values: values are personal data. */
function createIssue(field: string, expected: string, value: unknown): Issue {
  const received = describeType(value);
  const message = `${field}: expected ${expected}, got ${received}`;
  return { path: field, expected, received, code: "invalid_type", message };
}
