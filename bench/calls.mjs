// One small read, one POST, one page of 100 records, one error and one retry, side by side in one
// run, as ratios to fetch + JSON.parse: `npm run bench` runs it on Node 20, 22 and 24. Prints the
// median of the runs and their quartiles, one call at a time, by processor time (of all threads of
// this process) and by wall time, and then the calls per second of 50 at once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import ky from "ky";
import { ofetch } from "ofetch";
import OpenAI from "openai";
import createOpenApiClient from "openapi-fetch";
import Stripe from "stripe";
import { Agent, request as undiciRequest } from "undici";
import * as z from "zod";
import { createClient } from "../dist/index.js";
import { undiciWire } from "../dist/undici.js";
import { page, queued, signed, small } from "./records.mjs";

const runs = Number(process.env.RUNS ?? 5);
const rounds = Number(process.env.ROUNDS ?? 300);
const atOnce = 50;
const batch = 10;
const server = fork(fileURLToPath(new URL("./server.mjs", import.meta.url)));
const [port] = await once(server, "message");
const base = `http://127.0.0.1:${port}`;
const address = small.wallet.walletAddress;
const key = "bench-key";

const wire = undiciWire();
/** The clients of a service at one address. */
function createClients(baseUrl) {
  // Without a delay worth its name, and without an end.
  const retry = { baseDelay: 1, quota: false };
  const options = { baseUrl, apiKey: key, retry, logLevel: "off" };
  return {
    client: createClient(options),
    onFetch: createClient({ ...options, wire: "fetch" }),
    onUndici: createClient({ ...options, wire }),
    openai: new OpenAI({ baseURL: baseUrl, apiKey: key }),
    kyApi: ky.create({ prefixUrl: baseUrl, headers: { "x-api-key": key } }),
    openApi: createOpenApiClient({ baseUrl, headers: { "x-api-key": key } }),
    ofetchApi: ofetch.create({ baseURL: baseUrl, headers: { "x-api-key": key }, retryDelay: 1 }),
  };
}
const { client, onFetch, onUndici, openai, kyApi, openApi, ofetchApi } = createClients(base);
const missing = createClients(`${base}/missing`);
const busy = createClients(`${base}/busy`);
const stripeOptions = { host: "127.0.0.1", port, protocol: "http", telemetry: false };
const stripe = new Stripe(key, stripeOptions);
const httpClient = Stripe.createFetchHttpClient();
const stripeOnFetch = new Stripe(key, { ...stripeOptions, httpClient });
const identity = { externallyOwnedAccount: address, factory: address };
const smallPath = `/api/v1/wallets/address?externallyOwnedAccount=${address}&factory=${address}`;
const pagePath = `/api/v1/wallets/${address}/history`;
const writePath = "/api/v1/write";
const jsonHeaders = { "x-api-key": key, "content-type": "application/json" };
const message = { model: "any", messages: [{ role: "user", content: signed.signature }] };

const byHand = handWrittenSchemas();
const send = async (path, init) => JSON.parse(await (await fetch(base + path, init)).text());
const ignore = () => {};
const get = (path) => send(path, { headers: { "x-api-key": key } });
const post = (path, body) =>
  send(path, { method: "POST", headers: jsonHeaders, body: JSON.stringify(body) });
const dispatcher = new Agent();
const sendByUndici = async (path, init) =>
  JSON.parse(await (await undiciRequest(base + path, { dispatcher, ...init })).body.text());
const getByUndici = (path) => sendByUndici(path, { headers: { "x-api-key": key } });
const postByUndici = (path, body) =>
  sendByUndici(path, { method: "POST", headers: jsonHeaders, body: JSON.stringify(body) });

