// Shows payouts to the receivers of a CSV file, in batches, each made once. After an interruption,
// also a kill -9, run it again: it continues, and makes no payment twice.
// Run it: in one terminal `npx -y tsx payouts/serve.mts`, which serves a wallet and writes
// payments.csv. In another, with the settings that it prints:
//   npx -y tsx payouts/payouts.mts payments.csv --dry-run
//   npx -y tsx payouts/payouts.mts payments.csv

import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type BatchRequest, createClient, isAddress, sumAmounts, type Transfer } from "bursar";
import { createFileJournal, once, recover } from "bursar/intents";
import { createSigningPolicy } from "bursar/policy";
import { checkOperation } from "bursar/signing";
import { isHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Payment, readPayments } from "./payments.mjs";

const [file = "", mode] = process.argv.slice(2);
const {
  BURSAR_BASE_URL: baseUrl = "http://127.0.0.1:4010",
  BURSAR_API_KEY: apiKey = "sandbox-key",
  WALLET: walletAddress = "",
  OWNER_KEY: ownerKey = "",
  TOKEN: token = "",
  MAX_GAS_PER_BATCH: maxGasFee = "10",
  MAX_PER_BATCH: perOperation = "10000",
  MAX_PER_DAY: perDay = "100000",
  BATCH_SIZE: batchSize = "50",
} = process.env;
if (!file || !isAddress(walletAddress) || !isAddress(token) || !isHash(ownerKey)) {
  console.error("usage: WALLET=0x… OWNER_KEY=0x… TOKEN=0x… payouts.mts <file.csv> [--dry-run]");
  process.exit(1);
}
const chainId = 137;
const signer = privateKeyToAccount(ownerKey);
const client = createClient({ baseUrl, apiKey });

const csv = await readFile(file, "utf8");
const payments = readPayments(csv);
const digest = createHash("sha256").update(`${batchSize}\n${csv}`).digest("hex");
const batches = Array.from({ length: Math.ceil(payments.length / Number(batchSize)) }, (_, i) =>
  payments.slice(i * Number(batchSize), (i + 1) * Number(batchSize)),
);
const total = sumAmounts(payments.map(({ amount }) => amount));
console.log(`${payments.length} payments in ${batches.length} batches: ${total}`);

/** The request of a batch. The prepared batch is compared with it before it is signed. */
const toRequest = (batch: readonly Payment[], metadata: { intent: string }): BatchRequest => ({
  walletAddress,
  chainId,
  operations: batch.map(({ receiver, amount }) => ({
    type: "transfer",
    params: {
      walletAddress,
      chainId,
      token,
      amount,
      toAddress: receiver,
      metadata,
      payGasFeeToken: token,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
    },
  })),
});

if (mode === "--dry-run") {
  const transfers: Partial<Transfer>[] = [];
  for (const batch of batches) {
    const request = toRequest(batch, { intent: "dry run" });
    const prepared = await client.operations.batch(request);
    const owner = signer.address;
    const problems = checkOperation(prepared, { expect: request, owner, maxGasFee });
    for (const { message } of problems) console.error(message);
    if (problems.length > 0) process.exit(1);
    transfers.push(...prepared.operations.map(({ transfer }) => transfer ?? {}));
  }
  const received = sumAmounts(transfers.map(({ amountToBeReceived }) => amountToBeReceived ?? "0"));
  const gas = sumAmounts(transfers.map((each) => each.estimatedGasFees?.maxGasFeeToken ?? "0"));
  console.log(`sent      ${total}\nfees      ${sumAmounts([total, `-${received}`])}`);
  console.log(`gas up to ${gas}\narrives   ${received}`);
  process.exit(0);
}

// A changed file would be divided into other batches, and could pay a receiver twice.
const planFile = `${file}.plan`;
const plan = await readFile(planFile, "utf8").catch(async () => {
  await writeFile(`${planFile}.new`, digest);
  await rename(`${planFile}.new`, planFile);
  return digest;
});
if (plan !== digest) {
  console.error(`${file} has changed since it was started. Put new payments in a new file.`);
  process.exit(1);
}

const journal = createFileJournal(`${file}.journal`);
// In memory, the limit of a day starts anew with the program. Use a store of bursar/stores.
const policy = createSigningPolicy({
  chains: [chainId],
  receivers: payments.map(({ receiver }) => receiver),
  limits: [{ token, perOperation, windows: [{ hours: 24, max: perDay }] }],
});

function showProgress(done: number): void {
  const part = done / batches.length;
  const text = `${"█".repeat(Math.round(30 * part)).padEnd(30, "░")} ${done} of ${batches.length}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
  else process.stderr.write(`${text}\n`);
}

for await (const { intent, state, reason } of recover(client, journal))
  console.log(`${intent} is ${state} ${reason ?? ""}`);
for (const [i, batch] of batches.entries()) {
  const intent = `payouts ${digest.slice(0, 16)} batch ${i + 1}`;
  const expect = toRequest(batch, { intent });
  const terms = { journal, policy, walletAddress, chainId, signer, owner: signer.address };
  const settings = { intent, ...terms, expect, maxGasFee };
  const { state, reason } = await once(client, settings, (metadata) =>
    client.operations.batch(toRequest(batch, metadata)),
  );
  if (state !== "done") {
    console.error(`\n${intent} is ${state}: ${reason}`);
    process.exit(1);
  }
  showProgress(i + 1);
}
console.log(`\nall ${payments.length} payments are made`);
