import { fieldOf, fieldsOf, itemOf, unwrap } from "../../src/contract/records/fields.js";
import type { ObjectNode, Schema } from "../../src/contract/records/schema.js";
import { type FoundIssue, visit } from "../../src/contract/records/visit.js";
import { isMissing, isObject } from "../../src/shared/guards.js";

/**
 * The issues of a response that are in essential fields, found by the path of each issue: what
 * `visit` decides on its way, in the plainest form.
 */
export function findEssentialIssues(
  schema: Schema,
  response: unknown,
  issues: readonly FoundIssue[],
): FoundIssue[] {
  const essential = issues.filter((issue) => isEssential(schema, issue, response));
  const list = fieldsOf(schema).find((field) => field.essential === "one readable");
  const items = list && isObject(response) ? response[list.name] : undefined;
  if (!list || !Array.isArray(items)) return essential;
  // One unreadable item must not hide the others. If none is readable, the response is not.
  const isInItem = ({ path }: FoundIssue) => path[0] === list.name && path.length > 1;
  const unreadable = new Set(essential.filter(isInItem).map(({ path }) => path[1]));
  const isReadable = (_: unknown, i: number) => !unreadable.has(i);
  return items.some(isReadable) ? essential.filter((issue) => !isInItem(issue)) : essential;
}

/** Every issue of a value. */
export function listIssues(schema: Schema, value: unknown): readonly FoundIssue[] {
  return visit(schema, value, { limit: Number.POSITIVE_INFINITY, isStrict: true }).issues;
}

/** Whether every field on the path of an issue is essential. */
function isEssential(schema: Schema, issue: FoundIssue, response: unknown): boolean {
  if (issue.isDrift) return false;
  let current = unwrap(schema);
  let value = response;
  let lengthBeforeField = Number.POSITIVE_INFINITY;
  for (const [i, key] of issue.path.entries()) {
    const record = isObject(value) ? value : {};
    value = record[String(key)];
    const item = itemOf(current);
    if (item) {
      current = unwrap(item);
      continue;
    }
    const name = String(key);
    const field = fieldOf(current, name);
    if (!field) return true;
    if ((current as ObjectNode).drift?.(record).includes(name)) return false;
    const { essential } = field;
    const isLast = i === issue.path.length - 1;
    if (!essential || (essential === "if present" && isLast && isMissing(value))) return false;
    // The name of the list and the position of the item.
    if (essential === "items of any form") lengthBeforeField = i + 2;
    current = unwrap(field.schema);
  }
  const isAbsent = !issue.isRule && issue.value === undefined;
  return isAbsent || issue.path.length <= lengthBeforeField;
}
