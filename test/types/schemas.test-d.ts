import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import {
  eitherOf,
  Flag,
  listOf,
  Num,
  OpenObject,
  Text,
} from "../../src/contract/shared/primitives.js";
import {
  type ExactSchema,
  exact,
  type Maybe,
  maybe,
  nullable,
  type Open,
  openRequest,
  openWord,
  optional,
  record,
  request,
  type Schema,
} from "../../src/contract/shared/schema.js";

interface Item {
  a: string;
  b?: Maybe<number>;
}
/** Has the same optional field as `OtherWeak`, so the two are assignable to each other. */
interface Weak {
  shared?: Maybe<string>;
  one?: Maybe<string>;
}
interface OtherWeak {
  shared?: Maybe<string>;
  two?: Maybe<string>;
}

const ItemSchema: ExactSchema<Item> = record(() => ({ a: Text, b: maybe(Num) }));
const WeakSchema: ExactSchema<Weak> = record(() => ({ shared: maybe(Text), one: maybe(Text) }));
const OtherWeakSchema: ExactSchema<OtherWeak> = record(() => ({
  shared: maybe(Text),
  two: maybe(Text),
}));
const OtherNested: ExactSchema<{ b: Weak }> = record(() => ({ b: WeakSchema }));
declare const ZodText: z.ZodMiniString<string>;

