import { privateKeyToAccount } from "viem/accounts";
import { expect, vi } from "vitest";
import { createClient, WaitTimeoutError } from "../../src/index.js";
import { createMemoryJournal, type Journal, once, recover } from "../../src/intents/index.js";
import { inFakeTime } from "../resources/fake-time.js";
import { createProvenWire } from "../support/proven-wire.js";
import { createRandom } from "../support/random-runs.js";
import type { BranchCounter } from "./branches.js";
import {
  branchesOf,
  drawDelivery,
  drawHeader,
  drawLook,
  drawMachine,
  drawScenario,
  drawStep,
  isClear,
  pick,
  type Scenario,
  showHistory,
} from "./paid-once-cases.js";
import { judgePayments, type Said } from "./paid-once-judge.js";
import { createLedger, intent, type Response, type Sent, wallet } from "./paid-once-service.js";

const owner = privateKeyToAccount(`0x${"59".repeat(32)}`);
const sleep = (delay: number) =>
  delay > 0 ? new Promise<void>((resolve) => setTimeout(resolve, delay)) : undefined;
const forever = new Promise<never>(() => {});
const broken = (code: string, syscall: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall }) });

/** One intent that some processes pay at once, and what became of it. */
export interface Payments {
  readonly branches: readonly string[];
  readonly wrong: readonly string[];
  readonly trace: readonly string[];
}

/** Processes pay one intent over a faulty network, with wrong clocks and a misleading history. */
export async function payAtRandom(seed: number): Promise<Payments> {
  const random = createRandom(seed);
  const scenario = drawScenario(random);
  const run = () => payIn(scenario, random);
  return inFakeTime(run);
}

