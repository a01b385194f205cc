import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { explain } from "../../src/http/validation/explain.js";
import type { ZodIssue } from "../../src/http/validation/explanation.js";
import { fromZodIssues } from "../../src/http/validation/issues.js";
import { findEssentialIssues } from "../http/response/essential-by-path.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { fieldNamesOf, requestValues } from "./fast-request.js";
import { apply, changes, copyOf, withResponse } from "./fast-response.js";

const limit = Number.POSITIVE_INFINITY;
const format = (issues: readonly ZodIssue[]) => fromZodIssues(issues, { hideValues: false });

function issuesOfZod(schema: Schema<unknown>, value: unknown): readonly ZodIssue[] {
  return schema.safeParse(value, { reportInput: true }).error?.issues ?? [];
}

function issuesOf(explained: ReturnType<typeof explain>): readonly ZodIssue[] {
  return "data" in explained ? [] : explained.issues;
}

/** Compares `explain` with Zod, for so many random values per record. */
export function testExplain(numRuns: number): void {
  const run = (property: fc.IProperty<never>) =>
    fc.assert(property as fc.IProperty<unknown>, { numRuns, seed: chooseSeed() });

  describe.each(withResponse)("a changed response of $name", ({ name, schema }) => {
    const { full, minimal } = fixtureOf(name);

    test("has the issues that Zod finds, in the same order, and the same of them are essential", () => {
      const property = fc.property(fc.boolean(), changes, (small, steps) => {
        const json = steps.reduce(apply, copyOf(small ? minimal : full));
        const found = issuesOfZod(schema, json);
        const strict = explain(schema, json, { limit, isStrict: true });
        expect(format(issuesOf(strict))).toEqual(format(found));
        const essential = findEssentialIssues(schema, json, found);
        const explained = explain(schema, json, { limit, byField: true });
        expect("rejects" in explained && explained.rejects).toBe(essential.length > 0);
        const asText = (issues: readonly ZodIssue[]) =>
          format(issues).map((issue) => JSON.stringify(issue));
        expect(asText(issuesOf(explained)).sort()).toEqual(asText(found).sort());
        if (essential.length > 0)
          expect(asText(essential)).toContain(asText(issuesOf(explained))[0]);
      });
      run(property as never);
    });
  });

  const requests = endpoints.flatMap((endpoint) =>
    (["params", "query", "body"] as const).flatMap((part) => {
      const schema = (endpoint as unknown as { [part]?: Schema<unknown> })[part];
      return schema ? [{ name: endpoint.name, part, schema }] : [];
    }),
  );
  describe.each(requests)("the $part of a request of $name", ({ schema }) => {
    const names = fc.constantFrom(...fieldNamesOf(schema), "misspelt", "__proto__", "constructor");

    test("has the issues that Zod finds, in the same order, or the data of Zod", () => {
      const entries = fc.uniqueArray(fc.tuple(names, requestValues), {
        selector: ([name]) => name,
        maxLength: 8,
      });
      const property = fc.property(
        fc.oneof(entries.map(Object.fromEntries), requestValues),
        (value) => {
          const explained = explain(schema, value, { limit, isStrict: true });
          const { success, data } = schema.safeParse(value);
          if (success) expect(explained).toEqual({ data });
          expect(format(issuesOf(explained))).toEqual(format(issuesOfZod(schema, value)));
        },
      );
      run(property as never);
    });
  });
}
