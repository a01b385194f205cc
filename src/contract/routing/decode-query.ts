import { fieldOf, itemOf, listForms } from "../records/fields.js";
import type { Schema } from "../records/schema.js";

/** Converts the text of a query string to the types of its schema. */
export function decodeQuery(
  schema: Schema | undefined,
  search: URLSearchParams,
  arrays: "repeat" | "comma" | undefined,
): Record<string, unknown> {
  const fields = [...new Set(search.keys())].map((name): [string, unknown] => {
    const texts = search.getAll(name);
    const field = kindOf(schema && fieldOf(schema, name)?.inner);
    const parts =
      field.list && arrays === "comma" ? texts.flatMap((text) => text.split(",")) : texts;
    const values = parts.map((text) => fromText(text, field.kind));
    return [name, field.list ? values : values[values.length - 1]];
  });
  // Not by assignment: a field named `__proto__` must be rejected like any unknown field.
  return Object.fromEntries(fields);
}

type Kind = "text" | "number" | "boolean";

function fromText(text: string, kind: Kind): unknown {
  // Text that cannot be converted stays text, so that the schema reports it like the service.
  if (kind === "number")
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

/** Whether a query key may be repeated. Undefined if the schema does not have the key. */
export function queryKey(
  schema: Schema | undefined,
  name: string,
  arrays: "repeat" | "comma" | undefined,
): "once" | "often" | undefined {
  const field = schema && fieldOf(schema, name);
  if (!field) return undefined;
  return arrays !== "comma" && kindOf(field.inner).list ? "often" : "once";
}

function kindOf(schema: Schema | undefined): { readonly list: boolean; readonly kind: Kind } {
  const [form] = schema ? listForms(schema) : [];
  if (!form) return { list: false, kind: "text" };
  const item = itemOf(form);
  if (item) return { list: true, kind: kindOf(item).kind };
  const isNumber =
    form.kind === "number" || (form.kind === "word" && typeof form.words[0] === "number");
  return { list: false, kind: isNumber ? "number" : form.kind === "boolean" ? "boolean" : "text" };
}
