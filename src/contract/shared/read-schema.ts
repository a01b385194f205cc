import type { core } from "zod/mini";
import { formatPath } from "../../shared/format-path.js";
import { isObject } from "../../shared/guards.js";

// Reads the definitions that Zod stores in `_zod.def`. Only http/validation does so, too: it
// compiles checks, and follows a schema to what is invalid.

/** The schema inside wrappers for null, absence, defaults and lazy construction. */
export function unwrap(schema: core.$ZodType): core.$ZodTypes {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "lazy":
      return unwrap((schema as core.$ZodLazy)._zod.innerType);
    case "default":
    case "nullable":
    case "optional":
      return unwrap(def.innerType);
    default:
      return schema as core.$ZodTypes;
  }
}

/** The schemas that a value may have, without wrappers: several of a union. */
export function listVariants(schema: core.$ZodType): readonly core.$ZodTypes[] {
  const inner = unwrap(schema);
  const { def } = inner._zod;
  if (def.type === "pipe") return listVariants(def.out);
  return def.type === "union" ? def.options.flatMap(listVariants) : [inner];
}

/** What a schema describes, such as `object`, `array` or `string`. */
export function typeOfSchema(schema: core.$ZodType): core.$ZodTypeDef["type"] {
  return unwrap(schema)._zod.def.type;
}

/** The fields of an object. Undefined for other schemas. */
export function fieldsOf(schema: core.$ZodType): core.$ZodShape | undefined {
  const { def } = unwrap(schema)._zod;
  return def.type === "object" ? def.shape : undefined;
}

/** The schema of one field of an object. */
export function fieldOf(schema: core.$ZodType, name: string): core.$ZodType | undefined {
  const fields = fieldsOf(schema);
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The schema of the items of a list. Undefined for other schemas. */
export function elementOf(schema: core.$ZodType): core.$ZodType | undefined {
  const { def } = unwrap(schema)._zod;
  return def.type === "array" ? def.element : undefined;
}

/** Whether a schema is that of a whole number. */
export function isInteger(schema: core.$ZodType): boolean {
  const { def } = (schema as core.$ZodTypes)._zod;
  return (def.checks ?? []).some(
    (check) => (check._zod.def as Partial<core.$ZodCustomDef>).fn === Number.isInteger,
  );
}

/** The words of an enumeration, and the values of a literal. */
export function wordsOf(schema: core.$ZodType): readonly unknown[] {
  const { def } = unwrap(schema)._zod;
  if (def.type === "enum") return Object.values(def.entries);
  return def.type === "literal" ? def.values : [];
}

/** The only option of a union that can have a value of this kind, or the union. */
export function formOf(union: core.$ZodUnion, value: unknown): core.$ZodTypes {
  const { options, discriminator } = (union as core.$ZodDiscriminatedUnion)._zod.def;
  const [form, ...others] = options.map(unwrap).filter((option) => {
    const { type } = option._zod.def;
    if (Array.isArray(value)) return type === "array";
    if (!isObject(value) || (type !== "object" && type !== "record")) return false;
    const word = discriminator && fieldOf(option, discriminator);
    return !word || wordsOf(word).includes(value[discriminator as string]);
  });
  return form && others.length === 0 ? form : (union as core.$ZodTypes);
}

/**
 * The path of a field, the same for all items of a list: `quotes[].amountIn`. The names in open
 * objects are data, not fields: `transactions[].metadata.*`.
 */
export function describeField(schema: core.$ZodType, path: readonly PropertyKey[]): string {
  const names: string[] = [];
  let current: core.$ZodType | undefined = schema;
  for (const key of path) {
    const isData = current !== undefined && typeOfSchema(current) === "record";
    names.push(typeof key === "number" ? "[]" : isData ? "*" : String(key));
    current = current && (elementOf(current) ?? fieldOf(current, String(key)));
  }
  return formatPath(names);
}

/**
 * A path such as `body.metadata.city` as `body.metadata.*`: the caller chose a name that no schema
 * has. `parts` has the schema of the first name.
 */
export function hideNames(parts: object, path: string): string {
  const [root = "", ...keys] = path.split(/\.|(?=\[)/);
  let schema = (parts as Record<string, core.$ZodType | undefined>)[root];
  const names = keys.map((key) => {
    schema &&= elementOf(schema) ?? fieldOf(schema, key);
    return schema ? key : "*";
  });
  return formatPath([root, ...names]);
}
