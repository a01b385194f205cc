import { describe, expect, inject, test } from "vitest";
import { limits } from "./limits.js";

describe.each(limits[inject("engine")])("$reason", ({ reason, isMissing, suites }) => {
  test("is still true", () => expect(isMissing()).toBe(true));
  test.for(suites)("%s is skipped", (_suite, { skip }) => skip(reason));
});