describe("the fields of a schema", () => {
  it("compile if they match the interface", () => {
    interface Complete {
      plain: string;
      either: string | number;
      nullable: string | null;
      maybe?: Maybe<string>;
      optional?: Maybe<boolean>;
      optionalNull?: number | null | undefined;
      word: Open<"KNOWN">;
      maybeWord?: Maybe<Open<"KNOWN">>;
      anything?: Maybe<unknown>;
      open?: Maybe<Record<string, unknown>>;
      item: Item;
      items?: Maybe<Item[]>;
      [field: string]: unknown;
    }
    const schema: ExactSchema<Complete> = record(() => ({
      plain: Text,
      either: eitherOf(Text, Num),
      nullable: nullable(Text),
      maybe: maybe(Text),
      optional: optional(Flag),
      optionalNull: optional(nullable(Num)),
      word: openWord<"KNOWN">(),
      maybeWord: maybe(openWord<"KNOWN">()),
      anything: maybe(exact<unknown>(ZodText)),
      open: optional(OpenObject),
      item: ItemSchema,
      items: maybe(listOf(ItemSchema)),
    }));
    expectTypeOf(schema).toExtend<Schema<Complete>>();
    expectTypeOf(schema.parse({})).toEqualTypeOf<Complete>();
  });

  it("match in null and undefined", () => {
    // @ts-expect-error the field may be null or absent
    record(() => ({ a: Text })) satisfies ExactSchema<{ a?: Maybe<string> }>;
    // @ts-expect-error the field is required
    record(() => ({ a: maybe(Text) })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error the field may be absent
    record(() => ({ a: Text })) satisfies ExactSchema<{ a?: string | undefined }>;
    // @ts-expect-error the field is required
    record(() => ({ a: optional(Text) })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error the field must be present, even if it is undefined
    record(() => ({ a: optional(Text) })) satisfies ExactSchema<{ a: string | undefined }>;
    // @ts-expect-error the field may be absent
    record(() => ({ a: nullable(Text) })) satisfies ExactSchema<{ a?: Maybe<string> }>;
    // @ts-expect-error the field must be present
    record(() => ({ a: maybe(Text) })) satisfies ExactSchema<{ a: string | null }>;
    // @ts-expect-error the field cannot be null
    record(() => ({ a: maybe(Text) })) satisfies ExactSchema<{ a?: string | undefined }>;
    // @ts-expect-error the field may be null
    record(() => ({ a: optional(Text) })) satisfies ExactSchema<{ a?: string | undefined }>;
  });

  it("match in type", () => {
    // @ts-expect-error a number
    record(() => ({ a: Text })) satisfies ExactSchema<{ a: number }>;
    // @ts-expect-error a string only
    record(() => ({ a: eitherOf(Text, Num) })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error a string or a number
    record(() => ({ a: Text })) satisfies ExactSchema<{ a: string | number }>;
    // @ts-expect-error a known type
    record(() => ({ a: exact<unknown>(ZodText) })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error an unknown type
    record(() => ({ a: Text })) satisfies ExactSchema<{ a: unknown }>;
    // @ts-expect-error hex
    record(() => ({ a: Text })) satisfies ExactSchema<{ a: `0x${string}` }>;
    // @ts-expect-error any string
    record(() => ({ a: exact({} as Schema<`0x${string}`>) })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error a closed list of words
    record(() => ({ a: openWord<"KNOWN">() })) satisfies ExactSchema<{ a: "KNOWN" }>;
    // @ts-expect-error an open list of words
    record(() => ({ a: exact({} as Schema<"KNOWN">) })) satisfies ExactSchema<{ a: Open<"KNOWN"> }>;
    // @ts-expect-error an open list of words, not any text
    record(() => ({ a: Text })) satisfies ExactSchema<{ a: Open<"KNOWN"> }>;
    // @ts-expect-error any text, not an open list of words
    record(() => ({ a: openWord<"KNOWN">() })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error a schema of Zod may be assignable without being of the same type
    record(() => ({ a: ZodText })) satisfies ExactSchema<{ a?: Maybe<string> }>;
  });

  it("are all there, and no others", () => {
    // @ts-expect-error b is missing
    record(() => ({ a: Text })) satisfies ExactSchema<Item>;
    // @ts-expect-error c is not a field
    record(() => ({ a: Text, b: maybe(Num), c: Text })) satisfies ExactSchema<Item>;
    // @ts-expect-error b is missing
    request(() => ({ a: Text })) satisfies ExactSchema<{ a: string; b?: string | undefined }>;
    // @ts-expect-error c is not a field
    request(() => ({ a: Text, c: Text })) satisfies ExactSchema<{ a: string }>;
    // @ts-expect-error b is missing
    openRequest(() => ({ a: Text })) satisfies ExactSchema<{
      a: string;
      b: string;
      [field: string]: unknown;
    }>;
    // @ts-expect-error a strict request has no other fields
    request(() => ({ a: Text })) satisfies ExactSchema<{ a: string; [field: string]: unknown }>;
  });

  it("match inside lists and objects", () => {
    // @ts-expect-error a list of nullable strings
    record(() => ({ a: listOf(Text) })) satisfies ExactSchema<{ a: (string | null)[] }>;
    // @ts-expect-error a list of strings
    record(() => ({ a: listOf(nullable(Text)) })) satisfies ExactSchema<{ a: string[] }>;
    // @ts-expect-error a readonly list
    record(() => ({ a: listOf(Text) })) satisfies ExactSchema<{ a: readonly string[] }>;
    // @ts-expect-error the items have one, not two
    record(() => ({ a: maybe(listOf(OtherWeakSchema)) })) satisfies ExactSchema<{
      a?: Maybe<Weak[]>;
    }>;
    // @ts-expect-error the items have two, not one
    record(() => ({ a: maybe(listOf(WeakSchema)) })) satisfies ExactSchema<{
      a?: Maybe<OtherWeak[]>;
    }>;
    // @ts-expect-error the object has one, not two
    record(() => ({ a: OtherWeakSchema })) satisfies ExactSchema<{ a: Weak }>;
    // @ts-expect-error the object has two, not one
    record(() => ({ a: WeakSchema })) satisfies ExactSchema<{ a: OtherWeak }>;
    // @ts-expect-error an object or a string
    record(() => ({ a: WeakSchema })) satisfies ExactSchema<{ a: Weak | string }>;
    // @ts-expect-error an object of one of two types
    record(() => ({ a: WeakSchema })) satisfies ExactSchema<{ a: Weak | OtherWeak }>;
    // @ts-expect-error the nested object has b
    record(() => ({ a: OtherNested })) satisfies ExactSchema<{ a: { b: Item } }>;
  });
});
