import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import fc from "fast-check";
import { vi } from "vitest";
import { type ClientOptions, createClient, isBursarError } from "../../src/index.js";
import { createSandbox, type Sandbox, veteranWallet } from "../../src/sandbox/index.js";
import type { World } from "../../src/sandbox/world/world.js";
import { inFakeTime } from "../resources/fake-time.js";
import { inWorld } from "../sandbox/open-sandbox.js";
import { type Plan, plans, type Step } from "./outcome-cases.js";
import { type CallRecord, type Conclusion, checkHistory } from "./outcome-judge.js";
import { createFaultyService } from "./outcome-service.js";
import type { PreparedWrite } from "./writes/prepared-write.js";
import { wasAlreadyRequested } from "./writes/wallets.js";
import { prepareWrite, type WriteKind } from "./writes.js";

export interface PlanResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<CallRecord["result"], number>>;
}

const timeout = 40;
const totalTimeout = 200;
const results = { none: "fail", unknown: "unknown", done: "ok" } as const;
let lastWrite = 0;

const schedules: Record<Plan["schedule"], ClientOptions["schedule"]> = {
  once: undefined,
  async twice(run) {
    await run();
    await run();
  },
  async "at the same time"(run) {
    await Promise.all([run(), run()]);
  },
  async late(run) {
    await run();
    setTimeout(() => void run(), 2 * totalTimeout);
  },
};

/** Creates a sandbox without the wallet that has a long history: its state is copied often. */
export function createSmallSandbox(now: number): Sandbox {
  const sandbox = createSandbox({ now, tick: 0, seed: "model" });
  sandbox.configure({ units: 1_000_000_000 });
  inWorld(sandbox, ({ wallets }) => {
    delete wallets[veteranWallet];
  });
  return sandbox;
}

/** Runs a plan and checks everything that must hold. Plans may use a sandbox one after another. */
export const runPlan = (plan: Plan, sandbox = createSmallSandbox(plan.start)) =>
  inFakeTime(() => runInFakeTime(plan, sandbox));

