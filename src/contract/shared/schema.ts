import * as z from "zod/mini";

/** A schema that yields `Out`; `In` is what may be handed to it. */
export type Schema<Out, In = unknown> = z.ZodMiniType<Out, In>;

/** Every field of `T`, each with a schema that yields the field's type: a field missed or mistyped does not compile. */
type Shape<T> = { readonly [K in keyof T & string]: Schema<T[K]> };

/** A rule over several fields of one object. It reports what is wrong, and runs even when single fields failed. */
export type CrossFieldRule<T> = (
  value: Partial<T>,
  report: (path: PropertyKey[], message: string) => void,
) => void;

/**
 * A record of the service: unknown fields are kept. Built on first use, so that importing the contract costs nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function record<T extends object>(
  shape: () => Shape<T>,
  rule?: CrossFieldRule<T>,
): Schema<T> {
  return z.lazy(() => withRule(z.looseObject(shape()), rule)) as unknown as Schema<T>;
}

/**
 * A request: unknown fields are refused, because a misspelt `minAmountOut` would turn a limit order into a market order.
 */
/* @__NO_SIDE_EFFECTS__ */
export function request<T extends object>(
  shape: () => Shape<T>,
  rule?: CrossFieldRule<T>,
): Schema<T> {
  return z.lazy(() => withRule(z.strictObject(shape()), rule)) as unknown as Schema<T>;
}

/**
 * A request whose full field list nobody has published: known fields are checked, others pass.
 */
/* @__NO_SIDE_EFFECTS__ */
export const openRequest = record;

function withRule<T extends object>(object: z.ZodMiniObject, rule: CrossFieldRule<T> | undefined) {
  if (!rule) return object;
  const check = (payload: z.core.ParsePayload) => {
    if (typeof payload.value !== "object" || payload.value === null || Array.isArray(payload.value))
      return;
    rule(payload.value as Partial<T>, (path, message) => {
      payload.issues.push({
        code: "custom",
        path,
        message,
        input: payload.value,
        continue: true,
      } as z.core.$ZodRawIssue);
    });
  };
  // `when` makes the rule run beside failed fields, so that one answer names every problem at once (no field's check may abort).
  return object.check({
    _zod: { check, def: { check: "custom", when: () => true }, onattach: [] },
  } as never);
}

/**
 * Absent, null or the value: how the service leaves fields out.
 */
/* @__NO_SIDE_EFFECTS__ */
export function maybe<T>(schema: Schema<T>): Schema<T | null | undefined> {
  return z.nullish(schema) as unknown as Schema<T | null | undefined>;
}

/**
 * The value or null.
 */
/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return z.nullable(schema) as unknown as Schema<T | null>;
}

/**
 * A request field that may be left out.
 */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return z.optional(schema) as unknown as Schema<T | undefined>;
}

/** What the service takes when a request field is left out, for the reference and the sandbox. */
export const documentedDefaults: z.core.$ZodRegistry<{ value: string | number | boolean }> =
  /* @__PURE__ */ z.registry();

/**
 * An optional request field whose default the contract states. The default is recorded, not sent.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defaulted<T extends string | number | boolean>(
  schema: Schema<T>,
  value: T,
): Schema<T | undefined> {
  const field = z.optional(schema);
  documentedDefaults.add(field, { value });
  return field as unknown as Schema<T | undefined>;
}

/**
 * A word from a list that the service may lengthen: any string is read.
 */
/* @__NO_SIDE_EFFECTS__ */
export function openWord<Word extends string>(): Schema<Open<Word>> {
  return z.string() as unknown as Schema<Open<Word>>;
}

/** The known words, and any other string: what the service may add must not break an old install. */
export type Open<Word extends string> = Word | (string & {});

/** What the service may leave out or send as null. */
export type Maybe<T> = T | null | undefined;

/** The named fields of an interface that also lets any other field pass. */
export type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };
