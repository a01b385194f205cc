import type { core } from "zod/mini";

/**
 * The path of a field, the same for all items of a list: `quotes.[].amountIn`. The names in open
 * objects are data, not fields: `transactions.[].metadata.*`.
 */
export function describeField(schema: core.$ZodType, path: readonly PropertyKey[]): string {
  const names: string[] = [];
  let current: core.$ZodType | undefined = unwrap(schema);
  for (const key of path) {
    const def: core.$ZodTypes["_zod"]["def"] | undefined = (current as core.$ZodTypes | undefined)
      ?._zod.def;
    const field: core.$ZodType | undefined =
      def?.type === "object"
        ? def.shape[String(key)]
        : def?.type === "array"
          ? def.element
          : undefined;
    names.push(typeof key === "number" ? "[]" : def?.type === "record" ? "*" : String(key));
    current = field && unwrap(field);
  }
  return names.join(".");
}

/** The schema inside wrappers for null, absence and lazy construction. */
export function unwrap(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "lazy":
      return unwrap((schema as core.$ZodLazy)._zod.innerType);
    case "nullable":
    case "optional":
      return unwrap(def.innerType);
    default:
      return schema;
  }
}
