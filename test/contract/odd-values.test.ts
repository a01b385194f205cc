import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { isValid } from "../../src/contract/records/check.js";
import { eitherOf, type Schema } from "../../src/contract/records/schema.js";
import { toZod } from "../../src/contract/records/to-zod.js";
import { visit } from "../../src/contract/records/visit.js";

const endpointOf = (name: string) => endpoints.find((each) => each.name === name);
const text: Schema<string> = { kind: "text" };
const rules = [{ passes: () => true, expected: "any text" }];
const record = (field: Schema): Schema => ({ kind: "record", fields: () => ({ field }) });
const orNone: Schema = {
  kind: "record",
  orNone: true,
  fields: () => ({ a: text }),
  rule: (value: { a?: unknown }, report) => {
    if (value.a === "wrong") report(["a"], "another text");
  },
};
const nested: Schema = {
  kind: "record",
  fields: () => ({ a: text }),
  rule: (_, report) => {
    report(["a"], "nothing");
    isValid(orNone, { a: "right" });
  },
};

describe("the check, the visit and Zod agree on", () => {
  test.each<[name: string, Schema, unknown, isValid: boolean]>([
    ["a text that is too long", { kind: "text", maxLength: 2 }, "abc", false],
    ["an empty text with a rule", { kind: "text", isFilled: true, rules }, "", false],
    ["an empty text with a pattern", { kind: "text", isFilled: true, pattern: /^/ }, "", false],
    ["an object that may be none and breaks its rule", orNone, { a: "wrong" }, false],
    ["an object that may be none and keeps its rule", orNone, { a: "right" }, true],
    ["a rule that checks another object after its report", nested, { a: "" }, false],
    ["a boolean or a text", eitherOf({ kind: "boolean" }, text), true, true],
    [
      "two kinds of records",
      eitherOf(record({ kind: "boolean" }), record(text)),
      { field: "" },
      true,
    ],
    ["a map of another realm", { kind: "map", item: text }, runInNewContext("({ a: '' })"), true],
    ["a Map", { kind: "map", item: text }, new Map(), false],
  ])("%s", (_, schema, value, valid) => {
    expect(isValid(schema, value)).toBe(valid);
    expect(visit(schema, value, { limit: 20 }).issues.length === 0).toBe(valid);
    expect(toZod(schema).safeParse(value).success).toBe(valid);
  });
});

describe("an id of a quote that converts to no text is an issue of its field", () => {
  const { body } = endpointOf("operations.execute") as { body: Schema };

  test.each([
    ["an object without a prototype", Object.create(null)],
    ["a symbol", Symbol("odd")],
    ["a number", 5],
  ])("%s", (_, quoteId) => {
    const { issues } = visit(body, { quoteId, signature: "0x" }, { limit: 20, isRequest: true });
    expect(issues.filter(({ path }) => path[0] === "quoteId")).toHaveLength(1);
    expect(toZod(body).safeParse({ quoteId, signature: "0x" }).success).toBe(false);
  });
});

describe("a request", () => {
  const { body } = endpointOf("wallets.updateTransactionMetadata") as { body: Schema };
  const request = (metadata: unknown) => visit(body, { metadata }, { limit: 20, isRequest: true });

  test("with an entry named __proto__ is rejected, since a copy would lose it", () => {
    const { issues } = request(JSON.parse('{"__proto__":"tag"}'));
    expect(issues).toMatchObject([{ path: ["metadata", "__proto__"], code: "unrecognized_keys" }]);
  });

  test("with a field named __proto__ is rejected like any unknown one", () => {
    const given = JSON.parse('{"metadata":{},"__proto__":1}');
    const { issues } = visit(body, given, { limit: 20, isRequest: true });
    expect(issues).toMatchObject([{ path: ["__proto__"], code: "unrecognized_keys" }]);
  });

  test.each([1, 2, 3, 4])(
    "is limited by what is sent, if only read %i of a getter is long",
    (long) => {
      let read = 0;
      const changing = Object.defineProperty({}, "note", {
        enumerable: true,
        get: () => (++read === long ? "x".repeat(5_000) : "short"),
      });
      const { data, issues } = request(changing);
      const isSentShort = JSON.stringify(data).length < 1_024;
      expect(isSentShort || issues.length > 0).toBe(true);
    },
  );

  test("takes a date of another realm", () => {
    const { query } = endpointOf("wallets.history") as { query: Schema };
    const createdAtOldest: unknown = runInNewContext("new Date(0)");
    const { data } = visit(query, { createdAtOldest }, { limit: 20, isRequest: true });
    expect(data).toEqual({ createdAtOldest: "1970-01-01T00:00:00.000Z" });
  });
});
