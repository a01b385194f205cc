/**
 * What a value must be, as data. The check, the explanation of an invalid value, the Zod schema and
 * the JSON schema derive from it, each in one file of this folder.
 */
export type Node =
  | TextNode
  | NumberNode
  | WordNode
  | ListNode
  | MapNode
  | ObjectNode
  | UnionNode
  | MaybeNode
  | EssentialNode
  | ConvertNode
  | CustomNode
  | { readonly kind: "boolean" }
  | { readonly kind: "anything" };

/** A string. All rules are applied, so that an error lists every issue. */
export interface TextNode {
  readonly kind: "text";
  readonly pattern?: RegExp;
  /** What the pattern requires, for messages. */
  readonly expected?: string;
  /** A malformed value of this form is reported, but rejects no response. */
  readonly readable?: RegExp;
  /** May not be empty. */
  readonly isFilled?: true;
  /** Of a string that is matched, because a pattern can take long. */
  readonly maxLength?: number;
  readonly rules?: readonly TextRule[];
  /** What is expected in place of a value that is no string. */
  readonly form?: string;
  /** The `format` of the JSON schema. */
  readonly format?: string;
}

/** A rule that is no pattern. */
export interface TextRule {
  readonly passes: (text: string) => boolean;
  readonly expected: string;
  /** Only the client has the rule, as far as the service's documentation says. */
  readonly isOwn?: true;
}

export interface NumberNode {
  readonly kind: "number";
  readonly min?: number;
  readonly max?: number;
  readonly isInteger?: true;
  readonly expected?: string;
  /** Another number is reported, but rejects no response. */
  readonly known?: { readonly passes: (value: number) => boolean; readonly expected: string };
}

/** A value from a closed list. */
export interface WordNode {
  readonly kind: "word";
  readonly words: readonly (string | number)[];
  /** What the words are, for messages. */
  readonly expected?: string;
}

export interface ListNode {
  readonly kind: "list";
  readonly item: Schema;
  /** What a list must have, if it may not be empty. */
  readonly expected?: string;
}

/** An object whose field names are data. */
export interface MapNode {
  readonly kind: "map";
  readonly item: Schema;
  readonly rule?: {
    readonly passes: (value: Readonly<Record<string, unknown>>) => boolean;
    readonly expected: string;
  };
}

/**
 * An object with fields. Unknown fields are kept in a `record` of a response, rejected in a
 * `request`, and sent unchecked in an `open request`. In requests, null means "not given".
 */
export interface ObjectNode {
  readonly kind: "record" | "request" | "open request";
  /** A function, so that importing the contract creates no schema. */
  readonly fields: () => Readonly<Record<string, Schema>>;
  readonly rule?: Rule<never>;
  /** The essential fields that this form of the record may lack. */
  readonly drift?: (value: Readonly<Record<string, unknown>>) => readonly string[];
  /** `{}` stands for none, too. */
  readonly orNone?: true;
}

/**
 * Validates several fields of one object. Runs even if single fields are invalid. `own`: only the
 * client has the rule. `drift`: the issue rejects no response.
 */
export type Rule<T> = (value: Partial<T>, report: ReportRule) => void;
export type ReportRule = (
  path: readonly (string | number)[],
  expected: string,
  kind?: "own" | "drift",
) => void;

/** One of several forms. With `by`, the word in this field names the form. */
export interface UnionNode {
  readonly kind: "union";
  readonly forms: readonly Schema[];
  readonly by?: string;
  readonly expected?: string;
}

export interface MaybeNode {
  readonly kind: "maybe";
  readonly inner: Schema;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  /** The service's default of an omitted request field. It is not sent. */
  readonly default?: string | number | boolean;
  /** What is sent for an omitted field. */
  readonly sends?: string | number | boolean;
  /** In a request, null is a value that is sent. */
  readonly keepsNull?: true;
  readonly isDeprecated?: true;
}

/** A field without which a response is useless. */
export interface EssentialNode {
  readonly kind: "essential";
  readonly inner: Schema;
  readonly how: EssentialKind;
}

/**
 * What a call needs of a field. The field is essential only if all objects around it are. All other
 * documented fields are drift: they are reported, and the response is returned as received.
 *
 * - `yes`: the call rejects if the field is missing or malformed.
 * - `if present`: the same, but the field may be missing.
 * - `items of any form`: a list. What is essential in its items must be there, in any form or null.
 * - `one readable`: a list. One item with all essential fields is enough.
 */
export type EssentialKind = "yes" | "if present" | "items of any form" | "one readable";

/** A request value that is converted before it is validated. */
export interface ConvertNode {
  readonly kind: "convert";
  readonly convert: (value: unknown) => unknown;
  readonly to: Schema;
}

/** A value that is no JSON, such as a function. Only options have such values. */
export interface CustomNode {
  readonly kind: "custom";
  readonly passes: (value: unknown) => boolean;
  readonly expected: string;
}

type Presence = "required" | "optional";

/** What a value of the type `T` must be. An object may omit a field whose schema is `optional`. */
export type Schema<T = unknown, P extends Presence = Presence> = Node & {
  readonly "~type"?: { readonly value: T; readonly presence: P };
};

/**
 * The schema of an object. `T` is an interface that is inferred from the same fields, so that it
 * has a name in messages and hovers.
 */
