import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { formatArchive } from "../../../src/intents/file-journal.js";
import type { IntentEntry } from "../../../src/intents/index.js";
import { isSoak } from "../../support/random-runs.js";

/** The gate has a fifth. */
const total = isSoak ? 1_000_000 : 200_000;
const mostMegabytes = isSoak ? 300 : 150;
const perFile = 5_000;
const amount = { token: `0x${"1".repeat(40)}`, amount: "1000000" };
const createEntry = (number: number) =>
  ({
    version: 1,
    intent: `order ${number}`,
    revision: 3,
    state: "done",
    walletAddress: `0x${"2".repeat(40)}`,
    chainId: 137,
    userOperationHash: `0x${"a9".repeat(32)}`,
    expiresAt: "2026-01-01T00:01:00.000Z",
    statement: { sends: [amount], receives: [amount] },
    transactionId: "tx_000004",
    status: "COMPLETED",
  }) as unknown as IntentEntry;

const program = `
import { createFileJournal } from "./src/intents/file-journal.ts";
const journal = createFileJournal(process.argv[2]);
const begin = (intent) => journal.begin({ version: 1, intent, revision: 1, state: "begun",
  walletAddress: "0x1", chainId: 137 });
const time = async (call) => {
  const start = performance.now();
  await call();
  return Math.round(performance.now() - start);
};
const start = await time(() => begin("the first"));
const { user, system } = process.cpuUsage();
const cpu = Math.round((user + system) / 1000);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
const begins = await time(async () => { for (let i = 0; i < 100; i++) await begin("new " + i); });
const { state } = (await begin(process.argv[3])) ?? {};
console.log(JSON.stringify({ start, cpu, megabytes, begins, state }));
`;

test("a process starts with many settled intents in little memory, and finds the last of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    stdin: { contents: program, resolveDir: new URL("../../../", import.meta.url).pathname },
    outfile: join(folder, "start.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const path = join(folder, "payments.jsonl");
  let from = "";
  for (let file = 0; file < total / perFile; file++) {
    const to = file.toString(16).padStart(16, "0");
    const entries = Array.from({ length: perFile }, (_, i) => createEntry(file * perFile + i));
    writeFileSync(file === 0 ? path : `${path}.${file}`, formatArchive({ from, to }, entries));
    from = to;
  }
  writeFileSync(`${path}.${total / perFile}`, "");
  const run = (journal: string) =>
    JSON.parse(
      execFileSync(process.execPath, [join(folder, "start.mjs"), journal, `order ${total - 1}`], {
        encoding: "utf8",
      }),
    );
  const none = run(join(folder, "other.jsonl"));
  const full = run(path);
  // Milliseconds, those of the processor, and megabytes. `begins` is the time of 100 calls.
  console.log("with none", none, `with ${total}`, full);
  expect(full).toMatchObject({ state: "done" });
  expect(full.megabytes).toBeLessThan(mostMegabytes);
}, 600_000);
