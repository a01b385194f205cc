import { expect, test } from "vitest";
import {
  expectContinuation,
  expectCorrection,
  expectNextNights,
  expectWholeExport,
} from "../../examples/export-history.js";

const since = "2000-01-01";

test("the export writes all transactions of a wallet once and shows its progress", async () => {
  expect(await expectWholeExport(since)).toBe(10_000);
});

test("an interrupted export of all transactions continues where it stopped", () =>
  expectContinuation(since, 41));

test("exports of the next nights add what is new", () => expectNextNights("2024-12-01", 2));

test("an export of the next night corrects a row that was not final", () =>
  expectCorrection("2024-12-01"));
