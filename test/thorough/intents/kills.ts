import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished } from "vitest";
import { createFileJournal, recover } from "../../../src/intents/index.js";
import { toNodeHandler } from "../../../src/proxy/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { toList } from "../../intents/intent-kit.js";
import { createSandboxClient, factory, inWorld, usdc, weth } from "../../sandbox/open-sandbox.js";

export interface Payment {
  readonly intent: string;
  readonly kind: (typeof kinds)[number];
}

/** What the program reads. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly walletAddress: `0x${string}`;
  readonly privateKey: `0x${string}`;
  readonly usdc: `0x${string}`;
  readonly weth: `0x${string}`;
  readonly receiver: `0x${string}`;
  readonly journal: string;
  readonly ahead: number;
  readonly payments: readonly Payment[];
}

const kinds = ["swap", "position", "transfer", "batch", "custom"] as const;
/** The receiver of transfers, and what each kind of payment sends it, in units of USDC. */
const receiver = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const received = {
  swap: 0n,
  position: 0n,
  transfer: 1_000_000n,
  batch: 3_000_000n,
  custom: 1_000_000n,
};
const root = new URL("../../../", import.meta.url).pathname;

/** A number below `limit`, from a seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

async function buildProgram(): Promise<string> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "kills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [join(root, "test/thorough/intents/pay-program.ts")],
    outfile: join(folder, "pay.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
  return folder;
}

/**
 * Kills programs that pay the same intents at random moments until `total` were killed, deletes the
 * journal after half of them, and asserts that no intent was paid twice. At the end, every entry is settled and paid once.
 */
export async function killAtRandom(
  total: number,
  seed: number,
): Promise<{ kills: number; losses: number; intents: number }> {
  const random = createRandom(seed);
  const folder = await buildProgram();
  let ahead = 0;
  const sandbox = createSandbox({ now: () => Date.now() + ahead });
  const client = createSandboxClient(sandbox);
  const privateKey = generatePrivateKey();
  const externallyOwnedAccount = privateKeyToAccount(privateKey).address;
  const { wallet } = await client.wallets.register({ externallyOwnedAccount, factory });
  const { walletAddress } = wallet;
  for (const token of [usdc, weth] as const)
    sandbox.fund({ account: walletAddress, chainId: 137, token, amount: "1000000" });

  let onRequest = async (_isHandled: boolean) => {};
  const server = createServer(
    toNodeHandler(async (request) => {
      await onRequest(false);
      // So that a wait ends after some requests.
      ahead += 1_000;
      const response = await sandbox.fetch(request);
      await onRequest(true);
      return response;
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journal = join(folder, "journal.jsonl");
  const settings = {
    baseUrl,
    apiKey: sandbox.apiKey,
    walletAddress,
    privateKey,
    usdc,
    weth,
    receiver,
  };

  /** Starts two programs with the same payments. */
  const start = (payments: readonly Payment[]) =>
    [0, 1].map((name) => {
      // As an argument, thousands of payments would be too long.
      const file = join(folder, `settings-${name}.json`);
      writeFileSync(file, JSON.stringify({ ...settings, journal, ahead, payments }));
      const child = spawn(process.execPath, [join(folder, "pay.mjs"), file], {
        stdio: ["ignore", "pipe", "inherit"],
        timeout: 120_000,
      });
      return { child, output: text(child.stdout), ended: once(child, "close") };
    });
  const countPaid = () =>
    inWorld(sandbox, (world) => {
      const hashes = new Map<string, Set<unknown>>();
      for (const record of Object.values(world.history).flat()) {
        const { metadata, status, userOperationHash } = record;
        const { intent } = metadata ?? {};
        if (intent === undefined || status === "FAILED") continue;
        hashes.set(intent, (hashes.get(intent) ?? new Set()).add(userOperationHash));
      }
      const paid = new Map([...hashes].map(([intent, { size }]) => [intent, size] as const));
      return paid;
    });

  let kills = 0;
  let losses = 0;
  const all: Payment[] = [];
  let payments: Payment[] = [];
  const addPayment = () => {
    const kind = kinds[all.length % kinds.length] as Payment["kind"];
    const payment: Payment = { intent: `payment ${all.length}`, kind };
    all.push(payment);
    return payment;
  };
  while (kills < total) {
    const paidBefore = countPaid();
    payments = payments.filter(({ intent }) => !paidBefore.has(intent));
    while (payments.length < 3) payments.push(addPayment());
    const programs = start(payments);
    // Mostly one is killed, and the other one goes on beside its traces.
    const victims = random(3) === 0 ? programs : programs.slice(0, 1);
    let left = random(30);
    const isHandled = random(2) === 0;
    const delay = random(2) === 0 ? 0 : random(10);
    await new Promise<void>((resolve) => {
      onRequest = async (handled) => {
        if (handled !== isHandled || left-- !== 0) return;
        if (delay > 0) await new Promise((later) => setTimeout(later, delay));
        resolve();
      };
      void Promise.all(programs.map(({ ended }) => ended)).then(() => resolve());
    });
    const killed = random(2) === 0 ? programs : victims;
    for (const { child } of killed) if (child.exitCode === null && child.kill("SIGKILL")) kills++;
    await Promise.all(programs.map(({ ended }) => ended));
    onRequest = async () => {};
    const isLost = random(2) === 0;
    if (isLost) rmSync(journal, { force: true });
    losses += Number(isLost);
    for (const [intent, times] of countPaid())
      expect([seed, intent, times]).toEqual([seed, intent, 1]);
    if (random(3) > 0) ahead += 600_000;
  }
  // Everything that was signed has expired, and nothing is sent.
  ahead += 600_000;
  const before = countPaid();
  const moved = createSandboxClient(sandbox);
  for (const { intent, state } of await toList(recover(moved, createFileJournal(journal))))
    expect([seed, intent, state]).toEqual([seed, intent, expect.stringMatching(/^(done|failed)$/)]);
  expect(countPaid()).toEqual(before);
  expect(await toList(createFileJournal(journal).open())).toEqual([]);
  // A fresh attempt of each pays what is not paid, and nothing else.
  const programs = start(all);
  const outputs = await Promise.all(programs.map(({ output }) => output));
  for (const output of outputs)
    for (const { intent } of all) expect(output).toContain(`once ${intent} done\n`);
  expect(countPaid()).toEqual(new Map(all.map(({ intent }) => [intent, 1])));
  const balance = inWorld(sandbox, ({ ledger }) => ledger[receiver]?.[`137:${usdc}`]);
  const sum = all.reduce((before, { kind }) => before + received[kind], 0n);
  expect([seed, balance]).toEqual([seed, sum]);
  return { kills, losses, intents: all.length };
}
