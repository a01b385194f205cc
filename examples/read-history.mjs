// Shows how to read a long history: item by item, back to a date, and from a saved cursor.
// Run it (after `npm run build`): node examples/read-history.mjs

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "bursar";
import { createSandbox, veteranWallet } from "bursar/sandbox";

// A fixed start of the clock makes the dates below reproducible.
const sandbox = createSandbox({ now: new Date("2026-01-01") });
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

// Every sandbox has this wallet, with 10,000 transactions from two years.
const walletAddress = veteranWallet;

// 1. Item by item. The client fetches a page when the loop needs it, and stops after a break.
const counts = {};
for await (const { type } of client.wallets.history(walletAddress, { status: "FAILED" })) {
  counts[type] = (counts[type] ?? 0) + 1;
}
console.log("failed, by type:", counts);

// 2. Back to a date: the service sends no older items.
const createdAtOldest = new Date(sandbox.now() - 30 * 86_400_000);
let recent = 0;
for await (const _ of client.wallets.history(walletAddress, { createdAtOldest })) recent++;
console.log(`since ${createdAtOldest.toISOString().slice(0, 10)}: ${recent} transactions`);

// 3. Page by page, with a cursor that survives a restart.
const folder = await mkdtemp(join(tmpdir(), "history-"));
const cursorFile = join(folder, "cursor.json");
let first = 0;
for await (const { items, cursor } of client.wallets
  .history(walletAddress, { take: 100 })
  .pages()) {
  first += items.length;
  // Handle the items before you save the cursor: after a crash you then read them again, and miss
  // none.
  if (cursor) await writeFile(cursorFile, JSON.stringify(cursor));
  if (first >= 2_500) break;
}
console.log(`first run: ${first} transactions, then stopped`);

const saved = JSON.parse(await readFile(cursorFile, "utf8"));
let rest = 0;
for await (const _ of client.wallets.history(walletAddress, { take: 100, ...saved })) rest++;
console.log(`second run: the other ${rest}, together ${first + rest}`);
await rm(folder, { recursive: true });
