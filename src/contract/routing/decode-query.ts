import type { core } from "zod/mini";
import { elementOf, fieldsOf, listVariants, typeOfSchema, wordsOf } from "../shared/read-schema.js";
import type { Schema } from "../shared/schema.js";

/** Converts the text of a query string to the types of its schema. */
export function decodeQuery(
  schema: Schema<unknown> | undefined,
  search: URLSearchParams,
  arrays: "repeat" | "comma" | undefined,
): Record<string, unknown> {
  const shape = shapeOf(schema);
  const fields = [...new Set(search.keys())].map((name): [string, unknown] => {
    const texts = search.getAll(name);
    const field = Object.hasOwn(shape, name)
      ? kindOf(shape[name] as core.$ZodType)
      : { list: false, kind: "text" as const };
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

function shapeOf(schema: Schema<unknown> | undefined): core.$ZodShape {
  return (schema && fieldsOf(schema)) ?? {};
}

/** Whether a query key may be repeated. Undefined if the schema does not have the key. */
export function queryKey(
  schema: Schema<unknown> | undefined,
  name: string,
  arrays: "repeat" | "comma" | undefined,
): "once" | "often" | undefined {
  const shape = shapeOf(schema);
  if (!Object.hasOwn(shape, name)) return undefined;
  return arrays !== "comma" && kindOf(shape[name] as core.$ZodType).list ? "often" : "once";
}

function kindOf(schema: core.$ZodType): { list: boolean; kind: Kind } {
  const [variant = schema] = listVariants(schema);
  const element = elementOf(variant);
  if (element) return { list: true, kind: kindOf(element).kind };
  const type = typeOfSchema(variant);
  const isNumber = type === "number" || typeof wordsOf(variant)[0] === "number";
  return { list: false, kind: isNumber ? "number" : type === "boolean" ? "boolean" : "text" };
}
