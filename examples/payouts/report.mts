// Shows a report of the payouts as CSV. It is made of the journal, the history of the wallet and
// the chain, not of what a program remembers, and compares them. payouts.mts writes it.

import { rename, writeFile } from "node:fs/promises";
import { sumAmounts, type Transaction } from "bursar";
import type { IntentEntry, Journal } from "bursar/intents";
import { checkSettlement, fromUnits, readSettlement } from "bursar/signing";
import { createPublicClient, http, isHash } from "viem";
import type { Payment } from "./payments.mjs";
import type { Batch, Plan } from "./plan.mjs";
import type { Settings } from "./settings.mjs";

const header =
  "id,receiver,amount,state,user operation hash,transaction hash,arrived,gas and fees,reason";

/** A line of the report. Amounts are decimal strings in whole tokens: a number would round them. */
interface Row extends Payment {
  /** The state in the journal. */
  readonly state: string;
  readonly userOperationHash: string;
  readonly transactionHash: string;
  /** What reached the receiver on the chain. Empty if it was not measured, or differs. */
  readonly arrived: string;
  /** Of the whole batch, in the row of its first payment. */
  readonly gasAndFees: string;
  /** Why it failed or must be checked. */
  readonly reason: string;
}

export interface Report {
  readonly rows: readonly Row[];
  /** How the file, the journal, the history and the chain differ. */
  readonly problems: readonly string[];
}

/** How many batches are measured at once. */
const atOnce = 4;

/** Writes the report and prints its totals. Returns whether all is paid and no amount differs. */
export async function writeReport(
  file: string,
  settings: Settings,
  plan: Plan,
  journal: Journal,
): Promise<boolean> {
  const { rows, problems } = await createReport(settings, plan, journal);
  const lines = rows.map((row) => {
    const { id, receiver, amount, state, userOperationHash } = row;
    const payment = [id, receiver, amount, state, userOperationHash];
    const result = [row.transactionHash, row.arrived, row.gasAndFees, row.reason];
    return [...payment, ...result].map(toCell).join(",");
  });
  await writeFile(`${file}.new`, `${[header, ...lines].join("\n")}\n`);
  await rename(`${file}.new`, file);

  const done = rows.filter(({ state }) => state === "done");
  const sum = (amounts: string[]) => sumAmounts(amounts.filter((amount) => amount !== ""));
  console.log(`${file}: ${done.length} of ${rows.length} payments are done`);
  console.log(`paid         ${sum(done.map(({ amount }) => amount))}`);
  if (settings.nodeUrl) {
    console.log(`arrived      ${sum(rows.map(({ arrived }) => arrived))}`);
    console.log(`gas and fees ${sum(rows.map(({ gasAndFees }) => gasAndFees))}`);
  } else console.log("set NODE_URL to measure what arrived, and gas and fees");
  for (const { id, state, reason } of rows)
    if (state !== "done") console.error(`${id} is ${state} ${reason}`);
  for (const problem of problems) console.error(problem);
  return done.length === plan.payments.length && problems.length === 0;
}

function toCell(text: string): string {
  // Hash and reason are the words of the service. A spreadsheet must not run them.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function createReport(settings: Settings, plan: Plan, journal: Journal): Promise<Report> {
  const entries = new Map<string, IntentEntry>();
  for await (const entry of journal.list()) entries.set(entry.intent, entry);
  const records = await readHistory(settings);
  const reportBatch = async (batch: Batch): Promise<Report> => {
    const { intent, payments } = batch;
    const entry = entries.get(intent);
    const executed = records.get(intent) ?? [];
    const [record] = executed;
    const problems: string[] = [];
    if (executed.length > 1) problems.push(`the history has ${executed.length} records`);
    if (entry?.state === "done" && record?.id !== entry.transactionId)
      problems.push(`the history has no record ${entry.transactionId}`);
    if (record && entry?.state !== "done")
      problems.push(`the history has a record, the journal says ${entry?.state ?? "nothing"}`);
    const measured = await measure(settings, batch, entry, record).catch((error: Error) => {
      problems.push(`nothing was measured: ${error.message}`);
      return undefined;
    });
    problems.push(...(measured?.problems ?? []));
    const rows = payments.map((payment, i) => ({
      ...payment,
      state: entry?.state ?? "not started",
      userOperationHash: entry?.userOperationHash ?? "",
      transactionHash: record?.transactionHash?.hash ?? "",
      arrived: measured?.complete.has(toKey(payment.receiver)) ? payment.amount : "",
      gasAndFees: i === 0 && measured ? measured.gasAndFees : "",
      reason: entry?.reason ?? "",
    }));
    return { rows, problems: problems.map((problem) => `${intent}: ${problem}`) };
  };
  const reports: Report[] = [];
  for (let i = 0; i < plan.batches.length; i += atOnce)
    reports.push(...(await Promise.all(plan.batches.slice(i, i + atOnce).map(reportBatch))));
  return {
    rows: reports.flatMap(({ rows }) => rows),
    problems: reports.flatMap(({ problems }) => problems),
  };
}

