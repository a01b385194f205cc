import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type * as schemas from "../../src/contract/index.js";
import {
  defaulted,
  eitherOf,
  essential,
  type FieldsOf,
  listOf,
  type Maybe,
  maybe,
  numberFrom,
  type ObjectSchema,
  type Open,
  oneOf,
  openWord,
  type Schema,
  sentByDefault,
  type TypeOf,
  type WordSchema,
} from "../../src/contract/records/schema.js";
import {
  Anything,
  Flag,
  Hash,
  Num,
  OpenObject,
  Text,
} from "../../src/contract/shared/primitives.js";
import type { Hex, SwapQuote, SwapQuoteRequest } from "../../src/index.js";

const itemFields = () => ({ a: Text, b: maybe(Num) });
interface Item extends FieldsOf<typeof itemFields> {}
const Item: ObjectSchema<Item> = { kind: "record", fields: itemFields };

const completeFields = () => ({
  plain: Text,
  needed: essential(Hash),
  either: eitherOf(Text, Num),
  maybe: maybe(Text),
  neededIfPresent: essential(maybe(Text), "if present"),
  defaulted: defaulted(numberFrom(1, 2), 1),
  sent: sentByDefault(Flag, true),
  word: openWord<"KNOWN">(),
  closed: oneOf("A", "B"),
  anything: Anything,
  open: maybe(OpenObject),
  item: Item,
  items: maybe(listOf(Item)),
});

describe("the type that is inferred from fields", () => {
  it("has the type and the presence of each field", () => {
    interface Complete {
      plain: string;
      needed: Hex;
      either: string | number;
      maybe?: Maybe<string>;
      neededIfPresent?: Maybe<string>;
      defaulted?: Maybe<number>;
      sent?: Maybe<boolean>;
      word: Open<"KNOWN">;
      closed: "A" | "B";
      anything?: unknown;
      open?: Maybe<Record<string, unknown>>;
      item: Item;
      items?: Maybe<Item[]>;
    }
    type Flat<T> = { [K in keyof T]: T[K] };
    expectTypeOf<Flat<FieldsOf<typeof completeFields>>>().toEqualTypeOf<Flat<Complete>>();
    expectTypeOf<TypeOf<ReturnType<typeof completeFields>["item"]>>().toEqualTypeOf<Item>();
  });
});

describe("the schema of an object", () => {
  it("has every field of its type, and fields of these types", () => {
    ({ kind: "record", fields: itemFields }) satisfies ObjectSchema<Item>;
    // @ts-expect-error b is missing
    ({ kind: "record", fields: () => ({ a: Text }) }) satisfies ObjectSchema<Item>;
    // @ts-expect-error a is a string
    ({ kind: "record", fields: () => ({ a: Num, b: maybe(Num) }) }) satisfies ObjectSchema<Item>;
    // @ts-expect-error b cannot be text
    ({ kind: "record", fields: () => ({ a: Text, b: maybe(Text) }) }) satisfies ObjectSchema<Item>;
    ({
      kind: "request",
      fields: itemFields,
      rule: ({ a, b }) => {
        expectTypeOf(a).toEqualTypeOf<string | undefined>();
        expectTypeOf(b).toEqualTypeOf<Maybe<number>>();
      },
    }) satisfies ObjectSchema<Item>;
  });

  it("may not have words of another list", () => {
    // @ts-expect-error C is no word of the type
    ({ kind: "word", words: ["A", "C"] }) satisfies WordSchema<"A" | "B">;
  });

  it("has one type only", () => {
    // @ts-expect-error a string is no number
    Text satisfies Schema<number>;
    // @ts-expect-error an open word is no closed word
    openWord<"A">() satisfies Schema<"A">;
    // @ts-expect-error a list of text is no list of numbers
    listOf(Text) satisfies Schema<number[]>;
  });
});

describe("bursar/schemas", () => {
  it("has Zod schemas of the types of the root entry", () => {
    expectTypeOf<z.infer<typeof schemas.SwapQuote>>().toEqualTypeOf<SwapQuote>();
    expectTypeOf<z.infer<typeof schemas.SwapQuoteRequest>>().toEqualTypeOf<SwapQuoteRequest>();
    expectTypeOf<z.infer<typeof schemas.Hash>>().toEqualTypeOf<Hex>();
  });
});
