import { expect, test } from "vitest";
import * as z from "zod/mini";
import { listOf } from "../../src/contract/shared/primitives.js";
import { exact, record } from "../../src/contract/shared/schema.js";
import { explain } from "../../src/http/validation/explain.js";
import { findMismatches } from "../../src/http/validation/fast-validation.js";
import { createBodies, operations, readBody } from "./invalid-bodies.js";

/** A list of records, and how many issues of their fields were created. */
function createCountingSchema() {
  const created = { count: 0 };
  const error = () => {
    created.count++;
    return "a long text";
  };
  const field = () =>
    exact(z.string({ error }).check(z.refine((text) => text.length > 3, { error })));
  const item = record<{ a: string; b: string }, never>(
    (() => ({ a: field(), b: field() })) as never,
    { essential: { fields: ["b"] } as never },
  );
  const schema = record<{ items: unknown[] }, never>((() => ({ items: listOf(item) })) as never, {
    essential: { fields: ["items"] } as never,
  });
  return { schema, created };
}

const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);

test.each([{}, { a: "x", b: "y" }, { a: "long" }])(
  "creates no more issues than it reports for 5,000 items such as %j",
  (item) => {
    const { schema, created } = createCountingSchema();
    const found = explain(schema, { items: many(item) }, { limit: 20, byField: true });
    expect(found).toMatchObject({ rejects: true });
    expect("issues" in found && found.issues).toHaveLength(20);
    expect(created.count).toBeLessThanOrEqual(22);
    const request = createCountingSchema();
    const all = explain(request.schema, { items: many(item) }, { limit: 50, isStrict: true });
    expect("issues" in all && all.issues).toHaveLength(50);
    expect(request.created.count).toBeLessThanOrEqual(50);
  },
);

test("creates no issues for a second list when the first one used up the search", () => {
  const { schema: list, created } = createCountingSchema();
  const lists = record<{ lists: unknown[] }, never>((() => ({ lists: listOf(list) })) as never, {
    essential: { fields: ["lists"] } as never,
  });
  const value = {
    lists: [{ items: many({ a: 5, b: "long" }) }, { items: many({ a: 5, b: "long" }) }],
  };
  const found = explain(lists, value, { limit: 20, byField: true });
  expect(found).toMatchObject({ rejects: false, fields: ["lists[].items[].a"] });
  expect(created.count).toBeLessThanOrEqual(22);
});

test("finds an item that breaks a rule behind more items with drift than are searched", () => {
  const item = record<{ a: string; b: string }, never>(
    (() => ({ a: exact(z.string()), b: exact(z.string()) })) as never,
    {
      rule: ({ a }, report) => {
        if (a === "wrong") report([], "no wrong a");
      },
    },
  );
  const schema = record<{ items: unknown[] }, never>((() => ({ items: listOf(item) })) as never, {
    essential: { fields: ["items"] } as never,
  });
  const drifting = many({ a: "right", b: 5 });
  const explained = (items: unknown[]) => explain(schema, { items }, { limit: 20, byField: true });
  expect(explained(drifting)).toMatchObject({ rejects: false });
  expect(explained([...drifting, { a: "wrong", b: "" }])).toMatchObject({ rejects: true });
});

test("keeps no mismatch of an option of a union when another one fits", () => {
  const option = (name: string) => exact(z.object({ [name]: exact(z.string()) }));
  const union = listOf(exact(z.object({ u: exact(z.union([option("a"), option("b")])) })));
  const items: unknown[] = [...many({ u: { b: "text" } }), { u: 5 }];
  expect(findMismatches(union as never, items)?.length).toBeLessThan(10);
});

test("finds an essential issue behind 5,000 items with drift", () => {
  const { schema, created } = createCountingSchema();
  const items = [...many({ a: 5, b: "long" }), { a: "long" }];
  const found = explain(schema, { items }, { limit: 20, byField: true });
  expect(found).toMatchObject({ rejects: true, fields: ["items[].b", "items[].a"] });
  expect("issues" in found && found.issues[0]?.path).toEqual(["items", 5_000, "b"]);
  expect(created.count).toBeLessThanOrEqual(22);
});

test("names a field with drift behind 5,000 valid items", () => {
  const { schema } = createCountingSchema();
  const items = [...many({ a: "long", b: "long" }), { a: 5, b: "long" }];
  const found = explain(schema, { items }, { limit: 20, byField: true });
  expect(found).toMatchObject({ rejects: false, fields: ["items[].a"] });
});

test.each(operations)("reads every invalid response of %s with 3 kB, or rejects it", (name) => {
  const { endpoint, bodies } = createBodies(name, 3_000);
  for (const { path, invalid } of bodies)
    for (const create of invalid) expect(readBody(endpoint, create()), path).toBeDefined();
});