async function runInFakeTime(plan: Plan, sandbox: Sandbox): Promise<PlanResult> {
  const { apiKey, baseUrl } = sandbox;
  const trueTime = Date.now;
  let ahead = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => trueTime() + ahead);
  /** Passed to most calls, and never aborted. */
  const { signal: quiet } = new AbortController();
  const logged = sandbox.requests.length;
  const output: string[] = [];
  const violations: string[] = [];
  const calls: CallRecord[] = [];
  const conclusions: Conclusion[] = [];
  const writes: PreparedWrite[] = [];
  let time = 0;

  const service = createFaultyService((request) => sandbox.fetch(request), plan.faults);

  const log = (...parts: unknown[]) => void output.push(inspect(parts, { depth: 6 }));
  /** A client for the faulty service. */
  const open = () =>
    createClient({
      baseUrl,
      fetch: service.fetch,
      schedule: schedules[plan.schedule],
      apiKey,
      timeout,
      totalTimeout,
      retry: { limit: 2, baseDelay: 1, maxDelay: 4 },
      logLevel: "debug",
      logger: { debug: log, info: log, warn: log, error: log },
    });
  const directClient = createClient({ baseUrl, apiKey, fetch: sandbox.fetch, logLevel: "off" });
  const look = <T>(read: (world: World) => T) => read(sandbox.snapshot() as unknown as World);
  const scene = { sandbox, client: directClient };

  /** Makes one call and records its outcome. */
  async function record(
    write: PreparedWrite,
    signal: AbortSignal = quiet,
  ): Promise<boolean | "unknown"> {
    const start = time++;
    const startedAt = performance.now();
    let error: unknown;
    let isOk = true;
    try {
      await write.send(open(), { signal });
    } catch (thrown) {
      error = thrown;
      isOk = false;
    }
    const elapsed = performance.now() - startedAt;
    if (elapsed > totalTimeout) violations.push(`${write.key}: took ${elapsed} ms`);
    // What a failed write says about itself: see docs/retries.md.
    const result = isOk ? "ok" : isBursarError(error) ? results[error.outcome] : undefined;
    if (!result) violations.push(`${write.key}: ${inspect(error)}`);
    else calls.push({ key: write.key, result, start, end: time++ });
    if (!isOk) output.push(inspect(error, { depth: 6, showHidden: true }), JSON.stringify(error));
    if (wasAlreadyRequested(error)) return true;
    return result === "unknown" ? "unknown" : result === "ok";
  }

  /** Follows the lookup until it succeeds. The faults of a plan are finite. */
  async function settle(write: PreparedWrite): Promise<boolean> {
    for (let attempt = 0; attempt < 20; attempt++) {
      await service.quiet();
      if (write.canRetry?.()) {
        if ((await record(write)) === true) return true;
        continue;
      }
      if (!write.lookup) return look(write.isDone);
      try {
        return await write.lookup(open());
      } catch (error) {
        if (!isBursarError(error)) throw error;
        output.push(inspect(error, { depth: 6 }));
      }
    }
    violations.push(`${write.key}: the lookup does not settle`);
    return false;
  }

  async function sendWrite(
    write: PreparedWrite,
    { abortAfter, resends, lookupDelay = 0 }: Extract<Step, { do: "write" }>,
  ): Promise<void> {
    const controller = new AbortController();
    const timer =
      abortAfter === null ? undefined : setTimeout(() => controller.abort(), abortAfter);
    let outcome = await record(write, timer ? controller.signal : quiet);
    clearTimeout(timer);
    for (let round = 0; outcome === "unknown"; round++) {
      sandbox.advance(lookupDelay);
      outcome = await settle(write);
      if (outcome || !resends || round === 2) break;
      outcome = await record(write);
    }
    conclusions.push({ key: write.key, isDone: outcome === true });
  }

  async function runStep(step: Step): Promise<void> {
    if (step.do === "advance") return sandbox.advance(step.ms);
    if (step.do === "correct") {
      setTimeout(() => {
        ahead = step.ms;
      }, step.after);
      return;
    }
    const prepare = async (kind: WriteKind) => {
      const write = await prepareWrite[kind](scene, lastWrite++);
      writes.push(write);
      return write;
    };
    const prepared: PreparedWrite[] = [];
    for (const kind of step.kinds) prepared.push(await prepare(kind));
    await Promise.all(prepared.map((write) => sendWrite(write, step)));
  }

  for (const step of plan.steps) await runStep(step);
  // Also what a limiter runs late.
  await new Promise((resolve) => setTimeout(resolve, 3 * totalTimeout));
  await service.quiet();
  clock.mockRestore();
  if (getEventListeners(quiet, "abort").length > 0) violations.push("a listener is left");

  const isDone = look((world) => new Set(writes.filter((one) => one.isDone(world))));
  for (const write of writes) {
    // Otherwise a lookup that finds no write at all could pass.
    if (write.lookup && (await write.lookup(directClient)) !== isDone.has(write))
      violations.push(`${write.key}: the lookup differs from the state`);
  }
  for (const { key, matches } of writes) {
    const sent = calls.filter((call) => call.key === key).length;
    const arrived = service.requests.filter((one) => matches(one.method, one.path, one.body));
    if (arrived.length > sent) violations.push(`${key}: ${sent} calls, ${arrived.length} requests`);
  }
  const keyOf = ({ method, path, body }: (typeof sandbox.requests)[number]) =>
    writes.find(({ matches, executes = matches }) =>
      executes(method, path, JSON.stringify(body ?? "")),
    )?.key;
  const ledger = sandbox.requests
    .slice(logged)
    .filter(({ status }) => status < 300)
    .flatMap((request) => keyOf(request) ?? []);
  const state = [...isDone].map(({ key }) => key);
  violations.push(...checkHistory({ calls, conclusions, ledger, state }));
  if (output.some((text) => text.includes(apiKey))) violations.push("the key is in the output");
  const count = (result: CallRecord["result"]) =>
    calls.filter((call) => call.result === result).length;
  const counts = { ok: count("ok"), fail: count("fail"), unknown: count("unknown") };
  return { violations, counts };
}

/** Runs random plans. Plans may use a sandbox one after another: it slows down with its records. */
export async function runPlans(seed: number, runs: number) {
  const totals = { ok: 0, fail: 0, unknown: 0 };
  const failures: object[] = [];
  let sandbox = createSmallSandbox(Date.UTC(2026, 0, 1));
  for (const [i, plan] of fc.sample(plans, { seed, numRuns: runs }).entries()) {
    if (i % 40 === 0) sandbox = createSmallSandbox(plan.start);
    const { violations, counts } = await runPlan(plan, sandbox);
    for (const name of ["ok", "fail", "unknown"] as const) totals[name] += counts[name];
    if (violations.length > 0) failures.push({ seed, i, violations, plan: JSON.stringify(plan) });
  }
  return { totals, failures };
}
