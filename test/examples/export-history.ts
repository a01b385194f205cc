import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createClient } from "../../src/index.js";
import { toNodeHandler } from "../../src/proxy/index.js";
import { createSandbox, veteranWallet } from "../../src/sandbox/index.js";
import { drained } from "../support/drained.js";
import { openExamples } from "./run.js";

/**
 * One for all tests of a file, because it creates 10,000 transactions at its first use. Each test
 * starts with these. Its time is before the present, because the export ends there.
 */
const sandbox = createSandbox({ now: () => Date.UTC(2025, 0, 1) });
let initial: ReturnType<typeof sandbox.snapshot> | undefined;

/**
 * Serves a wallet with 10,000 transactions. `failAt` is the number of the request that fails.
 * `pending` has the ids of transactions that are not final yet.
 */
async function openService(failAt: number | undefined, pending: ReadonlySet<string>) {
  let requests = 0;
  const server = createServer(
    toNodeHandler(async (request) => {
      requests++;
      if (requests === failAt) sandbox.fail("wallets.history", { status: 400 });
      const response = await sandbox.fetch(request);
      if (pending.size === 0) return response;
      const page = await response.json();
      for (const each of page.transactions) if (pending.has(each.id)) each.status = "PROCESSING";
      return Response.json(page);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Opens the program that exports the transactions since a day to a file. */
async function openExport(file: string, since: string, failAt?: number) {
  const pending = new Set<string>();
  const baseUrl = await openService(failAt, pending);
  const { apiKey, fetch } = sandbox;
  const { folder, runWith } = await openExamples();
  const client = createClient({ baseUrl: sandbox.baseUrl, apiKey, fetch });
  if (initial) sandbox.restore(initial);
  else {
    await client.wallets.history(veteranWallet).firstPage();
    initial = sandbox.snapshot();
  }
  const ids = new Set<string>();
  for await (const { id } of client.wallets.history(veteranWallet, {
    createdAtOldest: new Date(since),
  }))
    ids.add(id);
  const path = join(folder, file);
  return {
    path,
    ids,
    pending,
    /** Runs the export over connections to this machine. */
    run: () =>
      runWith(
        { BURSAR_BASE_URL: baseUrl, BURSAR_API_KEY: apiKey },
        "examples/export-history/export.mjs",
        ...[veteranWallet, file, since],
      ),
    readRows: () => readFileSync(path, "utf8").trimEnd().split("\n").slice(1),
  };
}

/** The ids in the last column. */
const idsOf = (rows: readonly string[]) => rows.map((row) => row.split(",").at(-1));

/** Asserts that the export writes every transaction since a day once. Returns their number. */
export async function expectWholeExport(since: string): Promise<number> {
  const { ids, run, readRows } = await openExport(`since-${since}.csv`, since);
  const { code, out, err } = await run();
  const name = `since-${since}.csv`;
  expect({ code, out }).toEqual({ code: 0, out: `\n${ids.size} transactions in ${name}\n` });
  expect(err).toMatch(/^█*░* \d+ %, 100\n(█*░* \d+ %, \d+\n)+$/);
  expect(idsOf(readRows())).toEqual([...ids]);
  return ids.size;
}

/** Asserts that an export continues after a page that failed, and after half a row too much. */
export async function expectContinuation(since: string, failAt: number): Promise<void> {
  const name = `interrupted-${since}.csv`;
  const { path, ids, run, readRows } = await openExport(name, since, failAt);
  const first = await run();
  expect(first.err).toMatch(/^█*░* \d+ %, 100\n(█*░* \d+ %, \d+\n)+/);
  expect(first.code).toBe(1);
  expect(readRows()).toHaveLength((failAt - 1) * 100);
  expect(ids.size).toBeGreaterThan(failAt * 100);

  // As after a crash between a page and its position.
  writeFileSync(path, `${readFileSync(path, "utf8")}2026-01-01,SW`);
  const second = await run();
  expect(second).toMatchObject({
    code: 0,
    out: expect.stringContaining(`continuing after ${(failAt - 1) * 100} transactions`),
  });
  expect(second.out).toMatch(new RegExp(`\\n${ids.size} transactions in ${name}\\n$`));
  expect(idsOf(readRows())).toEqual([...ids]);
}

/** Asserts that each next export adds a new transaction, also after a crash at its end. */
export async function expectNextNights(since: string, nights: number): Promise<void> {
  const { path, ids, run, readRows } = await openExport(`nightly-${since}.csv`, since);
  const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  expect(await run()).toMatchObject({ code: 0 });
  for (let night = 1; night <= nights; night++) {
    // As after a crash before the finished file has replaced the one with repeated rows.
    renameSync(path, `${path}.new`);
    writeFileSync(path, "created at,");
    sandbox.fund({ account: veteranWallet, chainId: 137, token, amount: "1" });
    const before = sandbox.requests.length;
    expect(await run()).toMatchObject({ code: 0 });
    // A page or two, not the whole list.
    expect((await drained(sandbox)).length - before).toBeLessThan(3);
    const written = new Set(idsOf(readRows()));
    expect(written.size).toBe(ids.size + night);
    expect(readRows()).toHaveLength(ids.size + night);
  }
}

/** Asserts that the next export corrects an old row whose status was not final. */
export async function expectCorrection(since: string): Promise<void> {
  const { ids, pending, run, readRows } = await openExport(`corrected-${since}.csv`, since);
  const oldest = [...ids].at(-1) as string;
  pending.add(oldest);
  expect(await run()).toMatchObject({ code: 0 });
  const isOldest = (row: string) => row.endsWith(oldest);
  expect(readRows().find(isOldest)).toContain("PROCESSING");
  pending.clear();
  expect(await run()).toMatchObject({ code: 0 });
  expect(readRows().filter(isOldest)).toEqual([expect.not.stringContaining("PROCESSING")]);
  expect(readRows()).toHaveLength(ids.size);
}