async function payIn(scenario: Scenario, random: (limit: number) => number): Promise<Payments> {
  const trueTime = Date.now;
  let machine = drawMachine(scenario, random);
  const start = trueTime();
  const spies = [
    vi.spyOn(Date, "now").mockImplementation(() => trueTime() + machine.wall),
    vi.spyOn(performance, "now").mockImplementation(() => trueTime() - start + machine.steady),
  ];
  const ledger = createLedger();
  let memory = createMemoryJournal();
  const sent: Sent[] = [];
  const said: Said[] = [];
  const stored = new Set<string>();
  const signed = new Map<string, number>();
  const trace: string[] = [];
  const branches = new Set(branchesOf(scenario));
  const note = (what: string) => trace.push(`${trueTime() - start} ${what}`);
  let reachableAt = 0;
  let isDisturbed = true;
  let current = scenario;

  /** A process, until it is killed at one of its steps: from then on, nothing it does arrives. */
  function startProcess(name: string) {
    let kill = () => {};
    let isKilled = false;
    const killed = new Promise<void>((resolve) => {
      kill = () => {
        branches.add("a process is killed");
        note(`${name} killed`);
        isKilled = true;
        resolve();
      };
    });
    async function step<T>(what: string, act: () => Promise<T>): Promise<T> {
      if (isDisturbed && random(6) === 0) machine = drawMachine(scenario, random);
      const plan = isDisturbed
        ? drawStep(scenario, random)
        : { before: 0, after: 0, kill: undefined };
      await sleep(plan.before);
      if (plan.before >= 70_000) branches.add("a process is stopped for long");
      if (plan.kill === "before" && !isKilled) kill();
      if (isKilled) return forever;
      note(`${name} ${what}`);
      const result = await act();
      if (plan.kill === "after") kill();
      await sleep(plan.after);
      return isKilled ? forever : result;
    }
    /** The hash that the journal had when this process last looked, after it wrote. */
    let seen: string | undefined;
    const journal: Journal = {
      begin: (entry) =>
        step(`begin ${entry.revision}`, async () => {
          stored.add(`${entry.revision} ${entry.state}`);
          const found = await memory.begin(entry);
          seen = found?.userOperationHash;
          return found;
        }),
      update: (entry, from) =>
        step(`update ${entry.revision} ${entry.state}`, async () => {
          seen = undefined;
          const isStored = await memory.update(entry, from);
          if (isStored) stored.add(`${entry.revision} ${entry.state}`);
          const { state, userOperationHash: hash } = entry;
          if (isStored && state === "signed" && hash && !signed.has(hash))
            signed.set(hash, trueTime());
          return isStored;
        }),
      open: () => memory.open(),
      list: (filter) => memory.list(filter),
    };
    const wire = createProvenWire(async ({ url, body }) => {
      if (isKilled) return forever;
      const { pathname, searchParams } = new URL(url);
      if (!pathname.endsWith("/execute-user-op"))
        return step(`looks ${[...searchParams.keys()]}`, () => look(searchParams));
      const { userOperationHash: hash } = JSON.parse(String(body));
      // Before the first byte: no pause of the process is between the check and the send.
      const request: Sent = { hash, at: trueTime(), isCurrent: seen === hash };
      sent.push(request);
      return step("sends", () => deliver(request));
    });
    const { retry } = scenario;
    const client = createClient({
      baseUrl: "https://api.example.com",
      apiKey: "sandbox-key",
      logLevel: "off",
      wire,
      retry: { limit: retry, quota: false },
      totalTimeout: retry > 2 ? 300_000 : undefined,
    });
    return { client, journal, killed, step };
  }

  const respond = ({ status, body }: Response, ahead: number | undefined) => ({
    status,
    headers: {
      ...(ahead !== undefined && { date: new Date(trueTime() + ahead).toUTCString() }),
      "content-type": typeof body === "string" ? "text/html" : "application/json",
    },
    text: typeof body === "string" ? body : JSON.stringify(body),
  });

  async function deliver(request: Sent) {
    const { delivery, reply, delay, outage } = isDisturbed
      ? drawDelivery(current, sent.length === 1, random)
      : ({ delivery: "now", reply: "real", delay: 0, outage: 0 } as const);
    if (outage > 0) reachableAt = trueTime() + outage;
    if (trueTime() < reachableAt) {
      branches.add("the service cannot be reached");
      sent.splice(sent.indexOf(request), 1);
      throw broken("ECONNREFUSED", "connect");
    }
    branches.add(`delivery: ${delivery}`);
    const execute = () => ledger.execute(request.hash, trueTime());
    if (delivery === "late") setTimeout(execute, delay);
    if (delivery === "twice") execute();
    const real = delivery === "now" || delivery === "twice" ? execute() : undefined;
    if (reply === "reset" || (reply === "real" && !real)) throw broken("ECONNRESET", "read");
    return respond(
      reply === "real" ? (real as Response) : reply,
      drawHeader(current, false, random),
    );
  }

  async function look(query: URLSearchParams) {
    if (trueTime() < reachableAt) throw broken("ECONNREFUSED", "connect");
    const reply = isDisturbed ? drawLook(current, random) : "real";
    if (reply === "reset") throw broken("ECONNRESET", "read");
    const own = ledger.list(trueTime(), current.lag, current.processing);
    const body = showHistory(current, own, query);
    const isByHash = query.has("userOperationHash");
    return respond(
      reply === "real" ? { status: 200, body } : reply,
      drawHeader(current, isByHash, random),
    );
  }

  type Process = ReturnType<typeof startProcess>;
  const say = (call: Said["call"], what: Omit<Said, "call" | "at" | "paidThen">) => {
    const { state, revision, userOperationHash, transactionId, isSafe } = what;
    const known = { state, revision, userOperationHash, transactionId, isSafe };
    said.push({ call, at: trueTime(), paidThen: ledger.getPaid().length, ...known });
    note(`says ${call} ${state ?? isSafe}`);
  };
  const payOnce = async ({ client, journal, step }: Process, timeout: number) => {
    const stop = new AbortController();
    if (isDisturbed && scenario.isRough && random(12) === 0)
      setTimeout(() => stop.abort(), random(100_000));
    return once(
      client,
      {
        intent,
        journal,
        walletAddress: wallet,
        chainId: 137,
        signal: stop.signal,
        owner: owner.address,
        signer: { ...owner, signMessage: (given) => step("sign", () => owner.signMessage(given)) },
        wait: { timeout, interval: 2_000, maxInterval: 8_000 },
      },
      () =>
        step("prepare", async () => {
          const { lifetime, status } = current;
          const { hash } = ledger.prepare(trueTime() + lifetime, status);
          const expiresAt =
            lifetime < Number.POSITIVE_INFINITY
              ? new Date(trueTime() + lifetime).toISOString()
              : null;
          return { userOperationHash: hash, walletAddress: wallet, chain: 137, expiresAt };
        }),
    );
  };

  /** What a process does: mostly it pays. */
  async function act(process: Process): Promise<void> {
    const { client, journal } = process;
    const kind = random(6);
    const { value: entry } = await memory.list()[Symbol.asyncIterator]().next();
    if (kind === 0) {
      for await (const found of recover(client, journal)) say("recover", found);
    } else if (kind < 3 && entry?.userOperationHash) {
      const { userOperationHash, expiresAt } = entry;
      const subject = { userOperationHash, expiresAt, walletAddress: wallet };
      try {
        await client.wallets.waitForTransaction(wallet, subject, { timeout: scenario.waitTimeout });
      } catch (error) {
        if (!(error instanceof WaitTimeoutError)) throw error;
        if (error.safeToSignAgain) branches.add("a wait says that it is safe");
        say("wait", { userOperationHash, isSafe: error.safeToSignAgain });
      }
    } else say("once", await payOnce(process, scenario.waitTimeout));
  }

  async function runProcess(name: string): Promise<void> {
    let process = startProcess(name);
    for (let attempt = 0; attempt < scenario.attempts; attempt++) {
      const gaps = scenario.isLost ? [0, 20_000, 400_000] : [0, 60_000, 200_000, 400_000];
      await sleep(pick(random, gaps));
      const failed = (error: Error) => note(`${name} ${error.name}: ${error.message}`);
      await Promise.race([act(process).catch(failed), process.killed]);
      if (scenario.isLost || random(2) === 0) process = startProcess(`${name}'`);
    }
  }

  try {
    const names = Array.from({ length: scenario.processes }, (_, i) => `p${i}`);
    await Promise.all(names.map(runProcess));
    await sleep(1_200_000);
    // Nothing disturbs any more. What is shown is true, and all clocks are right.
    isDisturbed = false;
    current = {
      ...scenario,
      ...{ clock: "honest", own: "as it is", noise: undefined, ignoresFilter: false },
      ...{ lifetime: 300_000, status: "COMPLETED" },
    };
    const lostAt = scenario.losesJournal ? trueTime() : undefined;
    if (scenario.losesJournal) memory = createMemoryJournal();
    machine = { wall: 0, steady: machine.steady };
    const last = await payOnce(startProcess("end"), 200_000).catch((error) => error);
    say("end", last);
    if (signed.size > 1) branches.add("it is signed again");
    branches.add(`end: ${last.state ?? last.name}`);
    const hasFailure =
      scenario.noise === "a failed attempt" ||
      [...ledger.operations.values()].some(
        ({ status, executedAt }) => status === "FAILED" && executedAt !== undefined,
      );
    const wrong = judgePayments({
      operations: ledger.operations,
      paid: ledger.getPaid(),
      sent,
      signed,
      said,
      stored,
      lostAt,
      isHonest: scenario.clock === "honest",
      isClear: isClear(scenario),
      hasFailure,
    });
    return { branches: [...branches], wrong, trace };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Pays `total` intents. Asserts that nothing is wrong with any of them. */
export async function payManyTimes(
  total: number,
  seed: number,
  counter: BranchCounter,
): Promise<void> {
  for (let run = seed; run < seed + total; run++) {
    const { branches, wrong, trace } = await payAtRandom(run);
    expect({ seed: run, wrong, trace: wrong.length > 0 ? trace : [] }).toEqual({
      seed: run,
      wrong: [],
      trace: [],
    });
    counter.add(branches);
  }
}

/** Of the samples, in percent. What is rare is needed at least once. */
const leastShares: Readonly<Record<string, number>> = {
  "clock: header": 10,
  "clock: machine": 10,
  "a process is killed": 10,
  "a process is stopped for long": 10,
  "delivery: late": 1,
  "delivery: never": 1,
  "delivery: twice": 1,
  "the filter is ignored": 5,
  "it is signed again": 5,
  "end: done": 40,
};

export function expectBranches(counter: BranchCounter, total: number): void {
  const shares = counter.percents();
  console.log(counter.print("payments"));
  for (const [branch, least] of Object.entries(leastShares))
    expect([branch, (shares.get(branch) ?? 0) >= least, total]).toEqual([branch, true, total]);
}
