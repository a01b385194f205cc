// Shows how to read a long history: item by item, down to a stop date, and again from a saved cursor.
// Run it (after `npm run build`): node examples/read-history.mjs

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "bursar";
import { createSandbox, veteranWallet } from "bursar/sandbox";

const sandbox = createSandbox();
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

// Every sandbox has this wallet, with two years and 10,000 transactions behind it.
const walletAddress = veteranWallet;

// 1. Item by item. Pages are fetched as they are needed, and no more once the loop is left.
const counts = {};
for await (const { type } of client.wallets.history(walletAddress, { status: "FAILED" })) {
  counts[type] = (counts[type] ?? 0) + 1;
}
console.log("failed, by type:", counts);

// 2. Down to a stop date: the service sends nothing older.
const createdAtOldest = new Date(sandbox.now() - 30 * 86_400_000);
let recent = 0;
for await (const _ of client.wallets.history(walletAddress, { createdAtOldest })) recent++;
console.log(`since ${createdAtOldest.toISOString().slice(0, 10)}: ${recent} transactions`);

// 3. Page by page, with a bookmark that survives a restart.
const folder = await mkdtemp(join(tmpdir(), "history-"));
const bookmark = join(folder, "cursor.json");
let first = 0;
for await (const { items, cursor } of client.wallets
  .history(walletAddress, { take: 100 })
  .pages()) {
  first += items.length;
  // Handle the items before you save the cursor: what is not saved is read again, and nothing gets lost.
  if (cursor) await writeFile(bookmark, JSON.stringify(cursor));
  if (first >= 2_500) break;
}
console.log(`first run: ${first} transactions, then stopped`);

const saved = JSON.parse(await readFile(bookmark, "utf8"));
let rest = 0;
for await (const _ of client.wallets.history(walletAddress, { take: 100, ...saved })) rest++;
console.log(`second run: the other ${rest}, together ${first + rest}`);
await rm(folder, { recursive: true });
