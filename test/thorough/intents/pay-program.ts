// The program that is killed: it recovers, and then pays each intent. It is built with esbuild.
import { readFileSync } from "node:fs";
import { privateKeyToAccount } from "viem/accounts";
import {
  type BatchRequest,
  type CustomOperationRequest,
  createClient,
} from "../../../src/index.js";
import { createFileJournal, once, type Prepared, recover } from "../../../src/intents/index.js";
import { sqlJournal } from "../../../src/stores/index.js";
import { pickExecutable } from "../../../src/tasks/index.js";
import { connectSql } from "../../e2e/stores/connect-sql.mjs";
import type { Payment, Settings } from "./kills.js";

const settings = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as Settings;
const { baseUrl, apiKey, walletAddress, privateKey, usdc, weth, receiver } = settings;
const now = Date.now;
// The sandbox is moved beyond the expiry of what was signed, and this machine with it, also while
// this process is stopped.
Date.now = () => now() + Number(readFileSync(settings.clock, "utf8"));

/** Not later: nothing can prevent a stop between the check of the expiry and the first byte. */
let sentAt = 0;
const onRequest = () => {
  sentAt = Date.now();
};

const client = createClient({
  baseUrl,
  apiKey,
  retry: false,
  logLevel: "off",
  hooks: { onRequest },
  fetch(request) {
    request.headers.set("sent-at", String(sentAt));
    return fetch(request);
  },
});
const { kind: dialect, url } = settings.journal;
// The other program can be stopped while it locks SQLite, so it waits as long as in docs/stores.md.
const journal =
  dialect === "file"
    ? createFileJournal(url)
    : sqlJournal({ query: await connectSql[dialect](url, 5_000), dialect });
const signer = privateKeyToAccount(privateKey);
const base = {
  walletAddress,
  toAddress: walletAddress,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
} as const;

const toTransfer = (metadata: { intent: string }, amount = "1") =>
  ({ ...base, toAddress: receiver, chainId: 137, token: usdc, amount, metadata }) as const;
const toBatch = (metadata: { intent: string }): BatchRequest => ({
  walletAddress,
  chainId: 137,
  operations: ["1", "2"].map((amount) => ({
    type: "transfer",
    params: toTransfer(metadata, amount),
  })),
});
const toCustom = (metadata: { intent: string }): CustomOperationRequest => ({
  walletAddress,
  chainId: 137,
  payGasFeeToken: usdc,
  metadata,
  operations: [
    {
      address: usdc,
      methodSignature: "transfer(address,uint256)",
      arguments: [receiver, "1000000"],
    },
  ],
});
/** The requests that the others are compared with. */
const expected = {
  transfer: toTransfer,
  batch: toBatch,
  custom: toCustom,
  swap: undefined,
  position: undefined,
};

const prepare: Record<Payment["kind"], (metadata: { intent: string }) => Promise<Prepared>> = {
  async swap(metadata) {
    const swap = { amountIn: "1", tokenIn: usdc, tokenOut: weth } as const;
    const expect = { ...base, ...swap, chainIdIn: 137, chainIdOut: 137, metadata } as const;
    return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
  },
  async transfer(metadata) {
    return (await client.operations.transfer(toTransfer(metadata))).transfer;
  },
  batch: (metadata) => client.operations.batch(toBatch(metadata)),
  custom: async (metadata) => (await client.operations.custom(toCustom(metadata))).userOperation,
  async position(metadata) {
    const range = { poolFeePercent: 0.05, minPrice: 0.0002, maxPrice: 0.0008 };
    const tokens = { token0: usdc, token1: weth, tokenIn: usdc, amountIn: "10" };
    const request = { ...base, ...range, ...tokens, chainId: 137, metadata } as const;
    return (await client.liquidity.create(request)).operation;
  },
};

try {
  for await (const { intent, state } of recover(client, journal)) console.log("saw", intent, state);
} catch (error) {
  console.log("error recover", String(error).split("\n")[0]);
}
for (const { intent, kind } of settings.payments)
  try {
    const wait = { timeout: 500, interval: 5, maxInterval: 20 };
    const terms = { journal, walletAddress, chainId: 137, signer, owner: signer.address, wait };
    const expect = expected[kind]?.({ intent });
    const { state } = await once(client, { intent, ...terms, expect }, prepare[kind]);
    console.log("once", intent, state);
  } catch (error) {
    console.log("error", intent, String(error).split("\n")[0]);
  }
