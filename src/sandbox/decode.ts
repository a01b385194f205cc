import type { core } from "zod/mini";
import type { Schema } from "../contract/schema.js";
import { BadRequest, type ServiceIssueForm } from "./refusal.js";

/** Checks what arrived against the contract's own schema. */
export function checked(schema: Schema<unknown> | undefined, value: unknown): unknown {
  if (!schema) return value;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new BadRequest(result.error.issues.flatMap(toServiceForm));
}

/** Reads a query string back into the types of its schema: the wire knows only text. */
export function decodeQuery(
  schema: Schema<unknown> | undefined,
  search: URLSearchParams,
  arrays: "repeat" | "comma" | undefined,
): Record<string, unknown> {
  const shape = schema ? shapeOf(schema) : {};
  const fields = [...new Set(search.keys())].map((name): [string, unknown] => {
    const texts = search.getAll(name);
    const field = Object.hasOwn(shape, name) ? kindOf(shape[name] as core.$ZodType) : { list: false, kind: "text" as const };
    const parts = field.list && arrays === "comma" ? texts.flatMap((text) => text.split(",")) : texts;
    const values = parts.map((text) => fromText(text, field.kind));
    return [name, field.list ? values : values.at(-1)];
  });
  // Not by assignment: a field may be called __proto__, and is refused like any other that nobody knows.
  return Object.fromEntries(fields);
}

type Kind = "text" | "number" | "boolean";

function fromText(text: string, kind: Kind): unknown {
  // What cannot be read stays text, so that the schema names it as the service would.
  if (kind === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

function inner(schema: core.$ZodType): core.$ZodTypes {
  let current = schema as core.$ZodTypes;
  for (;;) {
    const { def } = current._zod;
    if (def.type === "lazy") current = (current as core.$ZodLazy)._zod.innerType as core.$ZodTypes;
    else if (def.type === "optional" || def.type === "nullable" || def.type === "default") current = def.innerType as core.$ZodTypes;
    else return current;
  }
}

function shapeOf(schema: Schema<unknown>): core.$ZodShape {
  const { def } = inner(schema)._zod;
  return def.type === "object" ? def.shape : {};
}

function kindOf(schema: core.$ZodType): { list: boolean; kind: Kind } {
  const { def } = inner(schema)._zod;
  if (def.type === "array") return { list: true, kind: kindOf(def.element).kind };
  if (def.type === "pipe") return kindOf(def.out);
  if (def.type === "number") return { list: false, kind: "number" };
  if (def.type === "boolean") return { list: false, kind: "boolean" };
  if (def.type === "literal") return { list: false, kind: typeof def.values[0] === "number" ? "number" : "text" };
  return { list: false, kind: "text" };
}

/** The running service writes the issues of Zod 3. */
function toServiceForm(issue: core.$ZodIssue & { input?: unknown }): ServiceIssueForm[] {
  const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
  const received = issue.input === null ? "null" : Array.isArray(issue.input) ? "array" : typeof issue.input;
  const base = { path, message: issue.input === undefined ? "Required" : issue.message };
  switch (issue.code) {
    case "invalid_type":
      return [{ code: "invalid_type", expected: issue.expected, received, ...base }];
    case "invalid_value":
      if (issue.input === undefined) return [{ code: "invalid_type", expected: "string", received, ...base }];
      return [{ code: "invalid_enum_value", received: issue.input, options: [...issue.values], ...base }];
    case "invalid_format":
      return [{ code: "invalid_string", validation: "regex", ...base }];
    case "unrecognized_keys":
      return [{ code: "unrecognized_keys", keys: issue.keys, path, message: `Unrecognized key(s) in object: ${issue.keys.join(", ")}` }];
    case "too_small":
      return [{ code: "too_small", minimum: issue.minimum, ...base }];
    case "too_big":
      return [{ code: "too_big", maximum: issue.maximum, ...base }];
    case "invalid_union":
      return issue.errors.length > 0
        ? (issue.errors.at(-1) as core.$ZodIssue[]).flatMap((error) => toServiceForm({ ...error, path: [...issue.path, ...error.path] }))
        : [{ code: "invalid_union", ...base }];
    default:
      return [{ code: "custom", ...base }];
  }
}