export interface ObjectSchema<T> extends ObjectNode {
  readonly fields: () => SchemasOf<T>;
  readonly rule?: Rule<T>;
  readonly "~type"?: { readonly value: T; readonly presence: "required" };
}

/** The same union, with the name of the alias that uses it in messages and hovers. */
export type NamedUnion<T> = T extends unknown ? T : never;

/** The schema of a word from a closed list. */
export interface WordSchema<Word extends string | number> extends WordNode {
  readonly words: readonly Word[];
  readonly "~type"?: { readonly value: Word; readonly presence: "required" };
}

/** The schema of each named field of `T`. */
type SchemasOf<T> = { readonly [K in NamedKeys<T>]: Schema<T[K]> };
type NamedKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: K } & keyof T & string;

/** The type of a schema's values. */
export type TypeOf<S> = S extends { readonly "~type"?: { readonly value: infer T } } ? T : never;

type FieldsFunction = () => Readonly<Record<string, Schema>>;
type IsOptional<S> = S extends { readonly "~type"?: { readonly presence: "optional" } }
  ? true
  : false;

/** The fields that a function declares, with their comments. */
export type FieldsOf<F extends FieldsFunction> = FieldTypes<ReturnType<F>>;
type FieldTypes<F> = {
  -readonly [K in keyof F as IsOptional<F[K]> extends true ? never : K]: TypeOf<F[K]>;
} & { -readonly [K in keyof F as IsOptional<F[K]> extends true ? K : never]?: TypeOf<F[K]> };

/** The known words of an open list, and any other string: the service may add words. */
export type Open<Word extends string> = Word | (string & {});
/** The words that an open list names. */
export type KnownWord<T> = T extends string ? (string extends T ? never : T) : never;
/** A field that may be null or absent. */
export type Maybe<T> = T | null | undefined;
/** A validated request: null is missing, except with `keepsNull`, which this type does not show. */
export type Given<T> = T extends string | Date | readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: Given<Exclude<T[K], null>> }
    : T;

/** A field of a response without which the call rejects. */
export function essential<T, P extends Presence>(
  inner: Schema<T, P>,
  how: EssentialKind = "yes",
): Schema<T, P> {
  return { kind: "essential", inner, how };
}

/** The value, null or absent. */
export function maybe<T>(
  inner: Schema<T>,
  more?: Pick<MaybeNode, "keepsNull" | "isDeprecated">,
): Schema<Maybe<T>, "optional"> {
  return { kind: "maybe", inner, isNullable: true, isOptional: true, ...more };
}

/** A request field that may be omitted. Its documented default is recorded, but not sent. */
export function defaulted<T>(
  inner: Schema<T>,
  value: NoInfer<T> & (string | number | boolean),
): Schema<Maybe<T>, "optional"> {
  return { kind: "maybe", inner, isNullable: true, isOptional: true, default: value };
}

/** A request field that may be omitted. A value is sent nevertheless. */
export function sentByDefault<T>(
  inner: Schema<T>,
  value: NoInfer<T> & (string | number | boolean),
): Schema<Maybe<T>, "optional"> {
  return { kind: "maybe", inner, isNullable: true, isOptional: true, sends: value };
}

/** A string that matches a pattern. */
export function text<T extends string = string>(pattern: RegExp, expected: string): Schema<T> {
  return { kind: "text", pattern, expected };
}

/** A number between two bounds, both included. */
export function numberFrom(
  min: number,
  max: number,
  expected = `a number from ${min} to ${max}`,
): Schema<number> {
  return { kind: "number", min, max, expected };
}

/** A whole number between two bounds, both included. */
export function integerFrom(min: number, max: number): Schema<number> {
  const expected = `a whole number from ${min} to ${max}`;
  return { kind: "number", min, max, isInteger: true, expected };
}

/** A word from a closed list. */
export function oneOf<const Word extends string>(...words: Word[]): Schema<Word> {
  return { kind: "word", words };
}

/** A word from an open list. Every string is valid, so that new words break no old version. */
export function openWord<Word extends string>(): Schema<Open<Word>> {
  return { kind: "text" };
}

export function listOf<T>(item: Schema<T>): Schema<T[]> {
  return { kind: "list", item };
}

/** A list in a request. */
export function readonlyListOf<T>(item: Schema<T>): Schema<readonly T[]> {
  return { kind: "list", item };
}

/** A list in a request that may not be empty. */
export function filledListOf<T>(item: Schema<T>, expected: string): Schema<readonly T[]> {
  return { kind: "list", item, expected };
}

/** One value, or a list that is not empty. Sent as a list. */
export function oneOrMore<T>(item: Schema<T>): Schema<T | readonly T[]> {
  const convert = (value: unknown) => (Array.isArray(value) ? value : [value]);
  return { kind: "convert", convert, to: filledListOf(item, "at least one value") };
}

/** An object whose field names are data. */
export function mapOf<T>(item: Schema<T>): Schema<Record<string, T>> {
  return { kind: "map", item };
}

/** An object whose fields are not checked. */
export function openRecord<T extends object>(): Schema<T> {
  return { kind: "map", item: { kind: "anything" } };
}

/** A word from an open list that may not be empty. */
export function filledWord<Word extends string>(): Schema<Open<Word>> {
  return { kind: "text", isFilled: true };
}

/** One of two forms. */
export function eitherOf<A, B>(first: Schema<A>, second: Schema<B>): Schema<A | B> {
  return { kind: "union", forms: [first, second] };
}
