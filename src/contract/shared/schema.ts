import * as z from "zod/mini";
import { isObject } from "../../shared/guards.js";

/** A Zod Mini schema. `Out` is the type of a parsed value, `In` the type of its input. */
export type Schema<Out, In = unknown> = z.ZodMiniType<Out, In>;

declare const typeCheck: unique symbol;

/** Whether an object may omit the field that has this schema. */
type Presence = "required" | "optional";

/** `T` with every field required, at every level. */
type RequiredKeys<T> = { [K in keyof T]-?: RequiredKeys<T[K]> };

/**
 * A schema of exactly the type `Out`. `Schema<string>` is assignable to `Schema<string | null>`;
 * `ExactSchema<string>` is not assignable to `ExactSchema<string | null>`, or the other way round.
 *
 * The symbol exists in types only. `keys` comes first: it makes TypeScript compare the members of
 * two different types `Out` instead of their variance. Without it, two interfaces that have only
 * optional fields would be interchangeable. The words of two open lists are not compared.
 */
export interface ExactSchema<Out, P extends Presence = "required"> extends Schema<Out> {
  readonly [typeCheck]: {
    readonly keys: (value: RequiredKeys<Out>) => RequiredKeys<Out>;
    readonly value: (value: Out) => Out;
    readonly presence: P;
  };
}

/**
 * The schema of every field of `T`. A missing or additional field does not compile, and neither
 * does a schema that differs from its field in type, null or presence.
 */
export type Shape<T> = {
  readonly [K in keyof Named<T> & string]: ExactSchema<
    Named<T>[K],
    Record<never, never> extends Pick<Named<T>, K> ? "optional" : "required"
  >;
};

/** An object type without an index signature. */
type Closed<T> = { [K in keyof T]: string extends K ? never : unknown };

/** Marks a schema as exactly of its type. */
/* @__NO_SIDE_EFFECTS__ */
export function exact<Out>(schema: Schema<Out>): ExactSchema<Out> {
  return schema as ExactSchema<Out>;
}

/** Gives a schema another type. Only where the type says more, or less, than the schema checks. */
/* @__NO_SIDE_EFFECTS__ */
export function typedAs<Out, P extends Presence = "required">(
  schema: Schema<unknown>,
): ExactSchema<Out, P> {
  return schema as ExactSchema<Out, P>;
}

/** A schema that is built on first use, so that importing the contract does no work. */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Out>(build: () => Schema<Out>): ExactSchema<Out> {
  return exact(z.lazy(build));
}

/**
 * Validates several fields of one object. Runs even if single fields are invalid. `reportOwn`
 * reports what the client rejects and the service does not, as far as its documentation says.
 */
export type CrossFieldRule<T> = (
  value: Partial<T>,
  report: (path: PropertyKey[], expected: string, drift?: boolean) => void,
  reportOwn: (path: PropertyKey[], expected: string) => void,
) => void;

/** The parameters of a check that only the client has: the sandbox does not apply it. */
export const clientRule = { clientRule: true } as const;

/** Rejects the fields of a schema that the interface does not have. */
type OnlyFields<T, Fields> = Fields & {
  readonly [K in Exclude<keyof Fields, keyof Shape<T>>]: "not a field of the interface";
};

/**
 * What a record is read for. Without these fields, or if they are malformed, the call rejects. All
 * other documented fields are drift: they are reported, and the response is returned as received.
 * A field is essential only if all objects around it are.
 */
export interface Essential<T> {
  readonly fields: readonly (keyof Named<T> & string)[];
  /** Fields that may be missing, but must be right if they are present. */
  readonly ifPresent?: readonly (keyof Named<T> & string)[];
  /** Those of `fields` that are drift in the form of a record. */
  driftIn?(record: Readonly<Record<string, unknown>>): readonly (keyof Named<T> & string)[];
  /** Lists of `fields`. What is essential in their items must be there, but may have any form. */
  readonly anyFormIn?: readonly (keyof Named<T> & string)[];
  /** A list of which one readable item is enough: the others are drift. */
  readonly oneReadable?: keyof Named<T> & string;
}

/** The essential fields of each record, by the object schema. */
export const essentialFields: WeakMap<
  z.core.$ZodType,
  Essential<Record<string, unknown>>
> = /* @__PURE__ */ new WeakMap();

/** Options of a record. */
interface RecordOptions<T> {
  readonly essential?: Essential<T>;
  readonly rule?: CrossFieldRule<T>;
}

/**
 * An object in a response. Unknown fields are kept. The variable declares the type:
 * `const Chain: ExactSchema<t.Chain> = record(() => ({ … }))`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function record<T extends object, Fields extends Shape<T>>(
  fields: () => OnlyFields<T, Fields>,
  { essential, rule }: RecordOptions<NoInfer<T>> = {},
): ExactSchema<T> {
  return typedAs(
    z.lazy(() => {
      const object = withRule(z.looseObject(fields()), rule);
      if (essential) essentialFields.set(object, essential);
      return object;
    }),
  );
}

/**
 * An object in a request. Unknown fields are rejected: a misspelt `minAmountOut` would turn a limit
 * order into a market order.
 */
