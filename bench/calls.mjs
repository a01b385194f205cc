// npm run bench: one small call and one page of 100 records, side by side in one run, as ratios to fetch + JSON.parse.
import { Worker } from "node:worker_threads";
import ky from "ky";
import OpenAI from "openai";
import * as z from "zod";
import { createClient } from "../dist/index.js";
import { page, small } from "./records.mjs";

const rounds = Number(process.env.ROUNDS ?? 3000);
const worker = new Worker(new URL("./server.mjs", import.meta.url));
const port = await new Promise((resolve) => worker.once("message", resolve));
const base = `http://127.0.0.1:${port}`;
const address = small.wallet.walletAddress;
const key = "bench-key";

const client = createClient({ baseUrl: base, apiKey: key });
const openai = new OpenAI({ baseURL: base, apiKey: key });
const identity = { externallyOwnedAccount: address, factory: address };
const smallPath = `/api/v1/wallets/address?externallyOwnedAccount=${address}&factory=${address}`;
const pagePath = `/api/v1/wallets/${address}/history`;

const byHand = handWrittenSchemas();
const kyApi = ky.create({ prefixUrl: base, headers: { "x-api-key": key } });
const get = async (path) =>
  JSON.parse(await (await fetch(base + path, { headers: { "x-api-key": key } })).text());

// One way of each library, because every further call warms the code that its contestants share.
const contestants = {
  small: {
    "fetch + JSON.parse": () => get(smallPath),
    "ky + zod by hand": async () => byHand.wallet.parse(await kyApi.get(smallPath.slice(1)).json()),
    "openai-node (checks nothing)": () => openai.models.retrieve(address),
    "bursar (checked)": () => client.wallets.check(identity),
  },
  page: {
    "fetch + JSON.parse": () => get(pagePath),
    "ky + zod by hand": async () => byHand.history.parse(await kyApi.get(pagePath.slice(1)).json()),
    "openai-node (checks nothing)": () => openai.files.list(),
    "bursar (checked)": () => client.wallets.history(address).firstPage(),
  },
};

console.log(
  `node ${process.version}, ${rounds} interleaved rounds, small ${JSON.stringify(small).length} B, page ${JSON.stringify(page).length} B\n`,
);
let lost = 0;
for (const [size, runs] of Object.entries(contestants)) {
  const medians = await race(runs);
  const yardstick = medians["fetch + JSON.parse"];
  console.log(size.padEnd(34), "median ms", "  ratio");
  for (const [name, median] of Object.entries(medians))
    console.log(
      name.padEnd(34),
      median.toFixed(3).padStart(9),
      (median / yardstick).toFixed(2).padStart(7),
    );
  console.log();
  if (medians["bursar (checked)"] >= medians["openai-node (checks nothing)"]) lost++;
}
console.log(
  lost
    ? `bursar was slower than openai-node in ${lost} of 2`
    : "bursar, with every answer checked, was faster than openai-node in both",
);
await worker.terminate();

async function race(runs) {
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  const order = Object.entries(runs);
  for (let round = -200; round < rounds; round++) {
    // A fixed order would let one contestant pay for the garbage of another.
    order.sort(() => Math.random() - 0.5);
    for (const [name, run] of order) {
      const begun = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - begun);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      list.sort((a, b) => a - b)[list.length >> 1],
    ]),
  );
}

/** What a careful user writes: the same two answers, in Zod's fast form. */
function handWrittenSchemas() {
  const text = z.string().nullish();
  const chain = z.looseObject({ id: z.number(), name: text, logo: text });
  const token = z.looseObject({
    name: text,
    symbol: text,
    decimals: z.number().nullish(),
    address: text,
    logoURL: text,
  });
  const link = z.looseObject({ hash: text, explorerURL: text, explorer: text });
  const metadata = z.record(z.string(), z.string()).nullish();
  const amount = z.looseObject({
    token,
    amount: text,
    amountIn: z.record(z.string(), text),
    cryptoCurrency: token,
  });
  const transaction = z.looseObject({
    metadata,
    id: z.string(),
    createdAt: text,
    updatedAt: text,
    executedAt: text,
    status: z.string(),
    transactionHash: link.nullish(),
    chain: chain.nullish(),
    type: z.string(),
    userOperationHash: text,
    receivedBy: text,
    receivedFromAddress: text,
    receivedCryptoCurrency: token.nullish(),
    receivedAmount: amount.nullish(),
  });
  const wallet = z.looseObject({
    metadata,
    walletAddress: z.string(),
    externallyOwnedAccount: text,
    factory: text,
    implementation: text,
    eip7702: z.boolean().nullish(),
    deployed: z.array(z.looseObject({ chain, deployed: z.boolean() })).nullish(),
    salt: z.union([z.string(), z.number()]).nullish(),
    registeredAt: text,
    lastTransactionAt: text,
  });
  return {
    wallet: z.looseObject({ wallet }),
    history: z.looseObject({ nextLastId: text, transactions: z.array(transaction) }),
  };
}
