import { describe, expect, it } from "vitest";
import { fixtureOf } from "../support/fixtures/index.js";
import {
  copyOf,
  expectNoneWronglyAccepted,
  expectNoneWronglyRejected,
  passes,
  withResponse,
} from "./fast-response.js";

describe.each(withResponse)("the fast check of a response of $name", (validated) => {
  const { full, minimal } = fixtureOf(validated.name);

  it("exists, because no schema changes its input", () => {
    expect(validated.check).toBeTypeOf("function");
  });

  it("accepts the fixtures", () => {
    expect(passes(validated, copyOf(full))).toBe(true);
    expect(passes(validated, copyOf(minimal))).toBe(true);
  });

  it("never accepts what the schema rejects or would change", () => {
    expectNoneWronglyAccepted(validated, 8);
  });

  it("accepts what the schema accepts without a change", () => {
    expectNoneWronglyRejected(validated, 8);
  });
});
