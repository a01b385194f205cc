// Shows how to read a long history: filtered, and from a cursor that is saved as JSON.

import { createClient, type HistoryQuery } from "bursar";
import { createSandbox, veteranWallet } from "bursar/sandbox";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

// Every sandbox has this wallet, with 10,000 transactions.
const walletAddress = veteranWallet;

/** Stands in for a file or a row of your database. */
let saved = "{}";

/** Reads whole pages from the saved position until `limit`. Returns the number of transactions. */
async function readPages(limit: number): Promise<number> {
  // The call validates it before it sends anything.
  const position: HistoryQuery = JSON.parse(saved);
  let read = 0;
  for await (const page of client.wallets.history(walletAddress, position).pages()) {
    read += page.items.length;
    // Handle the items before you save the cursor. After a crash, you read them again.
    if (page.cursor) saved = JSON.stringify(page.cursor);
    if (read >= limit) break;
  }
  return read;
}

async function main() {
  const { items } = await client.wallets.history(walletAddress, { take: 3 });
  console.log(`the newest: ${items.map(({ type }) => type).join(", ")}`);

  let failed = 0;
  for await (const { status } of client.wallets.history(walletAddress, { status: "FAILED" })) {
    if (status === "FAILED") failed++;
  }
  console.log(`failed: ${failed}`);

  console.log(`first run: ${await readPages(300)}`);
  console.log(`second run: ${await readPages(Number.POSITIVE_INFINITY)}`);
}

main();
