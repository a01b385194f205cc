import { expect, test } from "vitest";
import {
  essential,
  listOf,
  type ObjectNode,
  oneOf,
  type Schema,
} from "../../src/contract/records/schema.js";
import { visit } from "../../src/contract/records/visit.js";
import { countCalls } from "../support/count-calls.js";
import { createBodies, operations, readBody } from "./invalid-bodies.js";

/** A list of records, and how often their fields were validated. */
function createCountingSchema() {
  const counted = { count: 0 };
  const passes = (text: string) => {
    counted.count++;
    return text.length > 3;
  };
  const field: Schema<string> = { kind: "text", rules: [{ passes, expected: "a long text" }] };
  const item: ObjectNode = { kind: "record", fields: () => ({ a: field, b: essential(field) }) };
  const schema: ObjectNode = {
    kind: "record",
    fields: () => ({ items: essential(listOf(item)) }),
  };
  return { schema, counted };
}

const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);

test.each([{}, { a: "x", b: "y" }, { a: "long" }])(
  "reports no more issues than the limit for 5,000 items such as %j",
  (item) => {
    const { schema } = createCountingSchema();
    const response = visit(schema, { items: many(item) }, { limit: 20 });
    expect(response).toMatchObject({ rejects: true });
    expect(response.issues).toHaveLength(20);
    const request = visit(schema, { items: many(item) }, { limit: 50, isRequest: true });
    expect(request.issues).toHaveLength(50);
  },
);

test("stops when the call is rejected and all issues that are reported are found", () => {
  const { schema, counted } = createCountingSchema();
  const items = many({ a: "x", b: "y" });
  expect(visit(schema, { items }, { limit: 20 })).toMatchObject({ rejects: true });
  expect(counted.count).toBeLessThan(1_000);
});

test("validates each item of a list at most twice, also behind many with drift", () => {
  const { schema, counted } = createCountingSchema();
  const items = [...many({ a: "x", b: "long" }), { a: "long" }];
  const found = visit(schema, { items }, { limit: 20 });
  expect(found).toMatchObject({ rejects: true, fields: ["items[].b", "items[].a"] });
  expect(found.issues[0]?.path).toEqual(["items", 5_000, "b"]);
  expect(counted.count).toBeLessThanOrEqual(4 * items.length);
});

test("names a field once for all items of all lists", () => {
  const { schema: list } = createCountingSchema();
  const lists: ObjectNode = { kind: "record", fields: () => ({ lists: listOf(list) }) };
  const items = many({ a: 5, b: "long" });
  const found = visit(lists, { lists: [{ items }, { items }] }, { limit: 20 });
  expect(found).toMatchObject({ rejects: false, fields: ["lists[].items[].a"] });
  expect(found.issues).toHaveLength(20);
});

test("finds an item that breaks a rule behind more items with drift than are visited for it", () => {
  const text: Schema<string> = { kind: "text" };
  const item: ObjectNode = {
    kind: "record",
    fields: () => ({ a: text, b: text }),
    rule: ({ a }: { a?: unknown }, report) => {
      if (a === "wrong") report([], "no wrong a");
    },
  };
  const schema: ObjectNode = { kind: "record", fields: () => ({ items: essential(listOf(item)) }) };
  const drifting = many({ a: "right", b: 5 });
  const visited = (items: unknown[]) => visit(schema, { items }, { limit: 20 });
  expect(visited(drifting)).toMatchObject({ rejects: false });
  expect(visited([...drifting, { a: "wrong", b: "" }])).toMatchObject({ rejects: true });
});

test("visits only the form of a union that the value has", () => {
  const form = (type: string): ObjectNode => ({
    kind: "record",
    fields: () => ({ type: oneOf(type) }),
  });
  const union: Schema = { kind: "union", forms: [form("a"), form("b")], by: "type" };
  const items: unknown[] = [...many({ type: "b" }), { type: "c" }];
  const { issues } = visit(listOf(union), items, { limit: 20 });
  expect(issues).toMatchObject([{ path: [5_000, "type"], expected: "a known form" }]);
});

test("names a field with drift behind 5,000 valid items", () => {
  const { schema } = createCountingSchema();
  const items = [...many({ a: "long", b: "long" }), { a: 5, b: "long" }];
  const found = visit(schema, { items }, { limit: 20 });
  expect(found).toMatchObject({ rejects: false, fields: ["items[].a"] });
});

test.each([
  ["swap.quote", "quotes"],
  ["kyc.business.standard.create", "ownersDocuments"],
])("reads empty items in place of those of %s with few calls for each", async (name, list) => {
  const { endpoint, bodies } = createBodies(name, 30_000);
  const body = bodies.find(({ path }) => path === list)?.invalid[0]?.() ?? "";
  const items = body.match(/\{\}/g)?.length ?? 0;
  expect(items).toBeGreaterThan(9_000);
  expect(await countCalls(() => readBody(endpoint, body))).toBeLessThan(50 * items);
});

test.each(operations)("reads every invalid response of %s with 3 kB, or rejects it", (name) => {
  const { endpoint, bodies } = createBodies(name, 3_000);
  for (const { path, invalid } of bodies)
    for (const create of invalid) expect(readBody(endpoint, create()), path).toBeDefined();
});
