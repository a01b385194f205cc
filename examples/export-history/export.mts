// Shows an export of a long history to a CSV file, with a progress bar. Run it every night: it adds
// what is new, and corrects rows whose status was not final. After an interruption, it continues
// where it stopped. The file contains every transaction once.
// Run it: in one terminal `npx -y tsx export-history/serve.mts`, which serves a wallet with 100,000
// transactions. In another:
//   npx -y tsx export-history/export.mts 0x2f6a3b3da8b9b72eea792540bfce0aabf66f4043 history.csv

import { existsSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { createClient, type FinalTransactionStatus, type HistoryQuery, isAddress } from "bursar";
import { csvHeader, keepLastRows, toCsvLine } from "./csv.mjs";

const [walletAddress = "", file = "history.csv", since = "2022-01-01"] = process.argv.slice(2);
if (!isAddress(walletAddress)) {
  console.error("usage: npx -y tsx export.mts <wallet> [file.csv] [since, such as 2022-01-01]");
  process.exit(1);
}

const {
  BURSAR_BASE_URL: baseUrl = "http://127.0.0.1:4010",
  BURSAR_API_KEY: apiKey = "sandbox-key",
} = process.env;
const client = createClient({ baseUrl, apiKey });

/** What a later run needs to continue. */
interface Position {
  /** The period and the cursor of the next page. None if the export is complete. */
  query?: HistoryQuery;
  /** The length of the file. What was written after it is repeated. */
  bytes: number;
  rows: number;
  /** When the newest transaction was created, in milliseconds. */
  newest: number;
  /** When the oldest transaction without a final status was created, in milliseconds. */
  open: number;
}
const positionFile = `${file}.position.json`;

async function readPosition(): Promise<Position> {
  try {
    return JSON.parse(await readFile(positionFile, "utf8"));
  } catch {
    return { bytes: 0, rows: 0, newest: 0, open: 0 };
  }
}

/** Replaces the file as a whole, so that a crash leaves the old or the new one. */
async function savePosition(position: Position): Promise<void> {
  await writeFile(`${positionFile}.new`, JSON.stringify(position));
  await rename(`${positionFile}.new`, positionFile);
}

const finalStatuses: ReadonlySet<string> = new Set<FinalTransactionStatus>([
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
]);
/** For transactions that appear late. */
const overlap = 24 * 3_600_000;

const position = await readPosition();
const finishedFile = `${file}.new`;
// A crash at the end of the last run can leave the finished file beside the old one.
if (!position.query && position.bytes > 0 && existsSync(finishedFile))
  await rename(finishedFile, file);
let { newest, open: openSince } = position;
let query = position.query;
if (query) console.log(`continuing after ${position.rows} transactions`);
else {
  const oldest = Math.max(Date.parse(since), Math.min(newest - overlap, openSince));
  // A fixed end, so that all runs see the same list.
  query = { createdAtOldest: new Date(oldest), createdAtLatest: new Date() };
  openSince = Date.now();
  await savePosition({ ...position, query, open: openSince });
}
const { createdAtOldest, createdAtLatest } = query;
const start = Number(new Date(createdAtOldest ?? 0));
const end = Number(new Date(createdAtLatest ?? Date.now()));

let shown = -1;
/** The service states no total. It lists the newest first, so the dates show how far we are. */
function showProgress(createdAt: string, rows: number): void {
  const part = Math.min(1, Math.max(0, (end - Date.parse(createdAt)) / (end - start)));
  const percent = Math.floor(100 * part);
  const text = `${"█".repeat(Math.round(30 * part)).padEnd(30, "░")} ${percent} %, ${rows}`;
  // A log gets one line per percent.
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
  else if (percent !== shown) process.stderr.write(`${text}\n`);
  shown = percent;
}

const output = await open(file, position.bytes > 0 ? "r+" : "w");
await output.truncate(position.bytes);
let { bytes, rows } = position;
const write = async (text: string) => {
  const { bytesWritten } = await output.write(Buffer.from(text), 0, undefined, bytes);
  bytes += bytesWritten;
};
if (bytes === 0) await write(csvHeader);

// `prefetch` requests the next page while this one is written.
const pages = client.wallets.history(walletAddress, query, { prefetch: true }).pages();
for await (const { items, cursor } of pages) {
  await write(items.map(toCsvLine).join(""));
  for (const { createdAt, status } of items) {
    newest = Math.max(newest, Date.parse(createdAt));
    if (!finalStatuses.has(status)) openSince = Math.min(openSince, Date.parse(createdAt));
  }
  rows += items.length;
  // First the rows, then the position: a crash in between repeats a page and loses none.
  if (cursor)
    await savePosition({ query: { ...query, ...cursor }, bytes, rows, newest, open: openSince });
  const last = items.at(-1);
  if (last) showProgress(last.createdAt, rows);
}
await output.close();
const kept = keepLastRows(await readFile(file, "utf8"));
const text = `${kept.join("\n")}\n`;
await writeFile(finishedFile, text);
rows = kept.length - 1; // without the header
await savePosition({ bytes: Buffer.byteLength(text), rows, newest, open: openSince });
await rename(finishedFile, file);
console.log(`\n${rows} transactions in ${file}`);
