import type { core } from "zod/mini";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { openWords } from "../contract/shared/schema.js";

/** The schemas that a value may have. Empty if the value is not documented. */
export type Schemas = readonly core.$ZodTypes[];

/** The schemas of a value, without wrappers. A union has several. */
export function resolveSchema(schema: unknown): Schemas {
  if (schema === undefined) return [];
  const zod = schema as core.$ZodTypes;
  if (openWords.has(zod)) return [zod];
  const { def } = zod._zod;
  switch (def.type) {
    case "lazy":
      return resolveSchema((zod as core.$ZodLazy)._zod.innerType);
    case "nullable":
    case "optional":
      return resolveSchema(def.innerType);
    case "pipe":
      return resolveSchema(def.out);
    case "union":
      return def.options.flatMap(resolveSchema);
    default:
      return [zod];
  }
}

/** The schemas of a documented field of an object. */
export function schemasOfField(schemas: Schemas, name: string): Schemas {
  return schemas.flatMap(({ _zod: { def } }) =>
    def.type === "object" && Object.hasOwn(def.shape, name) ? resolveSchema(def.shape[name]) : [],
  );
}

/** The schemas of the items of a list. A request may have one value instead of a list. */
export function schemasOfItem(schemas: Schemas): Schemas {
  return schemas.flatMap(({ _zod: { def } }) =>
    def.type === "array" ? resolveSchema(def.element) : [],
  );
}

const openWordForm = /^(?!.*\d{5})[a-z\d]{1,40}(?:[_-][a-z\d]{1,40}){0,8}$/i;

/** Whether the schema of a text is a list of words that has it. */
export function isWord(text: string, schemas: Schemas): boolean {
  return [...schemas, ...schemasOfItem(schemas)].some((schema) =>
    openWords.has(schema) ? openWordForm.test(text) : listWords(schema).includes(text),
  );
}

function listWords({ _zod: { def } }: core.$ZodTypes): readonly unknown[] {
  if (def.type === "enum") return Object.values(def.entries);
  return def.type === "literal" ? def.values : [];
}

/** The field names of the request of an operation, and the words of its fields. */
export function collectRequestWords({ params, query, body }: Endpoint): ReadonlySet<string> {
  const words = new Set<string>();
  const visited = new Set<core.$ZodType>();
  const waiting = [params, query, body].flatMap(resolveSchema);
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (visited.has(schema) || openWords.has(schema)) continue;
    visited.add(schema);
    for (const word of listWords(schema)) words.add(String(word));
    const { def } = schema._zod;
    if (def.type === "array") waiting.push(...resolveSchema(def.element));
    if (def.type !== "object") continue;
    for (const [name, field] of Object.entries(def.shape)) {
      words.add(name);
      waiting.push(...resolveSchema(field));
    }
  }
  return words;
}
