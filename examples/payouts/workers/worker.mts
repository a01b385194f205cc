// Shows a worker: it takes one job after the other, and pays its batch once. If it is killed,
// another one goes on with its jobs. start.mts starts some on this machine.
// Run it on further machines, with the same file and the same settings:
//   npx -y tsx payouts/workers/worker.mts payments.csv

import { type Job, UnrecoverableError, Worker } from "bullmq";
import { ConfigurationError, IntentConflictError, UnsafeToSignError } from "bursar";
import { createPolicy, payBatch } from "../pay.mjs";
import { readPlan } from "../plan.mjs";
import { readSettings } from "../settings.mjs";
import { type BatchJob, openStores, toConnection, toQueueName } from "./stores.mjs";

const [file = ""] = process.argv.slice(2);
const settings = readSettings();
const plan = await readPlan(file, settings);
const { journal, policyStore, close } = openStores();
const policy = createPolicy(settings, plan, policyStore);

/** After these errors, another attempt would soon end in the same way. A later run tries again. */
const isFinal = (error: unknown) =>
  error instanceof UnsafeToSignError ||
  error instanceof IntentConflictError ||
  error instanceof ConfigurationError;

async function pay({ data }: Job<BatchJob>): Promise<void> {
  const batch = plan.batches[data.batch];
  if (!batch) throw new UnrecoverableError("the file has no such batch");
  try {
    // What is not settled in this time is looked at again by the next attempt.
    await payBatch(settings, batch, { journal, policy, wait: { timeout: 10_000 } });
    // The state is in the journal, also `check` and `failed`. The report lists them.
  } catch (error) {
    const message = `${batch.intent}: ${error instanceof Error ? error.message : error}`;
    throw isFinal(error) ? new UnrecoverableError(message) : new Error(message);
  }
}

const worker = new Worker(toQueueName(plan), pay, {
  connection: toConnection(),
  concurrency: 10,
  // A worker without a sign of life for 5 seconds was killed: another one takes its jobs. A worker
  // that was only slow pays nothing twice, because of `once`.
  lockDuration: 5_000,
  stalledInterval: 2_500,
  maxStalledCount: 1_000,
});
worker.on("failed", (_job, error) => console.error(error.message));
worker.on("error", (error) => console.error(error.message));

await worker.waitUntilReady();
console.log(`worker ${process.pid} is ready`);

let isStopping = false;
/** Ends after the current jobs, or after ten seconds: a kill does no harm. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(), 10_000);
  await worker.close();
  await close();
  process.exit();
}
for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, stop);
// start.mts has ended before the line above.
if (process.connected === false) await stop();
