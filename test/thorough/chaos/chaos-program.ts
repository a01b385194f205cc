// A process that pays intents, as a shop would: a journal in a file, a policy and receipts. It is
// built with esbuild, and killed at any moment. Each line that it prints is JSON.
import { readFileSync, writeSync } from "node:fs";
import { createPublicClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { createClient } from "../../../src/client.js";
import { createFileJournal, once, type Prepared, recover } from "../../../src/intents/index.js";
import { createSigningPolicy } from "../../../src/policy/index.js";
import { createFileReceipts } from "../../../src/receipts/index.js";
import { sqlPolicyStore, sqlReceipts } from "../../../src/stores/index.js";
import { pickExecutable } from "../../../src/tasks/index.js";
import { connectSql } from "../../e2e/stores/connect-sql.mjs";
import type { ChaosSettings, Payment } from "./chaos-settings.js";

const settings = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as ChaosSettings;
const { baseUrl, apiKey, walletAddress, usdc, receiver, policyName } = settings;
const print = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

const now = Date.now;
/** The clock of the service, and how far the clock of this process is from it. */
Date.now = () => now() + Number(readFileSync(settings.clock, "utf8")) + settings.clockError;

const signer = privateKeyToAccount(settings.privateKey);
const client = createClient({
  baseUrl,
  apiKey,
  logLevel: "off",
  timeout: 5_000,
  retry: { baseDelay: 5, maxDelay: 20 },
});
const query = await connectSql.sqlite(settings.database, 60_000);
const store = sqlPolicyStore({ query, dialect: "sqlite" });
const policy = createSigningPolicy({
  name: policyName,
  chains: [137],
  receivers: [receiver],
  limits: [{ token: usdc, perOperation: "500", windows: [{ hours: 24, max: settings.limit }] }],
  approval: {
    above: [{ token: usdc, amount: settings.approvedAbove }],
    approvers: [settings.approver],
  },
  store,
});
// One process has a file of its own, and the others share a table.
const receipts = settings.receiptsFile
  ? createFileReceipts(settings.receiptsFile)
  : sqlReceipts({ query, dialect: "sqlite" });
const journal = createFileJournal(settings.journal);
const settle = createPublicClient({
  chain: polygon,
  transport: http(`${baseUrl}/chaos/node`, { retryCount: 0, timeout: 5_000 }),
});

const terms = {
  journal,
  walletAddress,
  chainId: 137,
  signer,
  owner: signer.address,
  policy,
  receipts,
  settle,
  wait: { timeout: 300, interval: 5, maxInterval: 20 },
};

async function prepare({ request, kind }: Payment, metadata: object): Promise<Prepared> {
  const expect = { ...request, metadata };
  if (kind === "transfer")
    return {
      operation: (await client.operations.transfer(expect as never)).transfer,
      expect: expect as never,
    };
  const { quotes } = await client.swap.quote(expect as never);
  return { quote: pickExecutable(quotes), expect: expect as never };
}

async function pay(payment: Payment) {
  const { intent, mandate } = payment;
  const options = { intent, ...terms, ...(mandate && { mandate }) };
  const result = await once(client, options, (metadata) => prepare(payment, metadata));
  const { state, userOperationHash, problems, receiptError } = result;
  print({ intent, state, userOperationHash, problems: problems ?? [], receiptError });
}

const describe = (error: unknown) => {
  const { name, message, problems } = error as Error & { problems?: { message: string }[] };
  const reasons = problems?.map((problem) => problem.message);
  return { name, message: message.split("\n")[0], reasons };
};

if (settings.unfreeze) await policy.unfreeze();
try {
  for await (const { intent, state } of recover(client, journal))
    print({ recovered: intent, state });
} catch (error) {
  print({ recovered: "none", ...describe(error) });
}
for (const payment of settings.payments)
  try {
    await pay(payment);
  } catch (error) {
    print({ intent: payment.intent, ...describe(error) });
  }
print({ frozen: (await policy.frozen()) ?? null });