/** The records of payouts by their intent, without those that failed. */
async function readHistory({ client, walletAddress }: Settings) {
  const records = new Map<string, Transaction[]>();
  for await (const record of client.wallets.history(walletAddress, {}, { prefetch: true })) {
    const { intent } = record.metadata ?? {};
    if (typeof intent !== "string" || record.status === "FAILED") continue;
    records.set(intent, [...(records.get(intent) ?? []), record]);
  }
  return records;
}

/** What the operation of a batch did on the chain. */
interface Measured {
  /** The receivers that got exactly the sum of their payments, in lower case. */
  readonly complete: ReadonlySet<string>;
  /** What left the wallet and reached no receiver. */
  readonly gasAndFees: string;
  readonly problems: readonly string[];
}

/** Compares what the chain has moved with the payments of a batch. Needs a node. */
async function measure(
  { nodeUrl, walletAddress, chainId, token }: Settings,
  { payments }: Batch,
  entry: IntentEntry | undefined,
  record: Transaction | undefined,
): Promise<Measured | undefined> {
  const transactionHash = record?.transactionHash?.hash;
  const { state, userOperationHash, statement } = entry ?? {};
  if (!nodeUrl || state !== "done") return undefined;
  if (!userOperationHash || !transactionHash || !isHash(transactionHash))
    throw new Error("its transaction is not known");
  const node = createPublicClient({ transport: http(nodeUrl) });
  const accounts = [walletAddress, ...payments.map(({ receiver }) => receiver)];
  const options = { chainId, transactionHash, userOperationHash, accounts };
  const settlement = await readSettlement(node, options);
  if (settlement.status !== "executed") throw new Error(`it is ${settlement.status} on the chain`);
  const problems = statement ? checkSettlement(settlement, statement) : [];

  const changes = settlement.changes.filter((change) => change.token === toKey(token));
  const decimals = Object.entries(settlement.decimals).find(([each]) => each === toKey(token))?.[1];
  if (decimals === undefined) throw new Error("the decimals of the token are not known");
  const toAmount = (units: bigint): string =>
    units < 0n ? `-${toAmount(-units)}` : fromUnits(units, decimals);
  const differences: string[] = [];
  const complete = new Set<string>();
  for (const [receiver, own] of groupByReceiver(payments)) {
    const expected = sumAmounts(own.map(({ amount }) => amount));
    const change = changes.find(({ account }) => toKey(account) === receiver);
    const arrived = toAmount(change?.amount ?? 0n);
    if (arrived === expected) complete.add(receiver);
    else differences.push(`${receiver}: expected ${expected}, got ${arrived}`);
  }
  // The wallet's change is negative.
  const rest = changes.reduce((sum, { amount }) => sum - amount, 0n);
  return {
    complete,
    gasAndFees: toAmount(rest),
    problems: [...problems.map(({ message }) => message), ...differences],
  };
}

function groupByReceiver(payments: readonly Payment[]): Map<string, Payment[]> {
  const groups = new Map<string, Payment[]>();
  for (const payment of payments) {
    const key = toKey(payment.receiver);
    groups.set(key, [...(groups.get(key) ?? []), payment]);
  }
  return groups;
}

/** The same address may be written in several ways. */
const toKey = (address: string): string => address.toLowerCase();
