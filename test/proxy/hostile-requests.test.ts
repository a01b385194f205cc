import { describe, test } from "vitest";
import { testHostileRequests, testValidRequests } from "./hostile-requests.js";

describe("hostile requests", () => {
  test.each([
    ["with the raw target", true],
    ["with a URL that was parsed before", false],
  ])("%s are all rejected", (_, hasRawTarget) => testHostileRequests(hasRawTarget, 150));
});

test("valid requests with unrelated headers are forwarded exactly", () => testValidRequests(30));
