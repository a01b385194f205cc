import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished } from "vitest";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { createFileJournal, type IntentEntry } from "../../../src/intents/index.js";
import { checkJournal, repairEntries, writeJournal } from "../../../src/intents/journal-check.js";
import { createMandate, signMandate } from "../../../src/policy/index.js";
import { verifyReceipts } from "../../../src/receipts/index.js";
import { schemas } from "../../../src/stores/schema.js";
import { toList } from "../../intents/intent-kit.js";
import { createSandboxClient, factory, inWorld, usdc, weth } from "../../sandbox/open-sandbox.js";
import { depositQuoteOf } from "../../sandbox/prepare.js";
import { createRandom } from "../../support/random-runs.js";
import { openChaosService } from "./chaos-service.js";
import type { ChaosSettings, Payment } from "./chaos-settings.js";
import { assertNoneTwice, compareBooks } from "./compare-books.js";

const root = new URL("../../../", import.meta.url).pathname;
const receiver = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const approvedAbove = 50;
const minutes = 60_000;
/** For a minute, which is longer than the lease of what a killed process had begun. */
const mostRedeliveries = 120;

async function buildPrograms() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "chaos-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: ["chaos-program", "webhook-program", "query-program"].map((name) =>
      join(root, `test/thorough/chaos/${name}.ts`),
    ),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: ["pg"],
    logLevel: "silent",
  });
  return folder;
}

/** The Node with SQLite. */
function findNode(): string {
  const { path, reason } = fetchNode("22.23.3");
  if (!path) throw new TypeError(reason);
  return path;
}

/**
 * Two processes pay, and are killed, while the service fails, its clock and theirs jump, it
 * restarts, files are damaged, the history is late, and webhooks are lost and doubled. Asserts
 * after each round that nothing was paid twice, and at the end that all systems agree.
 */
