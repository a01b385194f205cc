import { listFields } from "../contract/records/fields.js";
import type { ObjectNode, Schema } from "../contract/records/schema.js";
import { isObject } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { ConfigurationError } from "./data.js";
import { assertKnownOptions } from "./unknown-option.js";

/**
 * The fields of options with the type `T`. Every option may be omitted, unless its field is
 * `required`. The fields of the names in `Defaulted` have a default.
 */
export interface Options<T, Defaulted extends keyof T = never> {
  (): {
    readonly [K in keyof T & string]-?: K extends Defaulted
      ? FieldWith<"default", NonNullable<T[K]>>
      : undefined extends T[K]
        ? Schema<Exclude<T[K], undefined>>
        : FieldWith<"required", T[K]>;
  };
  readonly "~defaulted"?: Defaulted;
}

/** Options that were read. */
export type ReadOptions<T, Defaulted extends keyof T> = T & {
  [K in Defaulted]-?: NonNullable<T[K]>;
};

type FieldWith<Kind, T> = Schema<T> & { readonly "~kind"?: Kind };

export function required<T>(inner: Schema<T>): FieldWith<"required", T> {
  return { kind: "essential", inner, how: "yes" };
}

export function withDefault<T extends string | number | boolean>(
  inner: Schema<T>,
  value: NoInfer<T>,
): FieldWith<"default", T> {
  return { kind: "maybe", inner, isNullable: false, isOptional: true, sends: value };
}

/** Options inside of an option. */
export function optionsOf<T>(fields: Options<T>): Schema<T> {
  return { kind: "request", fields };
}

export function custom<T>(passes: (value: unknown) => boolean, expected: string): Schema<T> {
  return { kind: "custom", passes, expected };
}

/** A number above a bound, which may be infinite. */
export function above(min: number, unit: string): Schema<number> {
  return custom((value) => typeof value === "number" && value > min, `${unit} > ${min}`);
}

/** A number from a bound on, which may be infinite. */
export function atLeast(min: number, unit: string): Schema<number> {
  return custom((value) => typeof value === "number" && value >= min, `${unit} ≥ ${min}`);
}

export function finiteFrom(min: number, unit: string): Schema<number> {
  return custom((value) => Number.isFinite(value) && Number(value) >= min, `${unit} ≥ ${min}`);
}

export function wholeFrom(min: number): Schema<number> {
  const passes = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= min;
  return custom(passes, `an integer ≥ ${min}`);
}

/** Of any signature, which only TypeScript checks. */
export const aFunction: Schema<never> = {
  kind: "custom",
  passes: (value) => typeof value === "function",
  expected: "a function",
};

/** A value that other code checks, or a switch of which only truth counts. */
export const unchecked: Schema<never> & { readonly "~kind"?: never } = { kind: "anything" };

const schemas = new WeakMap<() => object, ObjectNode>();

/**
 * Validates the options of a function, and returns a copy with the defaults. Every option is read
 * once, own or inherited, so that the checks and the work use the same value. Null is invalid.
 */
export function readOptions<T extends object, Defaulted extends keyof T = never>(
  subject: string,
  options: T,
  fields: Options<T, Defaulted>,
): ReadOptions<T, Defaulted> {
  let schema = schemas.get(fields);
  if (!schema) {
    schema = { kind: "request", fields };
    schemas.set(fields, schema);
  }
  return readObject(subject, "", options, schema) as ReadOptions<T, Defaulted>;
}

function readObject(
  subject: string,
  path: string,
  options: unknown,
  schema: ObjectNode,
): Record<string, unknown> {
  const fields = listFields(schema);
  const names = fields.map(({ name }) => name);
  assertKnownOptions(path ? `${subject}: ${path}` : subject, options, names);
  const read: Record<string, unknown> = {};
  for (const { name, inner, essential, sends } of fields) {
    const value = (options as Record<string, unknown>)[name];
    const result =
      value === undefined && !essential
        ? sends
        : readValue(subject, path ? `${path}.${name}` : name, value, inner);
    if (result !== undefined) read[name] = result;
  }
  return read;
}

function readValue(subject: string, path: string, value: unknown, schema: Schema): unknown {
  if ("fields" in schema && isObject(value)) return readObject(subject, path, value, schema);
  if (schema.kind === "list" && Array.isArray(value))
    return Array.from(value, (item, i) => readValue(subject, `${path}[${i}]`, item, schema.item));
  const forms = schema.kind === "union" ? schema.forms : [];
  const form = forms.find((each) => ("fields" in each ? isObject(value) : isValid(each, value)));
  if (form) return readValue(subject, path, value, form);
  if (isValid(schema, value)) return value;
  const received = describe(path, value);
  throw new ConfigurationError(
    `${subject}: ${path}: expected ${getExpected(schema)}, got ${received}`,
  );
}

/** Apart from the check of records, so that webhooks and undici need not bundle it. */
function isValid(schema: Schema, value: unknown): boolean {
  switch (schema.kind) {
    case "anything":
      return true;
    case "custom":
      return schema.passes(value);
    case "word":
      return schema.words.includes(value as string);
    case "text": {
      const { pattern = /^/, isFilled } = schema;
      return typeof value === "string" && pattern.test(value) && !(isFilled && value === "");
    }
    default:
      return schema.kind === "boolean" && typeof value === "boolean";
  }
}

function getExpected(schema: Schema): string {
  if ("expected" in schema && schema.expected !== undefined) return schema.expected;
  switch (schema.kind) {
    case "word":
      return `one of ${schema.words.join(", ")}`;
    case "union":
      return schema.forms.map(getExpected).join(" or ");
    case "text":
      return schema.isFilled ? "a string that is not empty" : "a string";
    case "list":
      return "an array";
    default:
      return schema.kind === "boolean" ? "true or false" : "an object";
  }
}

/** Keys, seed phrases and secrets are longer. */
const maxShown = 40;

/** A misplaced secret may be the value of any option. */
function describe(path: string, value: unknown): string {
  const isSecret =
    typeof value === "string" && (value.length > maxShown || /key|secret/i.test(path));
  return isSecret ? `a string of ${value.length} characters (not shown)` : quoteValue(value);
}
