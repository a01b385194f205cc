import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Schema } from "../../../src/contract/shared/schema.js";
import { deriveCheck } from "../../../src/http/validation/fast-validation.js";
import {
  expectNoneWronglyAccepted,
  responses,
  sample,
  withResponse,
} from "./fast-validation-inputs.js";

// `test/thorough` changes every part of every item.
describe("the fast validation accepts nothing that the schema rejects, in", () => {
  test.each(responses)("%s", (_, schema) => expectNoneWronglyAccepted(schema, false));
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
