import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { core } from "zod/mini";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { deriveCheck } from "../../src/http/validation/fast-validation.js";
import { bitcoin, hash, owner, wallet } from "../support/fixtures/values.js";
import { chooseSeed } from "../support/random-runs.js";

/**
 * The parts of a request that go into the URL and have a fast check. A schema that changes its
 * input has none. Zod alone validates bodies.
 */
export const parts = endpoints.flatMap((endpoint) =>
  (["params", "query"] as const).flatMap((part) => {
    const schema = (endpoint as unknown as { [part]?: Schema<unknown> })[part];
    const check = schema && deriveCheck(schema);
    return check ? [{ name: endpoint.name, part, schema, check }] : [];
  }),
);

const wrongChecksum = `${owner.slice(0, -1)}${owner.at(-1) === "0" ? "1" : "0"}`;
const texts = [
  "",
  "text",
  "17",
  "-1",
  "1e3",
  "0x",
  "a b&c",
  owner,
  owner.toLowerCase(),
  wrongChecksum,
  wallet,
  hash,
  bitcoin.segwit,
  bitcoin.taproot,
];
const words = [
  "COMPLETED",
  "SWAP",
  "FAILED",
  "USD",
  "true",
  "createdAt",
  "2026-01-31T12:00:00Z",
  "2026-02-30T12:00:00Z",
];
const others = [
  0,
  1,
  -1,
  25,
  100,
  101,
  0.5,
  137,
  138,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e21,
  true,
  false,
  null,
  undefined,
  {},
  [],
  5n,
];
const lists = [
  [137],
  [0, 137],
  [138],
  ["SWAP"],
  ["SWAP", ""],
  [owner],
  [null],
  new Date(0),
  new Date(Number.NaN),
];
export const requestValues = fc.constantFrom<unknown>(...texts, ...words, ...others, ...lists);

export function fieldNamesOf(schema: Schema<unknown>): string[] {
  const { def } = (schema as unknown as core.$ZodLazy)._zod.innerType._zod as {
    def: Partial<core.$ZodObjectDef>;
  };
  return Object.keys(def.shape ?? {});
}

/** Registers a test per part of a request, each with this number of random values. */
export function testFastRequests(numRuns: number): void {
  describe.each(parts)("the fast check of the $part of $name", ({ schema, check }) => {
    const fields = fc.constantFrom(...fieldNamesOf(schema), "misspelt", "__proto__", "constructor");

    it("never accepts what the schema rejects or would change", () => {
      const property = fc.property(
        fc.uniqueArray(fc.tuple(fields, requestValues), {
          selector: ([name]) => name,
          maxLength: 5,
        }),
        (entries) => {
          const value: unknown = Object.fromEntries(entries);
          const unchanged = { success: true, data: value };
          expect(check(value) ? schema.safeParse(value) : unchanged).toEqual(unchanged);
        },
      );
      fc.assert(property, { numRuns, seed: chooseSeed() });
    });
  });
}
