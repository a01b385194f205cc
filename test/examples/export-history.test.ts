import { test } from "vitest";
import { expectContinuation } from "./export-history.js";

// Two months of ten thousand transactions. test/thorough/examples exports all, and again later.
test("an interrupted export continues where it stopped, without a missing or repeated row", () =>
  expectContinuation("2024-11-01", 3));
