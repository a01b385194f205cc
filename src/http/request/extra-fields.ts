import { fieldsOf, listForms } from "../../contract/records/fields.js";
import type { Schema } from "../../contract/records/schema.js";
import type { Issue } from "../../errors/data.js";
import { isJsonObject, isObject } from "../../shared/guards.js";
import { createIssue } from "../validation/create-issue.js";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the caller adds unvalidated. */
export interface ExtraFields {
  readonly extraBody?: Fields | undefined;
  readonly extraQuery?: Fields | undefined;
}

/**
 * Adds extra fields to a body or query. A field that the contract knows is rejected: it would skip
 * its validation, or replace a validated value such as an amount. Both parts are copied as JSON
 * first, so that `toJSON` and getters cannot change what was checked.
 */
export function addExtraFields<Part>(
  part: Part,
  extra: unknown,
  root: keyof ExtraFields,
  schema: Schema | undefined,
  issues: Issue[],
): Part {
  const added = copyAsJson(extra);
  const target = copyAsJson(part ?? {});
  if (!isJsonObject(extra) || !isFields(added) || !isFields(target)) {
    issues.push(createIssue([root], "invalid_type", "fields to add to an object", typeof extra));
    return part;
  }
  const known = new Set([...Object.keys(target), ...listFields(schema)]);
  for (const name of Object.keys(added)) {
    if (!known.has(name)) continue;
    const expected = "a field that the contract does not know; pass this one in the request";
    issues.push(createIssue([root, name], "known_field", expected, "a known field"));
  }
  return { ...target, ...added } as Part;
}

function copyAsJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

const isFields = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value);

function listFields(schema: Schema | undefined): readonly string[] {
  const forms = schema ? listForms(schema) : [];
  return forms.flatMap(fieldsOf).map(({ name }) => name);
}
