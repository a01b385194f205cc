import { describe, expect, test } from "vitest";
import { isValid } from "../../src/contract/records/check.js";
import { visit } from "../../src/contract/records/visit.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { responses, testDerivations } from "./derivations.js";

testDerivations(12);

describe.each(responses)("the check of a response of $name", ({ name, schema }) => {
  test("accepts the fixtures without a visit", () => {
    const { full, minimal } = fixtureOf(name);
    expect([full, minimal].map((response) => isValid(schema, response))).toEqual([true, true]);
    expect(visit(schema, full, { limit: 1 })).toMatchObject({ issues: [], rejects: false });
  });
});
