// Shows a worker that exports slices of a history. Start as many as you like. If one is killed,
// another continues its slices at their last page.
// Run it: npx -y tsx export-with-workers/worker.mts

import { constants, createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Job, Worker } from "bullmq";
import { createClient } from "bursar";
import { csvHeader, toCsvLine } from "../export-history/csv.mjs";
import { connection, type Join, queues, type Slice } from "./jobs.mjs";

const {
  BURSAR_BASE_URL: baseUrl = "http://127.0.0.1:4010",
  BURSAR_API_KEY: apiKey = "sandbox-key",
} = process.env;
const client = createClient({ baseUrl, apiKey });

async function exportSlice(job: Job<Slice, number>): Promise<number> {
  const { walletAddress, query, file } = job.data;
  let { bytes, rows } = job.data;
  const output = await open(file, constants.O_RDWR | constants.O_CREAT);
  try {
    await output.truncate(bytes);
    for await (const { items, cursor } of client.wallets.history(walletAddress, query).pages()) {
      const text = Buffer.from(items.map(toCsvLine).join(""));
      await output.write(text, 0, text.length, bytes);
      bytes += text.length;
      rows += items.length;
      // First the rows, then the position: a crash in between repeats a page and loses none.
      if (cursor)
        await job.updateData({ ...job.data, query: { ...query, ...cursor }, bytes, rows });
    }
    return rows;
  } finally {
    await output.close();
  }
}

async function joinSlices(job: Job<Join, number>): Promise<number> {
  const { parts, file } = job.data;
  const output = createWriteStream(file);
  output.write(csvHeader);
  for (const part of parts) await pipeline(createReadStream(part), output, { end: false });
  await new Promise<void>((resolve) => output.end(resolve));
  for (const part of parts) await rm(part);
  const rows: number[] = Object.values(await job.getChildrenValues<number>());
  return rows.reduce((sum, count) => sum + count, 0);
}

const workers = [
  // A worker without a sign of life for 5 seconds has crashed: another one takes its jobs.
  new Worker(queues.slices, exportSlice, {
    connection,
    concurrency: 2,
    lockDuration: 5_000,
    stalledInterval: 5_000,
    maxStalledCount: 10,
  }),
  new Worker(queues.joins, joinSlices, { connection }),
];
for (const worker of workers) {
  worker.on("failed", (job, error) => console.error(`${job?.name}: ${error.message}`));
  worker.on("error", (error) => console.error(error.message));
}
console.log("waiting for jobs");

// Ends after the current jobs.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    process.exit();
  });
