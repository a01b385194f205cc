// Shows the export of ../export-history spread over several workers, with BullMQ and Redis: the
// period is cut into slices, each worker takes one after the other, and a last job joins the files.
// Run it: npm install bursar in this folder (in a checkout: npm install --install-links ../..), and
//   redis-server                                  in one terminal,
//   npx -y tsx export-history/serve.mts           in a second,
//   npx -y tsx export-with-workers/worker.mts     in a third, and in as many more as you like,
//   npx -y tsx export-with-workers/start.mts 0x2f6a3b3da8b9b72eea792540bfce0aabf66f4043 history.csv

import { FlowProducer, QueueEvents } from "bullmq";
import { isAddress } from "bursar";
import { connection, type Join, queues, type Slice } from "./jobs.mjs";

const [walletAddress = "", file = "history.csv", since = "2022-01-01"] = process.argv.slice(2);
if (!isAddress(walletAddress)) {
  console.error("usage: npx -y tsx start.mts <wallet> [file.csv] [since, such as 2022-01-01]");
  process.exit(1);
}

const start = Date.parse(since);
const end = Date.now();
const count = 40;

/** Slices of equal length, the newest first. No millisecond belongs to two of them. */
const slices = Array.from({ length: count }, (_, i): Slice => {
  const boundary = (part: number) => end - Math.round(((end - start) * part) / count);
  return {
    walletAddress,
    query: {
      createdAtOldest: new Date(boundary(i + 1)),
      createdAtLatest: new Date(boundary(i) - 1),
    },
    file: `${file}.part-${i}`,
    bytes: 0,
    rows: 0,
  };
});

const events = {
  slices: new QueueEvents(queues.slices, { connection }),
  joins: new QueueEvents(queues.joins, { connection }),
};
await Promise.all([events.slices.waitUntilReady(), events.joins.waitUntilReady()]);

let done = 0;
events.slices.on("completed", () => {
  done += 1;
  const bar = "█".repeat(Math.round((30 * done) / count)).padEnd(30, "░");
  process.stderr.write(`${process.stderr.isTTY ? "\r" : ""}${bar} ${done} of ${count} slices\n`);
});

// A slice that fails is tried again from its last page. The join runs when all slices are done.
const producer = new FlowProducer({ connection });
const opts = {
  attempts: 5,
  backoff: { type: "exponential", delay: 1_000 },
  failParentOnFailure: true,
};
const join: Join = { parts: slices.map((slice) => slice.file), file };
const { job } = await producer.add({
  name: `join ${file}`,
  queueName: queues.joins,
  data: join,
  children: slices.map((data) => ({ name: data.file, queueName: queues.slices, data, opts })),
});
const rows: unknown = await job.waitUntilFinished(events.joins);
console.log(`${rows} transactions in ${file}`);
await Promise.all([producer.close(), events.slices.close(), events.joins.close()]);
