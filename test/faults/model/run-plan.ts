import { inspect } from "node:util";
import { createClient, isBursarError } from "../../../src/index.js";
import { createSandbox, type Sandbox, veteranWallet } from "../../../src/sandbox/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { inWorld } from "../../sandbox/open-sandbox.js";
import { type CallRecord, type Conclusion, checkHistory } from "./check-history.js";
import { classifyOutcome } from "./classify-outcome.js";
import { type Arrived, createFaultyService, type Router } from "./faulty-service.js";
import type { MachineClock } from "./machine-clock.js";
import type { Plan, Step } from "./plan.js";
import type { PreparedWrite } from "./writes/prepared-write.js";
import { wasAlreadyRequested } from "./writes/wallets.js";
import { prepareWrite, type WriteKind } from "./writes.js";

/** Shared by the plans of a run. */
export interface RunContext {
  readonly router: Router;
  readonly clock: MachineClock;
  /** Passed to every call, and never aborted. */
  readonly signal: AbortSignal;
}

export interface PlanResult {
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<CallRecord["result"], number>>;
}

const timeout = 40;
const totalTimeout = 200;
let lastPlan = 0;
let lastWrite = 0;

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
export async function runPlan(
  plan: Plan,
  context: RunContext,
  sandbox = createSmallSandbox(plan.start),
): Promise<PlanResult> {
  const { router, clock } = context;
  const { apiKey, baseUrl } = sandbox;
  const logged = sandbox.requests.length;
  const output: string[] = [];
  const violations: string[] = [];
  const calls: CallRecord[] = [];
  const conclusions: Conclusion[] = [];
  const writes: PreparedWrite[] = [];
  let time = 0;

  const name = `plan${++lastPlan}`;
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  const forward = async ({ method, path, headers, body }: Arrived) => {
    const init = { method, headers: { "x-api-key": headers["x-api-key"] ?? "" } };
    const request = new Request(baseUrl + path, body === "" ? init : { ...init, body });
    const response = await sandbox.fetch(request);
    return { status: response.status, body: await response.text() };
  };
  const service = createFaultyService(forward, plan, plan.wire === "socket" ? router.probe : tick);
  router.services.set(name, service);

  const log = (...parts: unknown[]) => void output.push(inspect(parts, { depth: 6 }));
  /** A client for the faulty service. */
  const open = () =>
    createClient({
      baseUrl: plan.wire === "socket" ? `${router.url}/${name}` : baseUrl,
      ...(plan.wire === "memory" && { fetch: service.fetch }),
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
    signal: AbortSignal = context.signal,
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
    const result = isOk ? "ok" : classifyOutcome(error);
    if (result === "undocumented") violations.push(`${write.key}: ${inspect(error)}`);
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
    let outcome = await record(write, timer ? controller.signal : context.signal);
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
    if (step.do === "correct") return clock.correct(step.ms, step.after);
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
  await service.quiet();
  router.services.delete(name);

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
