import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../../../src/contract/endpoints.js";
import type { Schema } from "../../../src/contract/shared/schema.js";
import { deriveCheck } from "../../../src/http/validation/fast-validation.js";

/** One of them is valid for every pattern of the contract. */
const texts = ["text", "1.5", "17", `0x${"1".repeat(40)}`, `0x${"2".repeat(64)}`, "https://a.b"];

/** A valid value with every field of the schema. */
function sample(schema: z.core.$ZodType): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "string":
      return texts.find((text) => (schema as Schema<unknown>).safeParse(text).success);
    case "number":
      return 1;
    case "boolean":
      return true;
    case "nullable":
    case "optional":
    case "default":
      return sample(def.innerType);
    case "lazy":
      return sample((schema as z.core.$ZodLazy)._zod.innerType);
    case "pipe":
      return sample(def.in);
    case "array":
      return [sample(def.element), sample(def.element)];
    case "record":
      return { any: sample(def.valueType) };
    case "union":
      return sample(def.options[0] as z.core.$ZodType);
    case "enum":
      return Object.values(def.entries)[0];
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, sample(field as z.core.$ZodType)]),
      );
    default:
      return { anything: 1 };
  }
}

const wrong = [
  undefined,
  null,
  "",
  "x",
  0,
  -1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  [],
  [1],
  {},
  { a: 1 },
  [null],
  [{}],
];

/** Copies of the value with one part replaced, removed or added. */
function* mutate(value: unknown): Generator<unknown> {
  yield* wrong;
  if (typeof value !== "object" || value === null) return;
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    for (const other of mutate(item)) {
      yield Array.isArray(value)
        ? Object.assign([...value], { [name]: other })
        : { ...value, [name]: other };
    }
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
  }
  yield { ...value, unknownField: { more: [1] } };
}

const withResponse = endpoints.filter(
  (endpoint) => "response" in endpoint && endpoint.response !== undefined,
);

describe("the fast validation accepts nothing that the schema rejects, in", () => {
  test.each(
    withResponse.map((endpoint) => [endpoint.name, endpoint.response as Schema<unknown>] as const),
  )("%s", (_name, schema) => {
    const check = deriveCheck(schema) as (value: unknown) => boolean;
    const whole = sample(schema);
    const wronglyTaken: string[] = [];
    let taken = 0;
    let refused = 0;
    for (const value of [whole, ...mutate(whole)]) {
      if (!check(value)) {
        refused++;
        continue;
      }
      taken++;
      if (!schema.safeParse(value).success) wronglyTaken.push(JSON.stringify(value));
    }
    expect(wronglyTaken).toEqual([]);
    expect(check(JSON.parse(JSON.stringify(whole)))).toBe(schema.safeParse(whole).success);
    expect(taken).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

test("accepts only values that Zod does not change", () => {
  for (const endpoint of withResponse) {
    const schema = endpoint.response as Schema<unknown>;
    const check = deriveCheck(schema);
    const value = JSON.parse(JSON.stringify(sample(schema)));
    const data = check?.(value) ? schema.parse(value) : value;
    expect(data, endpoint.name).toEqual(value);
  }
});

test("exists for every response of the contract", () => {
  for (const endpoint of withResponse)
    expect(deriveCheck(endpoint.response as Schema<unknown>), endpoint.name).toBeDefined();
});

test.each<[string, z.core.$ZodType, unknown[]]>([
  ["an inclusive minimum", z.number().check(z.minimum(1)), [0, 0.9, 1, 1.1]],
  ["an inclusive maximum", z.number().check(z.maximum(1)), [0.9, 1, 1.1, 2]],
  ["an exclusive minimum", z.number().check(z.gt(1)), [0, 0.9, 1, 1.1]],
  ["an exclusive maximum", z.number().check(z.lt(1)), [0.9, 1, 1.1, 2]],
  ["a value that may be null", z.nullable(z.string()), [undefined, null, "a", 1]],
  ["a value that may be missing", z.optional(z.string()), [undefined, null, "a", 1]],
  ["a value that may be null or missing", z.nullish(z.string()), [undefined, null, "a", 1]],
  ["a minimum length", z.string().check(z.minLength(2)), ["", "a", "ab", "abc"]],
])("accepts the same values as Zod: %s", (_, schema, values) => {
  const check = deriveCheck(schema) as (value: unknown) => boolean;
  const isValid = (value: unknown) => z.safeParse(schema, value).success;
  expect(values.map(check)).toEqual(values.map(isValid));
});

test.each<[string, z.core.$ZodType]>([
  ["keys from a list", z.record(z.enum(["a", "b"]), z.number())],
  ["keys with a check", z.record(z.string().check(z.minLength(2)), z.number())],
  ["values with a default", z.record(z.string(), z._default(z.number(), 1))],
])("leaves records to Zod that have %s", (_, schema) => {
  expect(deriveCheck(schema)).toBeUndefined();
});