/* @__NO_SIDE_EFFECTS__ */
export function request<T extends Closed<T>, Fields extends Shape<T>>(
  fields: () => OnlyFields<T, Fields>,
  rule?: CrossFieldRule<NoInfer<Given<T>>>,
): ExactSchema<T> {
  return typedAs(z.lazy(() => toRequest(z.strictObject(fields()), rule)));
}

/** An object in a request that is not fully documented. Unknown fields are sent unchecked. */
/* @__NO_SIDE_EFFECTS__ */
export function openRequest<T extends object, Fields extends Shape<T>>(
  fields: () => OnlyFields<T, Fields>,
  rule?: CrossFieldRule<Given<NoInfer<T>>>,
): ExactSchema<T> {
  return typedAs(z.lazy(() => toRequest(z.looseObject(fields()), rule)));
}

/** The objects in requests, for descriptions of the contract. */
export const requestObjects: WeakSet<z.core.$ZodType> = /* @__PURE__ */ new WeakSet();

function toRequest<T>(object: z.ZodMiniObject, rule: CrossFieldRule<T> | undefined) {
  const schema = withRule(withoutNulls(object), rule);
  requestObjects.add(schema);
  return schema;
}

/** Drops optional fields that are null: in a request, null means "not given". */
function withoutNulls(object: z.ZodMiniObject): z.ZodMiniObject {
  const optionalFields = Object.keys(object.shape).filter(
    (name) => object.shape[name]?._zod.optin === "optional",
  );
  return withCheck(object, (payload) => {
    if (!isObject(payload.value) || Array.isArray(payload.value)) return;
    const nulls = optionalFields.filter((name) => isNullField(payload.value, name));
    if (nulls.length === 0) return;
    // The value may be the caller's own object, so it is copied.
    const fields = Object.entries(payload.value).filter(([name]) => !nulls.includes(name));
    payload.value = Object.fromEntries(fields);
  });
}

function isNullField(value: unknown, name: string): boolean {
  return Object.hasOwn(value as object, name) && (value as Record<string, unknown>)[name] === null;
}

/** Adds a cross-field rule to an object schema. */
/* @__NO_SIDE_EFFECTS__ */
export function withRule<T>(object: z.ZodMiniObject, rule: CrossFieldRule<T> | undefined) {
  if (!rule) return object;
  return withCheck(object, (payload) => {
    const { value } = payload;
    if (!isObject(value) || Array.isArray(value)) return;
    const report = (path: PropertyKey[], message: string, params: Record<string, unknown>) => {
      payload.issues.push({ code: "custom", path, message, params, input: value, continue: true });
    };
    rule(
      value as Partial<T>,
      (path, message, drift = false) => report(path, message, { drift }),
      (path, message) => report(path, message, clientRule),
    );
  });
}

function withCheck(object: z.ZodMiniObject, check: (payload: z.core.ParsePayload) => void) {
  // `when` runs the check even if fields are invalid, so that one error lists every issue. For the
  // same reason no check of a field may abort.
  return object.check({
    _zod: { check, def: { check: "custom", when: () => true }, onattach: [] },
  });
}

/** The value, null or absent. */
/* @__NO_SIDE_EFFECTS__ */
export function maybe<T, P extends Presence>(
  schema: ExactSchema<T, P>,
): ExactSchema<Maybe<T>, "optional"> {
  return typedAs(z.nullish(schema));
}

/** A request field that may be omitted. Null is the same as omitted. */
export { maybe as optional };

/** The value or null. */
/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(schema: ExactSchema<T>): ExactSchema<T | null> {
  return exact(z.nullable(schema));
}

/** The service's defaults of optional request fields, for the reference and the sandbox. */
export const documentedDefaults: z.core.$ZodRegistry<{ value: string | number | boolean }> =
  /* @__PURE__ */ z.registry();

/** A request field that may be omitted. Its documented default is recorded, but not sent. */
/* @__NO_SIDE_EFFECTS__ */
export function defaulted<T>(
  schema: ExactSchema<T>,
  value: NoInfer<T> & (string | number | boolean),
): ExactSchema<Maybe<T>, "optional"> {
  const field = z.nullish(schema);
  documentedDefaults.add(field, { value });
  return typedAs(field);
}

/** A word from an open list. Every string is valid, so that new words do not break old versions. */
/* @__NO_SIDE_EFFECTS__ */
export function openWord<Word extends string>(): ExactSchema<Open<Word>> {
  return typedAs(z.string());
}

/** A word from an open list that the schema of a string restricts. */
/* @__NO_SIDE_EFFECTS__ */
export function openWordOf<Word extends string>(schema: Schema<string>): ExactSchema<Open<Word>> {
  return typedAs(z.lazy(() => schema));
}

/** The known words, and any other string: the service may add words. */
export type Open<Word extends string> = Word | (string & {});

/** The words that an open list names. */
export type KnownWord<T> = T extends string ? (string extends T ? never : T) : never;

/** A field that the service may omit or send as null. */
export type Maybe<T> = T | null | undefined;

/** A validated request: optional fields that were null are missing. */
export type Given<T> = T extends string | Date | readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: Given<Exclude<T[K], null>> }
    : T;

/** The named fields of an interface that also has an index signature. */
export type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };
