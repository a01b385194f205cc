import { describe, expect, it } from "vitest";
import {
  expectNoneWronglyAccepted,
  expectNoneWronglyRejected,
  withResponse,
} from "../../contract/fast-response.js";
import { countRuns } from "../../support/random-runs.js";

describe.each(withResponse)("the fast check of a response of $name", (validated) => {
  it("never accepts what the schema rejects or would change", () => {
    expect(expectNoneWronglyAccepted(validated, countRuns(20_000))).toBeGreaterThan(0);
  });

  it("accepts what the schema accepts without a change", () => {
    expectNoneWronglyRejected(validated, countRuns(10_000));
  });
});
