import { test } from "vitest";
import { expectContinuation, expectCorrection, expectNextNights } from "./export-history.js";

// Two months of ten thousand transactions. test/thorough/examples exports all.
test("an interrupted export continues where it stopped, without a missing or repeated row", () =>
  expectContinuation("2024-11-01", 3));

test("an export of the next night adds what is new", () => expectNextNights("2024-12-20", 1));

test("an export of the next night corrects a row that was not final", () =>
  expectCorrection("2024-12-01"));
