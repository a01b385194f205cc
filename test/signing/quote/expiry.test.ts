import { expect, test } from "vitest";
import { isExpired, millisecondsLeft } from "../../../src/signing/index.js";

const at = Date.UTC(2026, 0, 1, 0, 1);
const now = at - 60_000;

test.each([
  at,
  at / 1_000,
  String(at),
  new Date(at).toISOString(),
  "2026-01-01T01:01:00+01:00",
  new Date(at),
])("reads an expiry in milliseconds, seconds or ISO 8601: %j", (expiresAt) => {
  expect(millisecondsLeft({ expiresAt }, { now })).toBe(60_000);
  expect(isExpired({ expiresAt }, { now })).toBe(false);
});

test.each([1e14, 1e18, "1767225660000000", Number.MAX_VALUE])(
  "reads %j as a time that is far in the future",
  (expiresAt) => {
    expect(isExpired({ expiresAt }, { now })).toBe(false);
    expect(millisecondsLeft({ expiresAt }, { now })).toBeGreaterThan(1e12);
  },
);

test.each(["soon", "2026-01-01T00:01:00", -1, Number.NaN, {}, "", true, undefined, null])(
  "takes any other expiry as one in the past: %j",
  (expiresAt) => {
    expect(isExpired({ expiresAt }, { now })).toBe(true);
    expect(millisecondsLeft({ expiresAt }, { now })).toBe(0);
  },
);

test("returns no time after the expiry, and counts the margin", () => {
  expect(millisecondsLeft({ expiresAt: at }, { now: at + 1 })).toBe(0);
  expect(isExpired({ expiresAt: at }, { now: at })).toBe(true);
  expect(isExpired({ expiresAt: at }, { now: at - 1 })).toBe(false);
  expect(isExpired({ expiresAt: at }, { now, margin: 59_999 })).toBe(false);
  expect(isExpired({ expiresAt: at }, { now, margin: 60_000 })).toBe(true);
  expect(isExpired({ expiresAt: at }, { now, margin: Number.NaN })).toBe(true);
});

test("takes a prepared cancellation without an expiry as valid without limit", () => {
  const prepared = { signData: [], expiresAt: null };
  expect(isExpired(prepared)).toBe(false);
  expect(millisecondsLeft(prepared)).toBe(Number.POSITIVE_INFINITY);
});
