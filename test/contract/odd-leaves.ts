import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { isValid } from "../../src/contract/records/check.js";
import { fieldsOf, itemOf } from "../../src/contract/records/fields.js";
import type { Schema } from "../../src/contract/records/schema.js";
import { toZod } from "../../src/contract/records/to-zod.js";
import { visit } from "../../src/contract/records/visit.js";

const schemas = endpoints
  .flatMap((endpoint) =>
    (["params", "query", "body", "response"] as const).flatMap((part) => {
      const schema = (endpoint as unknown as { [part]?: Schema<unknown> })[part];
      return schema ? [{ name: endpoint.name, part, schema }] : [];
    }),
  )
  .map((each, index) => ({ ...each, index }));

class Throwing {
  [Symbol.toPrimitive](): never {
    throw new Error("was converted");
  }
}
const throwing = new Throwing();
const odd: readonly unknown[] = [5n, Symbol("odd"), throwing, Object.create(null), [], true, 0, ""];

/** A value with every field of a schema, whose leaves `next` gives. */
function fill(schema: Schema, next: () => unknown): unknown {
  const fields = fieldsOf(schema);
  if (fields.length > 0)
    return Object.fromEntries(fields.map(({ name, inner }) => [name, fill(inner, next)]));
  const item = itemOf(schema);
  return item ? [fill(item, next)] : next();
}

/**
 * Registers the tests. Of the mixtures of odd values, only each `nth` is tested. They take turns
 * over the schemas.
 */
export function testOddLeaves(nth: number): void {
  describe.each(schemas)(
    "the $part of $name with odd values in all fields",
    ({ schema, index }) => {
      // Rules over several fields run also if the fields are invalid, so that all issues are
      // reported.
      test.each([0, 1, 3])(
        "is judged without an exception, and as by Zod, in steps of %i",
        (step) => {
          const firsts = [...odd.keys()].filter(
            (first) => step === 0 || (first + index + step) % nth === 0,
          );
          expect(firsts).not.toHaveLength(0);
          for (const first of firsts) {
            let at = first;
            const next = () => {
              const value = odd[at % odd.length];
              at += step;
              return value;
            };
            const value = fill(schema, next);
            const isRight = toZod(schema).safeParse(value).success;
            expect(isValid(schema, value)).toBe(isRight);
            for (const options of [{ isStrict: true }, {}, { isRequest: true }])
              expect(visit(schema, value, { limit: 20, ...options }).issues.length === 0).toBe(
                isRight,
              );
          }
        },
      );
    },
  );
}
