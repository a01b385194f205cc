import { test } from "vitest";
import { expectInvalid, expectPayouts } from "../../examples/payouts.js";
import { isSoak } from "../../support/random-runs.js";

test("payouts pay many receivers once, although they are killed many times", () =>
  isSoak ? expectPayouts(1_000, 10, 50) : expectPayouts(100, 10, 8));

test("payouts of a file with an invalid line pay nothing, and name the line", () =>
  expectInvalid((receiver) => [`x,${receiver},0`, `x,${receiver},1e3`, `x,${receiver},5,6`]));
