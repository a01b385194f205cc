import { expect, test } from "vitest";
// @ts-expect-error A script without types.
import { findBareCounts, findSourceImports, findTimedLines } from "../../scripts/check-tests.mjs";

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

test.each([
  "expect(server.requests).toHaveLength(1);",
  "expect(requests).toEqual([]);",
  "expect(server?.requests.length, name).toBe(1);",
  "expect([left, service.requests.length]).toEqual([left, 1]);",
  "expect(fetch.requests.map(({ path }) => path)).toEqual([]);",
  "expect(server.requests.slice(before)).toEqual([]);",
])("a test may not count requests while one may be under way: %s", (code) => {
  expect(findBareCounts("test/x.test.ts", code)).toEqual([1]);
});

test.each([
  "expect(await drained(server)).toHaveLength(1);",
  "expect((await drained({ requests })).map(read)).toEqual([]);",
  "expect(server.requests[0]?.path).toBe(path);",
  "expect(server.requests.at(-1)?.json).toEqual(body);",
  "await waitFor(() => expect(server.requests).toHaveLength(1));",
  "await expect.poll(() => server.requests.length).toBe(1);",
])("a test may count what has drained, and read one request: %s", (code) => {
  expect(findBareCounts("test/x.test.ts", code)).toEqual([]);
});

test.each([
  'import { checkQuote } from "../../src/signing/index.js";',
  'import { type Quote, checkQuote } from "../../src/signing/index.js";',
  'import "../../src/index.js";',
  'import { checkQuote } from "bursar/signing";',
  'export { checkQuote } from "../../src/signing/index.js";',
  'const { checkQuote } = await import("../../src/signing/index.js");',
  "const source = await import(name);",
])("a judge of a property may not run code of src: %s", (code) => {
  for (const name of ["test/properties/loss-judge.ts", "test/properties/loss-cases.ts"])
    expect(findSourceImports(name, code), name).toEqual([1]);
  expect(findSourceImports("test/properties/loss.test.ts", code)).toEqual([]);
});

test.each([
  'import type { Quote } from "../../src/signing/index.js";',
  'export type { Quote } from "../../src/signing/index.js";',
  'import { createRandom } from "../support/random-runs.js";',
])("a judge of a property may import types and helpers: %s", (code) => {
  expect(findSourceImports("test/properties/loss-judge.ts", code)).toEqual([]);
});
