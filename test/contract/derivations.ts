import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { isValid } from "../../src/contract/records/check.js";
import { fieldsOf } from "../../src/contract/records/fields.js";
import type { Schema } from "../../src/contract/records/schema.js";
import { toZod } from "../../src/contract/records/to-zod.js";
import { visit } from "../../src/contract/records/visit.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { apply, changes, requestValues } from "./changed-values.js";
import { findEssentialIssues, listIssues } from "./essential-by-path.js";

const all = endpoints as readonly Endpoint[];
export const responses = all.flatMap(({ name, response }) =>
  response ? [{ name: name as Parameters<typeof fixtureOf>[0], schema: response as Schema }] : [],
);
export const requests = all.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name, part, schema: schema as Schema }] : [],
  ),
);

const copyOf = (json: unknown): unknown => JSON.parse(JSON.stringify(json));
const limit = Number.POSITIVE_INFINITY;

/** Each issue of Zod is at a found issue or around it, and the other way round. */
function expectSamePlaces(schema: Schema, value: unknown, found: readonly (readonly unknown[])[]) {
  const zod = toZod(schema).safeParse(value).error?.issues ?? [];
  const isAround = (outer: readonly unknown[], inner: readonly unknown[]) =>
    outer.every((key, i) => key === inner[i]);
  const places = zod.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path],
  );
  expect(places.filter((place) => !found.some((path) => isAround(place, path)))).toEqual([]);
  expect(found.filter((path) => !places.some((place) => isAround(place, path)))).toEqual([]);
}

/** Compares what derives from each record, for so many random values per record. */
export function testDerivations(numRuns: number): void {
  const run = (property: fc.IProperty<never>) =>
    fc.assert(property as fc.IProperty<unknown>, { numRuns, seed: chooseSeed() });

  describe.each(responses)("a changed response of $name", ({ name, schema }) => {
    const { full, minimal } = fixtureOf(name);

    test("has one verdict, by the check, the visit and Zod, and the same essential issues", () => {
      const property = fc.property(fc.boolean(), changes, (small, steps) => {
        const json = steps.reduce(apply, copyOf(small ? minimal : full));
        const issues = listIssues(schema, json);
        const zod = toZod(schema).safeParse(json);
        expect([isValid(schema, json), zod.success]).toEqual([!issues.length, !issues.length]);
        if (zod.success) expect(zod.data).toEqual(json);
        expectSamePlaces(
          schema,
          json,
          issues.map(({ path }) => path),
        );
        const essential = findEssentialIssues(schema, json, issues);
        const visited = visit(schema, json, { limit });
        expect(visited.rejects).toBe(essential.length > 0);
        expect(visited.data).toBe(json);
        if (essential.length > 0)
          expect(essential.map(({ path }) => path)).toContainEqual(visited.issues[0]?.path);
      });
      run(property as never);
    });
  });

  describe.each(requests)("the $part of a request of $name", ({ schema }) => {
    const names = fc.constantFrom(
      ...fieldsOf(schema).map((field) => field.name),
      ...["misspelt", "constructor"],
    );

    test("has one verdict, by the check, the visit and Zod, and is sent as one value", () => {
      const entries = fc.uniqueArray(fc.tuple(names, requestValues), {
        selector: ([name]) => name,
        maxLength: 8,
      });
      const property = fc.property(
        fc.oneof(entries.map(Object.fromEntries), requestValues),
        (value) => {
          const { issues, data } = visit(schema, value, { limit, isRequest: true });
          const zod = toZod(schema).safeParse(value);
          expect([isValid(schema, value), zod.success]).toEqual([!issues.length, !issues.length]);
          if (zod.success) expect(data).toEqual(zod.data);
          expectSamePlaces(
            schema,
            value,
            issues.map(({ path }) => path),
          );
        },
      );
      run(property as never);
    });
  });
}
