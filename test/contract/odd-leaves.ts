import { describe, expect, test } from "vitest";
import type { core } from "zod/mini";
import { endpoints } from "../../src/contract/endpoints.js";
import { elementOf, fieldsOf } from "../../src/contract/shared/read-schema.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { explain } from "../../src/http/validation/explain.js";

const schemas = endpoints
  .flatMap((endpoint) =>
    (["params", "query", "body", "response"] as const).flatMap((part) => {
      const schema = (endpoint as unknown as { [part]?: Schema<unknown> })[part];
      return schema ? [{ name: endpoint.name, part, schema }] : [];
    }),
  )
  .map((each, index) => ({ ...each, index }));

const throwing = {
  [Symbol.toPrimitive]: () => {
    throw new Error("was converted");
  },
};
const odd: readonly unknown[] = [5n, Symbol("odd"), throwing, Object.create(null), [], true, 0, ""];

/** A value with every field of a schema, whose leaves `next` gives. */
function fill(schema: core.$ZodType, next: () => unknown): unknown {
  const fields = fieldsOf(schema);
  if (fields)
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, fill(field, next)]),
    );
  const element = elementOf(schema);
  return element ? [fill(element, next)] : next();
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
      test.each([0, 1, 3])("is judged without an exception, in steps of %i", (step) => {
        const firsts = [...odd.keys()].filter(
          (first) => step === 0 || (first + index + step) % nth === 0,
        );
        expect(firsts).not.toHaveLength(0);
        const judgeAll = () => {
          for (const first of firsts) {
            let at = first;
            const next = () => {
              const value = odd[at % odd.length];
              at += step;
              return value;
            };
            const value = fill(schema, next);
            const limit = Number.POSITIVE_INFINITY;
            schema.safeParse(value, { reportInput: true });
            explain(schema, value, { limit, isStrict: true });
            explain(schema, value, { limit, byField: true });
          }
        };
        expect(judgeAll).not.toThrow();
      });
    },
  );
}
