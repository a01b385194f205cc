// Shows payouts to the receivers of a CSV file, in batches, each made once. After an interruption,
// also a kill -9, run it again: it continues, and makes no payment twice. At the end it writes
// payments.report.csv.
// Run it: in one terminal `npx -y tsx payouts/serve.mts`, which serves a wallet and writes
// payments.csv. In another, with the settings that it prints:
//   npx -y tsx payouts/payouts.mts payments.csv --dry-run
//   npx -y tsx payouts/payouts.mts payments.csv
//   npx -y tsx payouts/payouts.mts payments.csv --workers 4
// The last one needs the packages, Redis and PostgreSQL that workers/start.mts names.

import { parseArgs } from "node:util";
import { isBursarError, sumAmounts, type Transfer } from "bursar";
import { createFileJournal, type Journal, recover } from "bursar/intents";
import { checkOperation } from "bursar/signing";
import { createPolicy, payBatch, toRequest } from "./pay.mjs";
import { assertUnchanged, type Plan, readPlan } from "./plan.mjs";
import { showProgress } from "./progress.mjs";
import { writeReport } from "./report.mjs";
import { readSettings, type Settings } from "./settings.mjs";

const usage =
  "usage: payouts.mts <file.csv> [--dry-run] [--workers <number>] [--report <file.csv>]";

async function dryRun(settings: Settings, { batches }: Plan, total: string): Promise<void> {
  const { client, signer, maxGasFee } = settings;
  const transfers: Partial<Transfer>[] = [];
  for (const batch of batches) {
    const expect = toRequest(settings, batch);
    const prepared = await client.operations.batch(expect);
    const problems = checkOperation(prepared, { expect, owner: signer.address, maxGasFee });
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
    transfers.push(...prepared.operations.map(({ transfer }) => transfer ?? {}));
  }
  const received = sumAmounts(transfers.map(({ amountToBeReceived }) => amountToBeReceived ?? "0"));
  const gas = sumAmounts(transfers.map((each) => each.estimatedGasFees?.maxGasFeeToken ?? "0"));
  console.log(`sent      ${total}\nfees      ${sumAmounts([total, `-${received}`])}`);
  console.log(`gas up to ${gas}\narrives   ${received}`);
}

/** The function of workers/start.mts. Returns whether all is paid and no amount differs. */
export type PayWithWorkers = (
  file: string,
  count: number,
  settings: Settings,
  plan: Plan,
  reportFile: string,
) => Promise<boolean>;

/** Pays one batch after the other, in this process. */
async function payAlone(settings: Settings, plan: Plan, journal: Journal): Promise<void> {
  const policy = createPolicy(settings, plan);
  for await (const { intent, state, reason } of recover(settings.client, journal))
    console.log(`${intent} is ${state} ${reason ?? ""}`);
  for (const [i, batch] of plan.batches.entries()) {
    const { state, reason } = await payBatch(settings, batch, { journal, policy });
    if (state !== "done") return console.error(`\n${batch.intent} is ${state}: ${reason}`);
    showProgress(i + 1, plan.batches.length);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean" },
      workers: { type: "string" },
      report: { type: "string" },
    },
  });
  const [file] = positionals;
  const workers = Number(values.workers ?? 0);
  if (!file || !Number.isInteger(workers) || workers < 0) throw new Error(usage);
  const settings = readSettings();
  const plan = await readPlan(file, settings);
  const total = sumAmounts(plan.payments.map(({ amount }) => amount));
  console.log(`${plan.payments.length} payments in ${plan.batches.length} batches: ${total}`);
  if (values["dry-run"]) return dryRun(settings, plan, total);
  await assertUnchanged(file, plan, workers > 0 ? "database" : "file");
  const reportFile = values.report ?? file.replace(/(\.csv)?$/, ".report.csv");
  let isPaid: boolean;
  if (workers > 0) {
    // By its URL, because it needs packages that the other programs here do not need.
    const url = new URL("workers/start.mjs", import.meta.url);
    const module: { payWithWorkers: PayWithWorkers } = await import(url.href);
    isPaid = await module.payWithWorkers(file, workers, settings, plan, reportFile);
  } else {
    const journal = createFileJournal(`${file}.journal`);
    await payAlone(settings, plan, journal);
    isPaid = await writeReport(reportFile, settings, plan, journal);
  }
  if (isPaid) console.log(`all ${plan.payments.length} payments are made`);
  else process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (isBursarError(error) && error.hint) console.error(error.hint);
  process.exitCode = 1;
}
