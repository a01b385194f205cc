import { isObject } from "../../shared/guards.js";
import { listFields } from "./fields.js";
import type { Schema } from "./schema.js";

/** The words of a field that names the form of a union. */
export function wordsOf(form: Schema, name: string): readonly (string | number)[] {
  const inner =
    "fields" in form ? listFields(form).find((field) => field.name === name)?.inner : undefined;
  return inner?.kind === "word" ? inner.words : [];
}

/** Whether a form of a union can have a value of this kind. */
export function isOfKind(form: Schema, value: unknown): boolean {
  switch (form.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "list":
      return Array.isArray(value);
    default:
      return isObject(value) && !Array.isArray(value);
  }
}

export function describeKind(form: Schema): string {
  switch (form.kind) {
    case "text":
      return "a string";
    case "number":
      return "a number";
    case "list":
      return "an array";
    case "map":
      return "a record";
    default:
      return "an object";
  }
}
