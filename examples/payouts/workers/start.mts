// Shows payouts by several workers, with BullMQ on Redis and the journal on PostgreSQL. Each batch
// is a job. A worker that is killed is replaced.
// Run it: npm install bursar in this folder (in a checkout: npm install --install-links ../../..),
//   npx bursar stores schema --dialect postgres | psql --set ON_ERROR_STOP=1 "$DATABASE_URL"
// once, and with REDIS_URL and DATABASE_URL:
//   npx -y tsx payouts/payouts.mts payments.csv --workers 4
// Without both URLs, servers.mts starts Redis and PostgreSQL for this run only.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { recover } from "bursar/intents";
import type { PayWithWorkers } from "../payouts.mjs";
import type { Plan } from "../plan.mjs";
import { showProgress } from "../progress.mjs";
import { writeReport } from "../report.mjs";
import type { Settings } from "../settings.mjs";
import { type BatchJob, openStores, toConnection, toQueueName } from "./stores.mjs";

const toPath = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Pays all batches and writes the report. */
export const payWithWorkers: PayWithWorkers = async (file, count, settings, plan, reportFile) => {
  const servers = await startServers(settings);
  const { journal, close } = openStores();
  const queue = new Queue<BatchJob>(toQueueName(plan), { connection: toConnection() });
  queue.on("error", (error) => console.error(error.message));
  try {
    for await (const { intent, state, reason } of recover(settings.client, journal))
      console.log(`${intent} is ${state} ${reason ?? ""}`);
    await addJobs(queue, plan);
    const workers = startWorkers(file, count);
    try {
      await Promise.race([untilEmpty(queue, plan.batches.length), workers.failed]);
    } finally {
      await workers.stop();
    }
    return await writeReport(reportFile, settings, plan, journal);
  } finally {
    await queue.close();
    await close();
    servers?.disconnect();
  }
};

async function addJobs(queue: Queue<BatchJob>, { batches }: Plan): Promise<void> {
  await queue.addBulk(
    batches.map((_, batch) => ({
      name: "batch",
      data: { batch },
      opts: {
        // A batch that is in the queue is not added again.
        jobId: `batch-${batch}`,
        // After a lost response of the service, or a restart of the database.
        attempts: 1_000,
        backoff: { type: "fixed", delay: 2_000 },
        // The journal has what became of it.
        removeOnComplete: true,
        removeOnFail: true,
      },
    })),
  );
}

/** Starts Redis and PostgreSQL of this machine for a trial on a sandbox, if none is given. */
async function startServers({ baseUrl }: Settings): Promise<ChildProcess | undefined> {
  if (process.env["REDIS_URL"] || process.env["DATABASE_URL"]) return undefined;
  // A journal that is gone with the program does not know what it has sent.
  const { hostname } = new URL(baseUrl);
  if (!["127.0.0.1", "localhost"].includes(hostname))
    throw new Error(`set REDIS_URL and DATABASE_URL, to pay at ${hostname}`);
  const servers = fork(toPath("servers.mjs"));
  const [urls] = await Promise.race([once(servers, "message"), once(servers, "exit")]);
  if (typeof urls !== "object") throw new Error("set REDIS_URL and DATABASE_URL");
  Object.assign(process.env, urls);
  return servers;
}

/** Starts workers, and another one for each that is killed. */
function startWorkers(file: string, count: number) {
  const workers = new Set<ChildProcess>();
  let isStopping = false;
  let fail = (_error: Error) => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const startWorker = () => {
    if (isStopping) return;
    const worker = fork(toPath("worker.mjs"), [file]);
    workers.add(worker);
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      console.log(`worker ${worker.pid} ended: ${signal ?? code}`);
      if (signal || code === 0) setTimeout(startWorker, 100);
      else fail(new Error("A worker has failed, see above. Run it again: it continues."));
    });
  };
  for (let i = 0; i < count; i++) startWorker();
  const stop = async () => {
    isStopping = true;
    const ended = [...workers].map((worker) => once(worker, "exit"));
    // If this program is killed, they are disconnected, too.
    for (const worker of workers) if (worker.connected) worker.disconnect();
    await Promise.all(ended);
  };
  return { failed, stop };
}

/** Resolves when no job is left: each one was completed, or has failed and is not repeated. */
async function untilEmpty(queue: Queue<BatchJob>, total: number): Promise<void> {
  for (let shown = -1; shown !== total; await sleep(500)) {
    const left = await queue.getJobCountByTypes("waiting", "active", "delayed", "prioritized");
    const done = total - left;
    if (done !== shown) showProgress(done, total);
    shown = done;
  }
}