const fetchName = "fetch + JSON.parse";
const floorName = "undici.request + JSON.parse";
const bursarName = "bursar, validated";
const onFetchName = "bursar on fetch, validated";
const undiciName = "bursar on undici, validated";
const openaiName = "openai-node, not validated";
const stripeName = "stripe-node on fetch, not validated";
const stripeHttpName = "stripe-node on node:http (default)";
const openApiName = "openapi-fetch, not validated";
const ofetchName = "ofetch, not validated";
const contestants = {
  small: {
    [fetchName]: () => get(smallPath),
    "ky + zod by hand": async () => byHand.wallet.parse(await kyApi.get(smallPath.slice(1)).json()),
    [openaiName]: () => openai.models.retrieve(address),
    [stripeName]: () => stripeOnFetch.balance.retrieve(),
    [stripeHttpName]: () => stripe.balance.retrieve(),
    [openApiName]: () => openApi.GET(smallPath),
    [ofetchName]: () => ofetchApi(smallPath),
    [floorName]: () => getByUndici(smallPath),
    [bursarName]: () => client.wallets.check(identity),
    [onFetchName]: () => onFetch.wallets.check(identity),
    [undiciName]: () => onUndici.wallets.check(identity),
  },
  POST: {
    [fetchName]: () => post(writePath, signed),
    "ky + zod by hand": async () =>
      byHand.queued.parse(await kyApi.post(writePath.slice(1), { json: signed }).json()),
    [openaiName]: () => openai.chat.completions.create(message),
    [stripeName]: () => stripeOnFetch.customers.create({ description: signed.signature }),
    [stripeHttpName]: () => stripe.customers.create({ description: signed.signature }),
    [openApiName]: () => openApi.POST(writePath, { body: signed }),
    [ofetchName]: () => ofetchApi(writePath, { method: "POST", body: signed }),
    [floorName]: () => postByUndici(writePath, signed),
    [bursarName]: () => client.operations.execute(signed),
    [onFetchName]: () => onFetch.operations.execute(signed),
    [undiciName]: () => onUndici.operations.execute(signed),
  },
  page: {
    [fetchName]: () => get(pagePath),
    "ky + zod by hand": async () => byHand.history.parse(await kyApi.get(pagePath.slice(1)).json()),
    [openaiName]: () => openai.files.list(),
    [stripeName]: () => stripeOnFetch.charges.list(),
    [stripeHttpName]: () => stripe.charges.list(),
    [openApiName]: () => openApi.GET(pagePath),
    [ofetchName]: () => ofetchApi(pagePath),
    [floorName]: () => getByUndici(pagePath),
    [bursarName]: () => client.wallets.history(address).firstPage(),
    [onFetchName]: () => onFetch.wallets.history(address).firstPage(),
    [undiciName]: () => onUndici.wallets.history(address).firstPage(),
  },
  "error 404": {
    [fetchName]: () => get(`/missing${smallPath}`),
    [openaiName]: () => missing.openai.models.retrieve(address).catch(ignore),
    [stripeName]: () => stripeOnFetch.rawRequest("GET", "/missing/v1/balance").catch(ignore),
    [stripeHttpName]: () => stripe.rawRequest("GET", "/missing/v1/balance").catch(ignore),
    [openApiName]: () => missing.openApi.GET(smallPath),
    [ofetchName]: () => missing.ofetchApi(smallPath).catch(ignore),
    [bursarName]: () => missing.client.wallets.check(identity).catch(ignore),
    [onFetchName]: () => missing.onFetch.wallets.check(identity).catch(ignore),
    [undiciName]: () => missing.onUndici.wallets.check(identity).catch(ignore),
  },
  // stripe-node waits half a second before each retry.
  "a retry, to two fetches": {
    [fetchName]: async () => [await get(`/busy${smallPath}`), await get(`/busy${smallPath}`)],
    [openaiName]: () => busy.openai.models.retrieve(address),
    [ofetchName]: () => busy.ofetchApi(smallPath),
    [bursarName]: () => busy.client.wallets.check(identity),
    [onFetchName]: () => busy.onFetch.wallets.check(identity),
    [undiciName]: () => busy.onUndici.wallets.check(identity),
  },
};
/** With several calls at once, the server would fail some calls twice. */
const oneByOne = new Set(["a retry, to two fetches"]);

