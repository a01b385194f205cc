import type { core } from "zod/mini";
import { elementOf, fieldsOf, unwrap } from "../../../src/contract/shared/read-schema.js";
import { essentialFields, type Schema } from "../../../src/contract/shared/schema.js";
import { isMissing, isObject } from "../../../src/shared/guards.js";
import { decimalPattern, readableAmountPattern } from "../../../src/shared/patterns.js";

type Issue = core.$ZodIssue & { readonly input?: unknown };
type Path = readonly PropertyKey[];

const none: readonly string[] = [];

/**
 * The issues in essential fields, by the path of each issue of Zod: what `explain` finds while it
 * searches, in the plainest form.
 */
export function findEssentialIssues(
  schema: core.$ZodType,
  response: unknown,
  issues: readonly Issue[],
): Issue[] {
  const essential = issues.filter((issue) => isEssential(schema, issue, response));
  const object = unwrap(schema);
  const list = essentialFields.get(object)?.oneReadable;
  return list === undefined ? essential : withoutReadableList(object, response, list, essential);
}

/** Whether every field on the path of an issue is essential. */
function isEssential(schema: core.$ZodType, issue: Issue, response: unknown): boolean {
  if ((issue.code === "custom" && issue.params?.drift) || isReadableAmount(issue)) return false;
  let current: core.$ZodType = unwrap(schema);
  let value = response;
  let lengthBeforeField = Number.POSITIVE_INFINITY;
  for (const [i, key] of issue.path.entries()) {
    const record = isObject(value) ? value : {};
    value = record[String(key)];
    const element = elementOf(current);
    if (element) {
      current = unwrap(element);
      continue;
    }
    const shape = fieldsOf(current);
    if (!shape) return true;
    const essential = essentialFields.get(current);
    const { fields = none, ifPresent = none, anyFormIn = none } = essential ?? {};
    const name = String(key);
    const driftFields: readonly string[] = essential?.driftIn?.(record) ?? none;
    if (driftFields.includes(name)) return false;
    const isMissingHere = i === issue.path.length - 1 && isMissing(issue.input);
    if (!fields.includes(name) && (!ifPresent.includes(name) || isMissingHere)) return false;
    // The name of the list and the position of the item.
    if (anyFormIn.includes(name)) lengthBeforeField = i + 2;
    const field = shape[name];
    if (!field) return true;
    current = unwrap(field);
  }
  return issue.input === undefined || issue.path.length <= lengthBeforeField;
}

/** An exponent is not documented, but everything that reads amounts of responses accepts it. */
function isReadableAmount(issue: Issue): boolean {
  return (
    issue.code === "invalid_format" &&
    issue.pattern === String(decimalPattern) &&
    readableAmountPattern.test(issue.input as string)
  );
}

/** One unreadable item must not hide the others. If none is readable, the response is not. */
function withoutReadableList(
  schema: core.$ZodType,
  response: unknown,
  list: string,
  essential: Issue[],
): Issue[] {
  const items = isObject(response) ? response[list] : undefined;
  if (!Array.isArray(items)) return essential;
  const isInItem = ({ path }: { path: Path }) => path[0] === list && path.length > 1;
  const unreadable = new Set(essential.filter(isInItem).map(({ path }) => path[1]));
  const element = elementOf(fieldsOf(schema)?.[list] as core.$ZodType) as core.$ZodType;
  // Not all issues of a long list are known, so the item is validated again.
  const isReadable = (item: unknown, i: number) => !unreadable.has(i) && canRead(element, item);
  return items.some(isReadable) ? essential.filter((issue) => !isInItem(issue)) : essential;
}

function canRead(schema: core.$ZodType, value: unknown): boolean {
  const { error } = (schema as Schema<unknown>).safeParse(value, { reportInput: true });
  return error === undefined || findEssentialIssues(schema, value, error.issues).length === 0;
}