export async function runChaos(seed: number, isOver: (rounds: number) => boolean) {
  const random = createRandom(seed);
  const folder = await buildPrograms();
  const node = findNode();
  const clock = join(folder, "ahead");
  const database = join(folder, "shop.db");
  const service = await openChaosService(random, clock);
  // The mandates that are late are valid by the clock of this process.
  service.advance(60 * minutes);
  const running = new Set<ChildProcess>();
  onTestFinished(() => {
    for (const child of running) child.kill("SIGKILL");
  });
  const run = (program: string, args: string[]) => {
    const child = spawn(node, ["--no-warnings", join(folder, `${program}.mjs`), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.add(child);
    child.once("close", () => running.delete(child));
    return { child, output: text(child.stdout), ended: once(child, "close") };
  };
  /** Runs a statement in the database, and returns its rows. */
  const query = async (sql: string) =>
    JSON.parse(await run("query-program", [database, sql]).output) as Record<string, unknown>[];
  await query(schemas.sqlite);

  const privateKey = generatePrivateKey();
  const approver = privateKeyToAccount(generatePrivateKey());
  const client = createSandboxClient(service.sandbox);
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: privateKeyToAccount(privateKey).address,
    factory,
  });
  const { walletAddress } = wallet;
  const funded = 1_000_000_000_000n;
  service.sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1000000" });

  const payments: Payment[] = [];
  const createPayment = async (): Promise<Payment> => {
    const intent = `payment ${payments.length}`;
    const isLarge = random(3) === 0;
    const units = isLarge ? 60_000_000 + random(400_000_000) : 1_000_000 + random(39_000_000);
    const amount = (units / 1e6).toFixed(6);
    const base = { walletAddress, payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" };
    const kind = random(3) === 0 ? "swap" : "transfer";
    const tokens = { tokenIn: usdc, tokenOut: weth, chainIdIn: 137, chainIdOut: 137 };
    const request =
      kind === "swap"
        ? { ...base, ...tokens, toAddress: walletAddress, amountIn: amount }
        : { ...base, toAddress: receiver, chainId: 137, token: usdc, amount };
    const forged = isLarge
      ? [undefined, undefined, "no mandate", "other amount", "other intent", "late"][random(6)]
      : undefined;
    if (!isLarge || forged === "no mandate")
      return { intent, kind, request, ...(forged && { forged }) };
    const other = kind === "swap" ? { amountIn: "61" } : { amount: "61" };
    const terms = createMandate({
      request: { ...request, ...(forged === "other amount" && other) } as never,
      maxGasFee: "1",
      until: Date.now() + (forged === "late" ? 10 * minutes : 300 * 24 * 60 * minutes),
      policy: "chaos",
      intent: forged === "other intent" ? `${intent}0000` : intent,
    });
    const mandate = await signMandate(terms, approver);
    return { intent, kind, request, mandate, ...(forged && { forged }) };
  };

  let journal = join(folder, "journal-0.jsonl");
  let kills = 0;
  const damages = { count: 0 };
  const start = (
    name: number,
    chosen: readonly Payment[],
    clockError: number,
    unfreeze = false,
  ) => {
    const settings: ChaosSettings = {
      baseUrl: service.baseUrl,
      apiKey: service.sandbox.apiKey,
      walletAddress,
      privateKey,
      approver: approver.address,
      usdc,
      receiver,
      policyName: "chaos",
      limit: "1000000",
      approvedAbove: String(approvedAbove),
      journal,
      database,
      receiptsFile: name === 0 ? join(folder, "receipts.jsonl") : undefined,
      clock,
      clockError,
      unfreeze,
      payments: chosen,
    };
    const file = join(folder, `settings-${name}.json`);
    writeFileSync(file, JSON.stringify(settings));
    return run("chaos-program", [file]);
  };

  // The receiver of webhooks.
  const credits = join(folder, "credits");
  let webhookPort = 0;
  let receiverOfEvents: ReturnType<typeof run> | undefined;
  const startReceiver = async () => {
    const args = [secret, database, credits, String(webhookPort)];
    receiverOfEvents = run("webhook-program", args);
    const { child, ended } = receiverOfEvents;
    const listening = once(child.stdout as NodeJS.ReadableStream, "data");
    const [line] = await Promise.race([listening, ended.then(() => [])]);
    if (line === undefined) throw new TypeError("The receiver of webhooks has ended");
    webhookPort = Number(String(line));
  };
  const restartReceiver = async () => {
    receiverOfEvents?.child.kill("SIGKILL");
    // The next one listens at the same port.
    await receiverOfEvents?.ended;
    await startReceiver();
  };
  await startReceiver();
  const url = `http://127.0.0.1:${webhookPort}/webhooks`;
  const subscribe = () => service.sandbox.webhooks({ url, secret });
  let webhooks = subscribe();
  const delivered = new Map<string, boolean>();
  const noteDeliveries = async () => {
    await webhooks.idle();
    for (const { id, status } of webhooks.deliveries)
      delivered.set(id, delivered.get(id) === true || (status !== undefined && status < 300));
  };
  /** Delivers again what failed. What a killed process had begun is refused for a time. */
  const redeliver = async () => {
    let failed: string[] = [];
    for (let i = 0; i < mostRedeliveries; i++) {
      await noteDeliveries();
      failed = [...delivered].filter(([, isDone]) => !isDone).map(([id]) => id);
      if (failed.length === 0) return;
      for (const id of failed) await service.sandbox.webhooks.redeliver(id);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new TypeError(`Not delivered: ${failed.join(", ")}`);
  };
  const restart = async () => {
    await service.restart(redeliver, () => {
      webhooks = subscribe();
    });
  };
  const deposits: string[] = [];
  const deposit = async () => {
    const inProcess = createSandboxClient(service.sandbox);
    const { depositQuote } = await inProcess.fiat.quoteDeposit({
      ...depositQuoteOf({ address: walletAddress }),
      // So small that the deposits of ten minutes stay within the person's limits.
      amountToSendInFiatCurrency: 10 + random(10),
    });
    const order = await inProcess.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    deposits.push(order.id);
  };

  const damageJournal = async () => {
    if (!existsSync(journal) || statSync(journal).size < 200) return;
    const bytes = readFileSync(journal);
    const at = random(bytes.length - 100);
    if (random(2) === 0) bytes.fill(0, at, at + 50);
    else bytes[at] = (bytes[at] as number) ^ (1 << random(7));
    writeFileSync(journal, bytes);
    damages.count++;
    // Nothing is signed with it, and a person repairs it.
    const { output } = start(1, payments, 0);
    for (const line of (await output).trim().split("\n"))
      expect([seed, line]).toEqual([seed, expect.not.stringContaining('"state":"done"')]);
    const report = await checkJournal(journal);
    expect([seed, report.damage]).toEqual([seed, expect.any(String)]);
    journal = join(folder, `journal-${damages.count}.jsonl`);
    writeJournal(journal, repairEntries(report));
  };
  /** A person looks at what cannot be found out, when everything that was signed has expired. */
  const lookAtChecks = async () => {
    const opened = createFileJournal(journal);
    const executed = inWorld(service.sandbox, ({ operations }) =>
      Object.values(operations).filter(({ state }) => state === "executed"),
    );
    for (const entry of await toList(opened.list({ state: "check" }))) {
      const { intent, revision, walletAddress: wallet, chainId, version } = entry;
      const found = executed.find(
        ({ metadata }) => (metadata as { intent?: string } | undefined)?.intent === intent,
      );
      const next: IntentEntry = found
        ? {
            ...entry,
            revision: revision + 1,
            state: "done",
            userOperationHash: found.hash as never,
          }
        : {
            version,
            intent,
            walletAddress: wallet,
            chainId,
            revision: revision + 1,
            state: "begun",
          };
      await opened.update(next, revision);
    }
  };

  const unpaid = () => {
    const paid = inWorld(service.sandbox, ({ operations }) =>
      Object.values(operations).map(
        ({ state, metadata }) =>
          state === "executed" && (metadata as { intent?: string } | undefined)?.intent,
      ),
    );
    return payments.filter(({ intent }) => !paid.includes(intent));
  };

  let rounds = 0;
  for (; !isOver(rounds); rounds++) {
    for (let i = 0; i < 4; i++) payments.push(await createPayment());
    if (random(2) === 0) await deposit();
    const chosen = [...unpaid().slice(-8), ...payments.slice(-random(4))];
    const skew = () => (random(4) === 0 ? (random(21) - 10) * minutes : 0);
    const children = [0, 1].map((name) => start(name, chosen, skew(), true));
    const disturb = async () => {
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setTimeout(resolve, 100 + random(800)));
        const act = random(6);
        if (act === 0) await restart();
        if (act === 1) service.advance(random(20) * minutes);
        if (act === 2 || act === 3)
          for (const { child } of children.slice(0, 1 + random(2)))
            if (child.exitCode === null && child.kill("SIGKILL")) kills++;
        if (act === 4) await restartReceiver();
      }
    };
    await Promise.all([disturb(), ...children.map(({ ended }) => ended)]);
    assertNoneTwice({ sandbox: service.sandbox, payments });
    await noteDeliveries();
    const [again] = [...delivered.keys()].slice(-1);
    if (again && webhooks.deliveries.some(({ id }) => id === again))
      await service.sandbox.webhooks.redeliver(again);
    if (random(3) > 0) service.advance(10 * minutes);
    if (random(4) === 0) {
      service.advance(30_000);
      await damageJournal();
    }
  }

  // Everything is settled: no faults, and nothing that was signed is valid.
  service.calm();
  let outputs: string[] = [];
  for (let i = 0; i < 4 && unpaid().some(({ forged }) => !forged); i++) {
    service.advance(20 * minutes);
    await lookAtChecks();
    const children = [0, 1].map((name) => start(name, payments, 0, true));
    outputs = await Promise.all(children.map(({ output }) => output));
  }
  const open = unpaid().filter(({ forged }) => !forged);
  const reasons = outputs
    .flatMap((output) => output.split("\n"))
    .filter((line) => open.some(({ intent }) => line.includes(`"${intent}"`)));
  expect([seed, open.map(({ intent }) => intent), reasons]).toEqual([seed, [], []]);
  // The deposits of the last rounds arrive, and their events are sent.
  service.advance(20 * minutes);
  service.sandbox.snapshot();
  await redeliver();

  const readChain = (name: string, lines: string) => {
    const report = verifyReceipts(lines);
    expect([seed, name, report.problems]).toEqual([seed, name, []]);
    return lines
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const stored = await query("select line from bursar_receipts order by number");
  const amounts = await query(`select amount from bursar_amounts where key like '%${usdc}%'`);
  const receipts = [
    ...readChain("file", readFileSync(join(folder, "receipts.jsonl"), "utf8")),
    ...readChain("table", stored.map(({ line }) => `${line}\n`).join("")),
  ];
  const creditLines = existsSync(credits) ? readFileSync(credits, "utf8").trim().split("\n") : [];
  compareBooks({
    sandbox: service.sandbox,
    payments,
    wallet: walletAddress,
    receiver,
    usdc,
    funded,
    entries: await toList(createFileJournal(journal).list()),
    receipts,
    reserved: amounts.map(({ amount }) => BigInt(String(amount))),
    kills,
    credits: creditLines.filter(Boolean).map((line) => {
      const [order = "", amount = ""] = line.split(" ");
      const [whole, part = ""] = amount.split(".");
      return [order, BigInt(`${whole}${part.padEnd(6, "0")}`)] as const;
    }),
    deposits,
  });
  const forged = payments.filter((payment) => payment.forged).length;
  return {
    rounds,
    payments: payments.length,
    forged,
    kills,
    damages: damages.count,
    deposits: deposits.length,
    receipts: receipts.length,
    faults: Object.fromEntries(service.counts),
  };
}
