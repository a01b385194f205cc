import { expect, test } from "vitest";
import { isNone } from "../../../src/shared/guards.js";
import { isEqual } from "../../../src/signing/shared/problems.js";

test("isNone is true for an object with only null values, but not for [null]", () => {
  for (const empty of [null, undefined, {}, [], { hash: null, address: undefined }])
    expect(isNone(empty), JSON.stringify(empty)).toBe(true);
  for (const nonEmpty of [[null], { hash: "" }, { hash: 0 }, "", 0, false])
    expect(isNone(nonEmpty), JSON.stringify(nonEmpty)).toBe(false);
});

test("a missing value equals no other one", () => {
  for (const none of [null, undefined]) expect(isEqual(none, none)).toBe(false);
  expect(isEqual(137, 137)).toBe(true);
});
