import { expect } from "vitest";
import type * as z from "zod/mini";
import { endpoints } from "../../../src/contract/endpoints.js";
import type { Schema } from "../../../src/contract/shared/schema.js";
import { deriveCheck } from "../../../src/http/validation/fast-validation.js";

/** One of them is valid for every pattern of the contract. */
const texts = ["text", "1.5", "17", `0x${"1".repeat(40)}`, `0x${"2".repeat(64)}`, "https://a.b"];

/** A valid value with every field of the schema. */
export function sample(schema: z.core.$ZodType): unknown {
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

/**
 * Replaces the value in its holder, and then each of its parts, one at a time. It changes the parts
 * of list items after the first only if `isFull`.
 */
function* mutate(
  holder: Record<string, unknown>,
  name: string,
  isFull: boolean,
  hasParts = true,
): Generator<void> {
  const value = holder[name];
  const parts = typeof value === "object" && value !== null ? (value as typeof holder) : {};
  const others: unknown[] = [...wrong];
  for (const part of Object.keys(parts)) {
    const { [part]: _, ...rest } = parts;
    others.push(rest);
  }
  if (parts === value) others.push({ ...parts, unknownField: { more: [1] } });
  for (const other of others) {
    holder[name] = other;
    yield;
  }
  holder[name] = value;
  if (!hasParts) return;
  for (const part of Object.keys(parts))
    yield* mutate(parts, part, isFull, isFull || part === "0" || !Array.isArray(value));
}

export const withResponse = endpoints.filter(
  (endpoint) => "response" in endpoint && endpoint.response !== undefined,
);

/** Each response of the contract: the name of its operation, and the schema. */
export const responses = withResponse.map(
  ({ name, response }) => [name, response as Schema<unknown>] as const,
);

/** Asserts that the fast validation accepts nothing that the schema rejects. */
export function expectNoneWronglyAccepted(schema: Schema<unknown>, isFull: boolean): void {
  const check = deriveCheck(schema) as (value: unknown) => boolean;
  const root = { value: sample(schema) };
  const whole = JSON.parse(JSON.stringify(root.value));
  expect(check(root.value)).toBe(schema.safeParse(root.value).success);
  const wronglyTaken: string[] = [];
  let taken = 0;
  let refused = 0;
  for (const _ of mutate(root, "value", isFull)) {
    const { value } = root;
    if (!check(value)) {
      refused++;
      continue;
    }
    taken++;
    if (!schema.safeParse(value).success) wronglyTaken.push(JSON.stringify(value));
  }
  expect(wronglyTaken).toEqual([]);
  expect(root.value).toEqual(whole);
  expect(check(whole)).toBe(schema.safeParse(whole).success);
  expect(taken).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
}
