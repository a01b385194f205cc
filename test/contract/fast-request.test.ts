import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { core } from "zod/mini";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Schema } from "../../src/contract/shared/schema.js";
import { deriveCheck } from "../../src/http/response/fast-validation.js";
import { bitcoin, hash, owner, wallet } from "../support/fixtures/values.js";

/** Where the fast check looks at requests too: what goes into the address. Bodies are read by Zod alone. */
const parts = endpoints.flatMap((endpoint) =>
  (["params", "query"] as const).flatMap((part) => {
    const schema = (endpoint as unknown as { [part]?: Schema<unknown> })[part];
    return schema ? [{ name: endpoint.name, part, schema, check: deriveCheck(schema) }] : [];
  }),
);

const spoilt = `${owner.slice(0, -1)}${owner.at(-1) === "0" ? "1" : "0"}`;
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
  spoilt,
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
const values = fc.constantFrom<unknown>(...texts, ...words, ...others, ...lists);

function fieldsOf(schema: Schema<unknown>): string[] {
  const { def } = (schema as unknown as core.$ZodLazy)._zod.innerType._zod as {
    def: Partial<core.$ZodObjectDef>;
  };
  return Object.keys(def.shape ?? {});
}

describe.each(parts)("the $part of $name", ({ schema, check }) => {
  const fields = fc.constantFrom(...fieldsOf(schema), "misspelt", "__proto__", "constructor");

  it("are never taken without Zod where Zod would refuse or change them", () => {
    const property = fc.property(
      fc.uniqueArray(fc.tuple(fields, values), { selector: ([name]) => name, maxLength: 5 }),
      (entries) => {
        const value: unknown = Object.fromEntries(entries);
        if (!check?.(value)) return;
        expect(schema.safeParse(value)).toEqual({ success: true, data: value });
      },
    );
    // A failure names its seed; the same seed and path repeat it.
    fc.assert(property, { numRuns: 3_000 });
  });
});

it("a call that says no more than it must is taken at once, because that is what makes it fast", () => {
  const usual = { params: { walletAddress: owner }, query: {} };
  const taken = parts
    .filter(({ part, check }) => check?.(usual[part]))
    .map(({ name, part }) => `${name} ${part}`);
  expect(taken).toEqual([
    "wallets.deposit params",
    "wallets.portfolio params",
    "wallets.portfolio query",
    "wallets.history params",
    "wallets.history query",
    "wallets.requestTaxExport params",
    "tokens.list query",
  ]);
  const identity = parts.find(({ name }) => name === "wallets.check");
  expect(identity?.check?.({ externallyOwnedAccount: owner, factory: wallet })).toBe(true);
});
