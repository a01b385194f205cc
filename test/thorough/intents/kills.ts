import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, vi } from "vitest";
import { createFileJournal, type Journal, recover } from "../../../src/intents/index.js";
import { toNodeHandler } from "../../../src/proxy/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { toList } from "../../intents/intent-kit.js";
import { createSandboxClient, factory, inWorld, usdc, weth } from "../../sandbox/open-sandbox.js";
import { createRandom } from "../../support/random-runs.js";

export interface Payment {
  readonly intent: string;
  readonly kind: (typeof kinds)[number];
}

/** Where the entries of the programs are. */
export interface JournalSetting {
  readonly kind: "file" | "postgres" | "sqlite";
  /** The path of a file, too. */
  readonly url: string;
}

/** A journal that the programs share. */
export interface SharedJournal {
  readonly setting: JournalSetting;
  /** The Node that has its driver. */
  readonly node: string;
  /** Opens it in this process. */
  open(): Journal;
  /** Deletes all entries. No program runs then. */
  clear(): Promise<void>;
}

/** Creates a journal without entries. The folder is deleted after the test. */
export type CreateJournal = (folder: string) => Promise<SharedJournal>;

const createSharedFile: CreateJournal = async (folder) => {
  const url = join(folder, "journal.jsonl");
  return {
    setting: { kind: "file", url },
    node: process.execPath,
    open: () => createFileJournal(url),
    async clear() {
      // It is continued in other files.
      const files = readdirSync(folder).filter((name) => name.startsWith("journal.jsonl"));
      for (const name of files) rmSync(join(folder, name));
    },
  };
};

/** What the program reads. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly walletAddress: `0x${string}`;
  readonly privateKey: `0x${string}`;
  readonly usdc: `0x${string}`;
  readonly weth: `0x${string}`;
  readonly receiver: `0x${string}`;
  readonly journal: JournalSetting;
  /** The file with the milliseconds that the clocks are ahead. */
  readonly clock: string;
  readonly payments: readonly Payment[];
}

/** `payRest` moves that of this process. */
const realNow = Date.now;
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
    external: ["pg"],
    logLevel: "silent",
  });
  return folder;
}

