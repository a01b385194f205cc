import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSandbox, type SandboxServer, veteranWallet } from "../../src/sandbox/index.js";
import { openExamples } from "./run.js";

const sandbox = createSandbox();
let server: SandboxServer;
let examples: Awaited<ReturnType<typeof openExamples>>;
beforeAll(async () => {
  examples = await openExamples();
  server = await sandbox.listen();
}, 60_000);
afterAll(async () => {
  await server?.close();
  examples?.remove();
});
afterEach(() => sandbox.reset());

/** Runs the export over connections to this machine. */
const run = (...args: string[]) =>
  examples.runWith(
    { BURSAR_BASE_URL: server.url, BURSAR_API_KEY: sandbox.apiKey },
    "examples/export-history/export.mjs",
    ...args,
  );
const threeYearsAgo = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString();
const rowsOf = (file: string) =>
  readFileSync(join(examples.folder, file), "utf8").trimEnd().split("\n").slice(1);

test("the export writes every transaction once and shows its progress", {
  timeout: 60_000,
}, async () => {
  const { code, out, err } = await run(veteranWallet, "all.csv", threeYearsAgo);
  expect({ code, out }).toEqual({ code: 0, out: "\n10000 transactions in all.csv\n" });
  expect(err).toMatch(/^█*░* \d+ %, 100\n(█*░* \d+ %, \d+\n)+$/);
  const rows = rowsOf("all.csv");
  expect(new Set(rows.map((row) => row.split(",").at(-1))).size).toBe(10_000);
  expect(existsSync(join(examples.folder, "all.csv.position.json"))).toBe(false);
});

test("an interrupted export continues where it stopped, without a missing or repeated row", {
  timeout: 60_000,
}, async () => {
  // A page after the 40th fails for good.
  const interrupt = setInterval(() => {
    if (sandbox.requests.length < 40) return;
    clearInterval(interrupt);
    sandbox.fail("wallets.history", { status: 400 });
  }, 1);
  const first = await run(veteranWallet, "part.csv", "2000-01-01");
  clearInterval(interrupt);
  expect(first.code).toBe(1);
  const written = rowsOf("part.csv").length;
  expect(written).toBeGreaterThan(3_000);
  expect(written).toBeLessThan(10_000);

  // As after a crash between a page and its position: half a row too much.
  const path = join(examples.folder, "part.csv");
  writeFileSync(path, `${readFileSync(path, "utf8")}2026-01-01,SW`);
  const second = await run(veteranWallet, "part.csv", "2000-01-01");
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining("continuing after ") });
  expect(second.out).toMatch(/\n10000 transactions in part\.csv\n$/);
  expect(new Set(rowsOf("part.csv")).size).toBe(10_000);
});
