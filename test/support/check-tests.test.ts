import { expect, test } from "vitest";
// @ts-expect-error A script without types.
import { findTimedLines } from "../../scripts/check-tests.mjs";

test.each([
  "expect(Date.now() - start).toBeLessThan(50);",
  "let end = 0; end = Date.now(); expect(end - start).toBeLessThan(50);",
  "const times = []; times.push(Date.now()); expect(Math.max(...times)).toBe(1);",
  "const run = () => measure(); function measure() { return Date.now(); } expect(run()).toBe(1);",
  "const run = () => { try { return Date.now(); } finally {} }; expect(run()).toBe(1);",
  "expect(Number(Date.now())).toBe(1);",
  "expect(new Date().getTime()).toBe(1);",
  "if (Date.now() - start > 5) throw new Error();",
  "const start = performance.now();",
  "const start = process.hrtime.bigint();",
  "const start = process.cpuUsage();",
  "await vi.waitFor(() => expect(count).toBe(1));",
  "await vi.waitFor(() => expect(count).toBe(1), { interval: 1 });",
  "await vi.waitUntil(() => count === 1, 2_000);",
  "vi.setConfig({ testTimeout: 500 });",
  "await expect.poll(() => count, patience).toBe(1);",
  "await expect.poll(() => count, { timeout: 500 }).toBe(1);",
  'test("x", { timeout: 500 }, () => {});',
  'test("x", () => {}, 500);',
  "beforeAll(() => {}, 500);",
])("a test may not depend on the speed of the machine: %s", (code) => {
  expect(findTimedLines("test/x.test.ts", code)).toEqual([1]);
});

test.each([
  "const quote = { expiresAt: Date.now() + 60_000 }; expect(isExpired(quote)).toBe(false);",
  'vi.spyOn(performance, "now");',
  "await expect.poll(() => count).toBe(1);",
  "await expect.poll(() => count, { timeout: 90_000 }).toBe(1);",
  "expect(await failure(wait({ timeout: 60 }))).toBeInstanceOf(Error);",
  'test("x", () => {});',
])("a test may use clocks and limits that decide nothing: %s", (code) => {
  expect(findTimedLines("test/x.test.ts", code)).toEqual([]);
});

test("a test of test/thorough may measure, and may not wait for less than a slow machine needs", () => {
  const code = 'const start = performance.now();\ntest("x", () => {}, 500);';
  expect(findTimedLines("test/thorough/x.test.ts", code)).toEqual([2]);
});