/** A sandbox over HTTP, and programs that pay with it. */
async function openShop(createJournal: CreateJournal) {
  const folder = await buildProgram();
  const clock = join(folder, "ahead");
  let ahead = 0;
  /** Moves the clocks of the service and of all programs, also of those that are stopped. */
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
    // Renamed, so that a program never reads an empty file.
    writeFileSync(`${clock}.tmp`, String(ahead));
    renameSync(`${clock}.tmp`, clock);
  };
  advance(0);
  const sandbox = createSandbox({ now: () => realNow() + ahead });
  const client = createSandboxClient(sandbox);
  const privateKey = generatePrivateKey();
  const externallyOwnedAccount = privateKeyToAccount(privateKey).address;
  const { wallet } = await client.wallets.register({ externallyOwnedAccount, factory });
  const { walletAddress } = wallet;
  for (const token of [usdc, weth] as const)
    sandbox.fund({ account: walletAddress, chainId: 137, token, amount: "1000000" });

  /** What is called before and after each request. */
  const listener = { onRequest: async (_isHandled: boolean) => {} };
  const late: string[] = [];
  const server = createServer(
    toNodeHandler(async (request) => {
      await listener.onRequest(false);
      // So that a wait ends after some requests.
      advance(1_000);
      if (request.url.endsWith("/execute-user-op")) {
        const { userOperationHash } = await request.clone().json();
        const expiry = inWorld(sandbox, (world) => world.operations[userOperationHash]?.expiresAt);
        const sentAt = Number(request.headers.get("sent-at"));
        if (!(sentAt < (expiry ?? 0)))
          late.push(
            `${userOperationHash} ${sentAt - (expiry ?? 0)} ms late ${inWorld(sandbox, (world) => world.operations[userOperationHash]?.record.type)}`,
          );
      }
      const response = await sandbox.fetch(request);
      await listener.onRequest(true);
      return response;
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journal = await createJournal(folder);
  const { setting, node } = journal;
  const { apiKey } = sandbox;
  const tokens = { usdc, weth, receiver };
  const account = { apiKey, walletAddress, privateKey };
  const settings = { baseUrl, ...account, ...tokens, journal: setting, clock };

  /** Starts two programs with the same payments. */
  const start = (payments: readonly Payment[]) =>
    [0, 1].map((name) => {
      // As an argument, thousands of payments would be too long.
      const file = join(folder, `settings-${name}.json`);
      writeFileSync(file, JSON.stringify({ ...settings, payments }));
      // Node 22 warns about SQLite.
      const child = spawn(node, ["--no-warnings", join(folder, "pay.mjs"), file], {
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

  const all: Payment[] = [];
  let open: Payment[] = [];
  /** Three payments that are not paid yet. */
  const choosePayments = (): readonly Payment[] => {
    const paid = countPaid();
    open = open.filter(({ intent }) => !paid.has(intent));
    while (open.length < 3) {
      const kind = kinds[all.length % kinds.length] as Payment["kind"];
      open.push({ intent: `payment ${all.length}`, kind });
      all.push(open.at(-1) as Payment);
    }
    return open;
  };
  const assertPaidOnce = (seed: number) => {
    for (const [intent, times] of countPaid())
      expect([seed, intent, times]).toEqual([seed, intent, 1]);
    expect([seed, late]).toEqual([seed, []]);
  };
  /** Pays what is left, and compares the sum of all payments with the balance. */
  const payRest = async (seed: number) => {
    // Everything that was signed has expired, and nothing is sent.
    advance(600_000);
    const before = countPaid();
    const moved = createSandboxClient(sandbox);
    const final = expect.stringMatching(/^(done|failed)$/);
    vi.spyOn(Date, "now").mockImplementation(() => realNow() + ahead);
    for (const { intent, state } of await toList(recover(moved, journal.open())))
      expect([seed, intent, state]).toEqual([seed, intent, final]);
    vi.mocked(Date.now).mockRestore();
    expect(countPaid()).toEqual(before);
    expect(await toList(journal.open().open())).toEqual([]);
    // A fresh attempt of each pays what is not paid, and nothing else.
    const outputs = await Promise.all(start(all).map(({ output }) => output));
    for (const output of outputs) {
      expect(output).not.toContain("error recover");
      for (const { intent } of all) expect(output).toContain(`once ${intent} done\n`);
    }
    expect(countPaid()).toEqual(new Map(all.map(({ intent }) => [intent, 1])));
    const balance = inWorld(sandbox, ({ ledger }) => ledger[receiver]?.[`137:${usdc}`]);
    const sum = all.reduce((total, { kind }) => total + received[kind], 0n);
    expect([seed, balance]).toEqual([seed, sum]);
    return all.length;
  };
  /** Resolves after the given number of requests, or when all programs have ended. */
  const untilRequest = (
    programs: ReturnType<typeof start>,
    { left, isHandled, delay }: { left: number; isHandled: boolean; delay: number },
  ) => {
    let count = left;
    return new Promise<void>((resolve) => {
      listener.onRequest = async (handled) => {
        if (handled !== isHandled || count-- !== 0) return;
        if (delay > 0) await new Promise((later) => setTimeout(later, delay));
        resolve();
      };
      void Promise.all(programs.map(({ ended }) => ended)).then(() => resolve());
    });
  };
  const ignoreRequests = () => {
    listener.onRequest = async () => {};
  };
  const shop = { journal, advance, start, choosePayments, assertPaidOnce, payRest };
  return { ...shop, untilRequest, ignoreRequests };
}

/**
 * Kills programs that pay the same intents at random moments until `total` were killed, deletes the
 * journal after half of them, and asserts that no intent was paid twice. At the end, every entry is
 * settled and paid once.
 */
export async function killAtRandom(
  total: number,
  seed: number,
  createJournal = createSharedFile,
): Promise<{ kills: number; losses: number; intents: number }> {
  const random = createRandom(seed);
  const shop = await openShop(createJournal);
  let kills = 0;
  let losses = 0;
  while (kills < total) {
    const programs = shop.start(shop.choosePayments());
    // Mostly one is killed, and the other one goes on beside its traces.
    const victims = random(3) === 0 ? programs : programs.slice(0, 1);
    const isHandled = random(2) === 0;
    const delay = random(2) === 0 ? 0 : random(10);
    await shop.untilRequest(programs, { left: random(30), isHandled, delay });
    const killed = random(2) === 0 ? programs : victims;
    for (const { child } of killed) if (child.exitCode === null && child.kill("SIGKILL")) kills++;
    await Promise.all(programs.map(({ ended }) => ended));
    shop.ignoreRequests();
    const isLost = random(2) === 0;
    if (isLost) await shop.journal.clear();
    losses += Number(isLost);
    shop.assertPaidOnce(seed);
    if (random(3) > 0) shop.advance(600_000);
  }
  return { kills, losses, intents: await shop.payRest(seed) };
}

/**
 * Stops one of two programs at random moments, for longer than the expiry and `settleAfter`, while
 * the other one goes on, and lets it go on then. Asserts that no intent was paid twice, and that
 * nothing was sent after its expiry.
 */
export async function stopAtRandom(
  total: number,
  seed: number,
  createJournal = createSharedFile,
): Promise<{ stops: number; intents: number }> {
  const random = createRandom(seed);
  const shop = await openShop(createJournal);
  let stops = 0;
  while (stops < total) {
    const programs = shop.start(shop.choosePayments());
    const [victim, other] = programs as [(typeof programs)[0], (typeof programs)[0]];
    const delay = random(2) === 0 ? 0 : random(10);
    await shop.untilRequest(programs, { left: random(20), isHandled: true, delay });
    shop.ignoreRequests();
    if (victim.child.exitCode === null && victim.child.kill("SIGSTOP")) {
      stops++;
      shop.advance(600_000);
      await other.ended;
      victim.child.kill("SIGCONT");
    }
    await Promise.all(programs.map(({ ended }) => ended));
    shop.assertPaidOnce(seed);
  }
  return { stops, intents: await shop.payRest(seed) };
}