const bytes = (value) => `${JSON.stringify(value).length} B`;
console.log(
  `node ${process.version}, median of ${runs} runs of ${rounds} interleaved rounds;`,
  `small ${bytes(small)}, POST ${bytes(queued)}, page ${bytes(page)}\n`,
);
const comparisons = [];
for (const [size, calls] of Object.entries(contestants)) {
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await race(calls));
  const rates = [];
  for (let run = 0; run < runs && !oneByOne.has(size); run++) rates.push(await measureRates(calls));
  console.log(size.padEnd(38), "cpu ms  ratio  quartiles     wall ratio   at 50, calls/s   ratio");
  const ratios = {};
  for (const name of Object.keys(calls)) {
    const median = (values) => quartile(values, 2);
    const toFetch = results.map(({ cpu }) => cpu[name] / cpu[fetchName]);
    ratios[name] = median(toFetch);
    const range = [1, 3].map((part) => quartile(toFetch, part).toFixed(2)).join("–");
    console.log(
      name.padEnd(38),
      median(results.map(({ cpu }) => cpu[name]))
        .toFixed(3)
        .padStart(6),
      ratios[name].toFixed(2).padStart(6),
      ` ${range}`,
      median(results.map(({ wall }) => wall[name] / wall[fetchName]))
        .toFixed(2)
        .padStart(13),
      ...(rates.length > 0 ? formatRates(rates, name) : []),
    );
  }
  console.log();
  const comparedTo = (...names) =>
    (ratios[bursarName] / Math.min(...names.map((name) => ratios[name]))).toFixed(2);
  if (stripeName in ratios)
    comparisons.push([size, comparedTo(openaiName, stripeName), comparedTo(stripeHttpName)]);
}
console.log("bursar's time, with every response validated, as a ratio to theirs:");
for (const [size, byFetch, onHttp] of comparisons) {
  const others = `the faster of openai-node and stripe-node on fetch ${byFetch}`;
  console.log(`${size.padEnd(10)} ${others}, stripe-node on node:http ${onHttp}`);
}
await Promise.all([wire.close(), dispatcher.close()]);
server.disconnect();

/** The calls per second, and their ratio to those of `fetch`. */
function formatRates(rates, name) {
  const median = (values) => quartile(values, 2);
  return [
    Math.round(median(rates.map((each) => each[name])))
      .toLocaleString("en")
      .padStart(16),
    median(rates.map((each) => each[name] / each[fetchName]))
      .toFixed(2)
      .padStart(7),
  ];
}

/** The median milliseconds of each call: processor time and wall time, in small batches. */
async function race(calls) {
  const samples = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  const order = Object.entries(calls);
  // Before V8 has compiled all of them, the first contestants would pay for it.
  for (let round = -100; round < rounds / batch; round++) {
    // In a fixed order, one contestant would always pay for the garbage of the previous one.
    order.sort(() => Math.random() - 0.5);
    for (const [name, call] of order) {
      const [startedAt, used] = [performance.now(), process.cpuUsage()];
      for (let i = 0; i < batch; i++) await call();
      const { user, system } = process.cpuUsage(used);
      const wall = (performance.now() - startedAt) / batch;
      if (round >= 0) samples[name].push({ wall, cpu: (user + system) / 1_000 / batch });
    }
  }
  const medians = (kind) =>
    Object.fromEntries(
      Object.entries(samples).map(([name, list]) => [
        name,
        quartile(
          list.map((each) => each[kind]),
          2,
        ),
      ]),
    );
  return { cpu: medians("cpu"), wall: medians("wall") };
}

/** The calls per second of each contestant with 50 calls at once, in random order. */
async function measureRates(calls) {
  const rates = {};
  const order = Object.entries(calls).sort(() => Math.random() - 0.5);
  for (const [name, call] of order) {
    let left = 2 * rounds;
    const startedAt = performance.now();
    const work = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    rates[name] = (2_000 * rounds) / (performance.now() - startedAt);
  }
  return rates;
}

function quartile(values, part) {
  return [...values].sort((a, b) => a - b)[Math.round(((values.length - 1) * part) / 4)];
}

/**
 * The schemas that a careful user writes for the same responses, in the form that Zod runs fastest.
 */
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
    queued: z.looseObject({ userOperationHash: z.string(), estimatedExecutionTime: text }),
    history: z.looseObject({ nextLastId: text, transactions: z.array(transaction) }),
  };
}
