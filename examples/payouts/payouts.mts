// Shows payouts to the receivers of a CSV file, in batches, each made once. After an interruption,
// also a kill -9, run it again: it continues, and makes no payment twice.
// Run it: in one terminal `npx -y tsx payouts/serve.mts`, which serves a wallet and writes
// payments.csv. In another, with the settings that it prints:
//   npx -y tsx payouts/payouts.mts payments.csv --dry-run
//   npx -y tsx payouts/payouts.mts payments.csv

import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type BatchTransfer, createClient, isAddress, sameAddress, sumAmounts } from "bursar";
import { createFileJournal, once, recover } from "bursar/intents";
import { createSigningPolicy } from "bursar/policy";
import { toUnits } from "bursar/signing";
import { privateKeyToAccount } from "viem/accounts";
import { type Payment, readPayments } from "./payments.mjs";

const [file = "", mode] = process.argv.slice(2);
const {
  BURSAR_BASE_URL: baseUrl = "http://127.0.0.1:4010",
  BURSAR_API_KEY: apiKey = "sandbox-key",
  WALLET: walletAddress = "",
  OWNER_KEY: ownerKey = "",
  TOKEN: token = "",
  MAX_GAS_PER_BATCH: maxGas = "10",
  MAX_PER_BATCH: perOperation = "10000",
  MAX_PER_DAY: perDay = "100000",
  BATCH_SIZE: batchSize = "50",
} = process.env;
if (!file || !isAddress(walletAddress) || !isAddress(token) || !/^0x[\da-f]{64}$/i.test(ownerKey)) {
  console.error("usage: WALLET=0x… OWNER_KEY=0x… TOKEN=0x… payouts.mts <file.csv> [--dry-run]");
  process.exit(1);
}
const chainId = 137;
const signer = privateKeyToAccount(ownerKey as `0x${string}`);
const client = createClient({ baseUrl, apiKey });

const csv = await readFile(file, "utf8");
const payments = readPayments(csv);
const digest = createHash("sha256").update(`${batchSize}\n${csv}`).digest("hex");
const batches = Array.from({ length: Math.ceil(payments.length / Number(batchSize)) }, (_, i) =>
  payments.slice(i * Number(batchSize), (i + 1) * Number(batchSize)),
);
const total = sumAmounts(payments.map(({ amount }) => amount));
console.log(`${payments.length} payments in ${batches.length} batches: ${total}`);

/** Prepares a batch, and compares it with the payments. */
const prepare = async (batch: readonly Payment[], metadata: { intent: string }) => {
  const operations = batch.map(({ receiver, amount }): BatchTransfer => {
    const transfer = { walletAddress, chainId, token, payGasFeeToken: token, metadata } as const;
    const params = { ...transfer, toAddress: receiver, amount } as const;
    return { type: "transfer", params: { ...params, gasFeePaymentMethod: "ADD_TO_AMOUNT" } };
  });
  const prepared = await client.operations.batch({ walletAddress, chainId, operations });
  const { userOperationHash, revertReason } = prepared;
  if (!userOperationHash) throw new Error(`the batch would fail: ${revertReason?.decoded}`);
  const transfers = prepared.operations.map(({ transfer }) => transfer ?? {});
  const isSame = batch.every(({ receiver, amount }, i) => {
    const { toAddress, token: sent, amountToSend } = transfers[i] ?? {};
    return sameAddress(toAddress, receiver) && sameAddress(sent, token) && amountToSend === amount;
  });
  if (!isSame || transfers.length !== batch.length)
    throw new Error("the prepared batch is not the one that was asked for");
  const gas = sumAmounts(transfers.map((each) => each.estimatedGasFees?.maxGasFeeToken ?? "0"));
  if (toUnits(gas, 18) > toUnits(maxGas, 18))
    throw new Error(`the gas is ${gas}, above MAX_GAS_PER_BATCH=${maxGas}`);
  const received = sumAmounts(transfers.map(({ amountToBeReceived }) => amountToBeReceived ?? "0"));
  return { operation: { ...prepared, userOperationHash }, gas, received };
};

if (mode === "--dry-run") {
  const all = [];
  for (const batch of batches) all.push(await prepare(batch, { intent: "dry run" }));
  const received = sumAmounts(all.map((each) => each.received));
  console.log(`sent      ${total}\nfees      ${sumAmounts([total, `-${received}`])}`);
  console.log(`gas up to ${sumAmounts(all.map(({ gas }) => gas))}\narrives   ${received}`);
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
// In memory, the limit of a day starts anew with the program. Use a store, as in several-servers.
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
  const changes = {
    losses: [{ token, amount: sumAmounts([...batch.map(({ amount }) => amount), maxGas]) }],
    gains: batch.map(({ receiver, amount }) => ({ token, amount, receiver })),
  };
  const terms = { journal, policy, walletAddress, chainId, signer, owner: signer.address, changes };
  const { state, reason } = await once(client, { intent, ...terms }, async (metadata) => {
    const { operation } = await prepare(batch, metadata);
    return operation;
  });
  if (state !== "done") {
    console.error(`\n${intent} is ${state}: ${reason}`);
    process.exit(1);
  }
  showProgress(i + 1);
}
console.log(`\nall ${payments.length} payments are made`);
