import { describe, test } from "vitest";
import {
  checkByReference,
  checkOwnMessage,
  flipMessageBit,
} from "../../bitcoin/sign-any-message.js";
import { countRuns } from "../../support/random-runs.js";

describe("a signed message", () => {
  test("verifies for its own address, kind and message only", () =>
    checkOwnMessage(countRuns(5_000)));

  test("is rejected if one bit of its signature is flipped", () =>
    flipMessageBit(countRuns(10_000)));

  test("has a signature that the reference implementation verifies", () =>
    checkByReference(countRuns(5_000)));
});
