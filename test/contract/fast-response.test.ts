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

const withResponse = endpoints
  .filter((endpoint) => "response" in endpoint)
  .map(({ name, response }) => {
    const schema = response as Schema<unknown>;
    return { name, schema, check: deriveCheck(schema) };
  });

/** A copy without shared objects. */
const copyOf = (json: unknown): unknown => JSON.parse(JSON.stringify(json));

// A failure names its seed. The same seed and path repeat it.
describe.each(withResponse)("the fast check of a response of $name", ({ name, schema, check }) => {
  const { full, minimal } = fixtureOf(name);
  const passes = (json: unknown): boolean => (check ? check(json) : expect.unreachable());

  it("exists, because no schema changes its input", () => {
    expect(check).toBeTypeOf("function");
  });

  it("accepts the fixtures", () => {
    expect(passes(copyOf(full))).toBe(true);
    expect(passes(copyOf(minimal))).toBe(true);
  });

  it("never accepts what the schema rejects or would change", () => {
    let accepted = 0;
    const property = fc.property(fc.boolean(), changes, (small, steps) => {
      const json = steps.reduce(apply, copyOf(small ? minimal : full));
      const unchanged = { success: true, data: json };
      const isAccepted = passes(json);
      if (isAccepted) accepted++;
      expect(isAccepted ? schema.safeParse(json) : unchanged).toEqual(unchanged);
    });
    fc.assert(property, { numRuns: 400 });
    expect(accepted).toBeGreaterThan(0);
  });

  it("accepts what the schema accepts without a change", () => {
    const property = fc.property(changes, (steps) => {
      const json = steps.reduce(apply, copyOf(full));
      const result = schema.safeParse(json);
      // Zod drops a field called __proto__, so the full validation reads such a value.
      const isUnchanged = result.success && pathsOf(result.data).length === pathsOf(json).length;
      expect(passes(json)).toBe(isUnchanged);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
