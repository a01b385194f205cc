import { describe, test } from "vitest";
import { countRuns } from "../../support/random-runs.js";
import { flipBits, shiftBytes, verifyEvents } from "../../webhooks/random-deliveries.js";

describe("a modified delivery is rejected", () => {
  test("with any flipped bit of the body", () => flipBits(1));

  test("with an inserted or removed byte at any position", () => shiftBytes(countRuns(5_000)));
});

test("verifies any signed event with any id", () => verifyEvents(countRuns(5_000)));
