import { describe, test } from "vitest";
import { testHostileRequests, testValidRequests } from "../../proxy/hostile-requests.js";
import { countRuns } from "../../support/random-runs.js";

describe("hostile requests", () => {
  test.each([
    ["with the raw target", true],
    ["with a URL that was parsed before", false],
  ])("%s are all rejected", (_, hasRawTarget) =>
    testHostileRequests(hasRawTarget, countRuns(300_000)),
  );
});

test("valid requests with unrelated headers are forwarded exactly", () =>
  testValidRequests(countRuns(50_000)));
