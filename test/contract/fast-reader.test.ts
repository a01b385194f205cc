import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { deriveCheck } from "../../src/http/response/fast-validation.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { type Path, pathsOf, valueAt, without, withValue } from "./walk.js";

const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "text",
    0,
    -1,
    1.5,
    true,
    false,
    [],
    {},
    [null],
    [{}],
    { id: 137 },
    [[]],
    "137",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const fieldNames = fc.constantFrom(
  "addedLater",
  "id",
  "length",
  "constructor",
  "toString",
  "__proto__",
  "chain",
  "domain",
  "0",
  "",
);

interface Change {
  readonly kind: "remove" | "replace" | "add";
  readonly place: number;
  readonly name: string;
  readonly item: unknown;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("remove", "replace", "add"),
    place: fc.nat(),
    name: fieldNames,
    item: values,
  }),
  { minLength: 1, maxLength: 4 },
);

function apply(json: unknown, { kind, place, name, item }: Change): unknown {
  const paths: Path[] = [[], ...pathsOf(json)];
  const path = paths[place % paths.length] as Path;
  if (kind === "replace") return withValue(json, path, item);
  if (kind === "remove") return path.length === 0 ? json : without(json, path);
  const parent = valueAt(json, path);
  if (typeof parent !== "object" || parent === null) return json;
  return withValue(json, [...path, Array.isArray(parent) ? parent.length : name], item);
}

const answering = endpoints.filter((endpoint) => "response" in endpoint);

describe("the fast validation of a response", () => {
  describe.each(answering)("to $name", ({ name, response }) => {
    const schema = response as Schema<unknown>;
    const check = deriveCheck(schema);
    const { full, minimal } = fixtureOf(name);

    it("exists, because no schema changes what it reads", () => {
      expect(check).toBeTypeOf("function");
    });

    it("accepts the usual forms", () => {
      if (!check) return;
      for (const json of [full, minimal])
        expect(check(JSON.parse(JSON.stringify(json)))).toBe(true);
    });

    it("never accepts what the schema rejects or would change", () => {
      const property = fc.property(fc.boolean(), changes, (small, steps) => {
        if (!check) return;
        const json = steps.reduce(apply, JSON.parse(JSON.stringify(small ? minimal : full)));
        if (!check(json)) return;
        const result = schema.safeParse(json);
        expect(result).toEqual({ success: true, data: json });
      });
      // A failure names its seed; the same seed and path repeat it.
      fc.assert(property, { numRuns: 400 });
    });
  });
});

describe("the fast validation", () => {
  it.each(answering)(
    "agrees on $name with the schema in nearly all cases",
    ({ name, response }) => {
      const check = deriveCheck(response as Schema<unknown>);
      if (!check) return expect.unreachable();
      const property = fc.property(changes, (steps) => {
        const json = steps.reduce(apply, JSON.parse(JSON.stringify(fixtureOf(name).full)));
        const result = (response as Schema<unknown>).safeParse(json);
        // What Zod takes but hands over with a field less, one called __proto__, is for Zod to read.
        const taken = result.success && pathsOf(result.data).length === pathsOf(json).length;
        expect(check(json)).toBe(taken);
      });
      fc.assert(property, { numRuns: 200 });
    },
  );
});
