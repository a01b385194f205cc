import fc from "fast-check";
import { expect } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { deriveCheck } from "../../src/http/validation/fast-validation.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { chooseSeed } from "../support/random-runs.js";
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

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("remove", "replace", "add"),
    place: fc.nat(),
    name: fieldNames,
    item: values,
  }),
  { minLength: 1, maxLength: 4 },
);

export function apply(json: unknown, { kind, place, name, item }: Change): unknown {
  const paths: Path[] = [[], ...pathsOf(json)];
  const path = paths[place % paths.length] as Path;
  if (kind === "replace") return withValue(json, path, item);
  if (kind === "remove") return path.length === 0 ? json : without(json, path);
  const parent = valueAt(json, path);
  if (typeof parent !== "object" || parent === null) return json;
  return withValue(json, [...path, Array.isArray(parent) ? parent.length : name], item);
}

export const withResponse = endpoints
  .filter((endpoint) => "response" in endpoint)
  .map(({ name, response }) => {
    const schema = response as Schema<unknown>;
    return { name, schema, check: deriveCheck(schema) };
  });

/** A copy without shared objects. */
export const copyOf = (json: unknown): unknown => JSON.parse(JSON.stringify(json));

export type Validated = (typeof withResponse)[number];

export const passes = ({ check }: Validated, json: unknown): boolean =>
  check ? check(json) : expect.unreachable();

/**
 * Asserts that the fast check accepts no changed response that the schema rejects or would change.
 * Returns how many it accepts.
 */
export function expectNoneWronglyAccepted(validated: Validated, numRuns: number): number {
  const { full, minimal } = fixtureOf(validated.name);
  let accepted = 0;
  const property = fc.property(fc.boolean(), changes, (small, steps) => {
    const json = steps.reduce(apply, copyOf(small ? minimal : full));
    const unchanged = { success: true, data: json };
    const isAccepted = passes(validated, json);
    if (isAccepted) accepted++;
    expect(isAccepted ? validated.schema.safeParse(json) : unchanged).toEqual(unchanged);
  });
  fc.assert(property, { numRuns, seed: chooseSeed() });
  return accepted;
}

/** Asserts that the fast check accepts the changed responses that the schema accepts unchanged. */
export function expectNoneWronglyRejected(validated: Validated, numRuns: number): void {
  const { full } = fixtureOf(validated.name);
  const property = fc.property(changes, (steps) => {
    const json = steps.reduce(apply, copyOf(full));
    const result = validated.schema.safeParse(json);
    // Zod drops a field called __proto__, so the full validation reads such a value.
    const isUnchanged = result.success && pathsOf(result.data).length === pathsOf(json).length;
    expect(passes(validated, json)).toBe(isUnchanged);
  });
  fc.assert(property, { numRuns, seed: chooseSeed() });
}
