import { fieldOf, itemOf, listForms } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import { errorCatalogue } from "../contract/shared/error-catalogue.js";
import {
  decimalPattern,
  evmAddressPattern,
  hashPattern,
  integerPattern,
} from "../shared/patterns.js";

/** The documented forms of a text. The first that matches counts. */
const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["address", evmAddressPattern],
  ["hash", hashPattern],
  ["integer", integerPattern],
  ["decimal", decimalPattern],
  ["date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["UUID", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ["URL", /^https?:\/\/\S+$/],
  ["e-mail address", /^[^@\s]+@[^@\s]+$/],
];

const errorFields = new Set([
  "id",
  "message",
  "error",
  "errors",
  "issues",
  "statusCode",
  "code",
  "path",
]);

/**
 * What is known of a value without its contents: the names of documented fields, documented words,
 * and the form of everything else. Nothing private can be in it.
 */
export function toShape(value: unknown, schema: Schema | undefined): unknown {
  return describeValue(value, listField, listSchemas(schema));
}

/** The shape of an error, with its id if the service documents it. */
export function toErrorShape(body: unknown): unknown {
  const shape = describeValue(body, undefined, []);
  const { id } = Object(body) as { id?: unknown };
  const isKnown = typeof id === "string" && Object.hasOwn(errorCatalogue, id);
  return isKnown ? { ...(shape as object), id } : shape;
}

/** The schemas that a value may have. Empty if the value is not documented. */
type Schemas = readonly Schema[];
export const listSchemas = (schema: Schema | undefined): Schemas =>
  schema ? listForms(schema) : [];
/** A request may have one value instead of a list. */
export const listItems = (schemas: Schemas) => schemas.flatMap((each) => listSchemas(itemOf(each)));

export const listField = (schemas: Schemas, name: string) =>
  schemas.flatMap((each) => listSchemas(fieldOf(each, name)?.inner));

/** Without it, the fields are those of errors. */
type FieldOf = ((schemas: Schemas, name: string) => Schemas) | undefined;

function describeValue(value: unknown, fieldsOf: FieldOf, schemas: Schemas): unknown {
  if (value === null) return null;
  if (typeof value === "string") return isWord(value, schemas) ? value : describeText(value);
  if (typeof value === "number") return Number.isInteger(value) ? "<integer number>" : "<number>";
  if (Array.isArray(value)) return describeList(value, fieldsOf, schemas);
  if (typeof value !== "object") return `<${typeof value}>`;
  let unknown = 0;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const field = fieldsOf?.(schemas, name) ?? [];
      const isKnown = fieldsOf ? field.length > 0 : errorFields.has(name);
      if (!isKnown) unknown++;
      const shown = isKnown ? name : `<field ${unknown}: ${name.length} characters>`;
      return [shown, describeValue(part, fieldsOf, field)];
    }),
  );
}

/** Whether the documentation lists the text among the words of its field. */
export function isWord(text: string, schemas: Schemas): boolean {
  return [...schemas, ...listItems(schemas)].some(
    (each) => each.kind === "word" && each.words.includes(text),
  );
}

function describeText(text: string): string {
  if (text.length === 0) return "";
  const form = forms.find(([, pattern]) => pattern.test(text))?.[0];
  return form ? `<${form}>` : `<text: ${text.length} characters>`;
}

/** Each shape once: the number of items says how much the project has. */
function describeList(list: readonly unknown[], fieldsOf: FieldOf, schemas: Schemas): unknown[] {
  const items = listItems(schemas);
  const shapes = list.map((item) => describeValue(item, fieldsOf, items));
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}
