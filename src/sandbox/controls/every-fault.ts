import type { EndpointName } from "../../contract/endpoints.js";
import { ConfigurationError } from "../../errors/data.js";
import { aFunction, custom, type Options, readOptions, required } from "../../errors/options.js";
import { fromUnits } from "../../shared/decimal.js";
import type { Fault } from "../server/faults.js";
import { getCatalogue } from "../world/catalogue.js";
import { findEntry } from "../world/state.js";
import type { Operation, World } from "../world/world.js";
import { type SandboxState, sandboxStates } from "./control.js";
import type { Sandbox } from "./types.js";

/** A flow of your program, to test with {@link everyFault}. */
export interface FaultTest<State> {
  /** Every run starts with its current state. */
  sandbox: Sandbox;
  /** Creates what a restart keeps, such as a journal, for each run. */
  createState?: (() => State) | undefined;
  /** The flow. It is called again after it rejects or is stopped, up to three times. */
  run: (state: Awaited<State>) => unknown;
  /** Throws if the end of a run is wrong. */
  check?: ((state: Awaited<State>) => unknown) | undefined;
}

const faultOf = {
  "429": { kind: "fail", status: 429 },
  "500": { kind: "fail", status: 500 },
  "503-for-a-time": { kind: "fail", status: 503, for: 3_000 },
  hang: { kind: "hang" },
  "cut-before": { kind: "cut", before: true },
  "cut-after": { kind: "cut" },
  restart: { kind: "cut", stops: true },
} as const satisfies Readonly<Record<string, Fault>>;

/** What goes wrong in a run: at the first request of an operation, or with all webhooks. */
export type FlowFault = keyof typeof faultOf | "duplicate-webhook";

/** A run with a fault. */
export interface FaultRun {
  /** Undefined for `duplicate-webhook`. */
  readonly operation: EndpointName | undefined;
  readonly fault: FlowFault;
  /** How the last call of `run` ended. If it was rejected, `error` says why. */
  readonly outcome: "fulfilled" | "rejected";
  readonly error: unknown;
  /**
   * What was `lost`, done `twice` or `unexpected`, or the error of `check`. Undefined if the run is
   * right.
   */
  readonly problem: string | undefined;
}

/** A world and its faults serve one test at a time. */
const inTest = new WeakSet<Sandbox>();

const testOptions: Options<FaultTest<unknown>> = () => ({
  sandbox: required(
    custom((value) => sandboxStates.has(Object(value)), "the result of createSandbox"),
  ),
  createState: aFunction,
  run: required(aFunction),
  check: aFunction,
});

/**
 * Runs a flow with every fault of every operation that it calls, each time from the same state of
 * the sandbox, and compares what the sandbox has executed with a run without a fault. Give your
 * client a short `timeout`, because some requests hang. At the end, the sandbox has its state from
 * before, no faults and no requests.
 *
 * @throws the error of `run` or `check` in the run without a fault.
 * @example
 * ```ts
 * import { createClient } from "bursar";
 * import { createSandbox, demoWallet, everyFault } from "bursar/sandbox";
 *
 * const sandbox = createSandbox();
 * const { baseUrl, apiKey, fetch } = sandbox;
 * const client = createClient({ baseUrl, apiKey, fetch, timeout: 500, retry: false });
 * const run = () => client.wallets.portfolio(demoWallet);
 * const runs = await everyFault({ sandbox, run });
 * console.log(runs.filter(({ problem }) => problem)); // []
 * ```
 */
export async function everyFault<State = undefined>(test: FaultTest<State>): Promise<FaultRun[]> {
  const read = readOptions("everyFault", test as FaultTest<unknown>, testOptions);
  const { sandbox, createState, run, check } = read;
  const internals = sandboxStates.get(sandbox) as SandboxState;
  const { faults, log, webhooks } = internals;
  const start = sandbox.snapshot();
  const reset = (copies = 1) => {
    sandbox.restore(start);
    faults.clear();
    log.clear();
    webhooks.copies = copies;
  };
  const finish = async (addFault?: () => void) => {
    const state = await createState?.();
    log.clear();
    addFault?.();
    let ended = await settle(() => run(state));
    // A restart takes as long as the longest fault.
    for (let restarts = 0; restarts < 2 && (faults.stopped || "reason" in ended); restarts++) {
      faults.stopped = false;
      sandbox.advance(3_000);
      ended = await settle(() => run(state));
    }
    // Until everything has settled. Twice, because a webhook can start an operation.
    sandbox.advance(60_000);
    await webhooks.idle();
    // The handler of a webhook was stopped.
    if (faults.stopped) {
      faults.stopped = false;
      ended = await settle(() => run(state));
    }
    sandbox.advance(60_000);
    const deliveries = await webhooks.idle();
    const operations = new Set(log.requests.flatMap(({ operation }) => operation ?? []));
    // What `check` requests is no part of the flow.
    faults.clear();
    const checked = await settle(() => check?.(state));
    return { ended, operations, deliveries, effects: listEffects(internals.world), checked };
  };
  if (inTest.has(sandbox))
    throw new ConfigurationError("everyFault: the sandbox is in another test. Create one for each");
  inTest.add(sandbox);
  try {
    reset();
    const normal = await finish();
    for (const result of [normal.ended, normal.checked])
      if ("reason" in result) throw result.reason;
    const runs: FaultRun[] = [];
    const add = async (fault: FlowFault, operation?: EndpointName, addFault?: () => void) => {
      const { ended, effects, checked } = await finish(addFault);
      const problems = compareEffects(normal.effects, effects);
      if ("reason" in checked) problems.push(`check: ${checked.reason}`);
      const error = "reason" in ended ? ended.reason : undefined;
      const problem = problems.join("; ") || undefined;
      runs.push({ operation, fault, outcome: ended.status, error, problem });
    };
    for (const operation of normal.operations)
      for (const fault of Object.keys(faultOf) as (keyof typeof faultOf)[]) {
        reset();
        const addFault = () => faults.add(operation, faultOf[fault], sandbox.now());
        await add(fault, operation, addFault);
      }
    reset(2);
    if (normal.deliveries > 0) await add("duplicate-webhook");
    return runs;
  } finally {
    reset();
    inTest.delete(sandbox);
  }
}

const settle = async (call: () => unknown): Promise<PromiseSettledResult<unknown>> =>
  (await Promise.allSettled([Promise.resolve().then(call)]))[0];

/** What the sandbox has done. The gas of each quote differs, and with it one of the amounts. */
interface Effect {
  readonly name: string;
  /** Without gas and fees: the requested amount, if they are added. */
  readonly sent: string;
  /** With gas and fees: the requested amount, if they are deducted. */
  readonly total: string;
}

/** Every executed operation that has not failed, and every ordered deposit. */
function listEffects({ history, operations, fiatOrders, fiatQuotes }: World): Effect[] {
  const records = Object.values(history).flat();
  const executed = records.flatMap(({ userOperationHash, status }) => {
    const operation = findEntry(operations, userOperationHash);
    return operation && status !== "FAILED" ? [toEffect(operation)] : [];
  });
  // Not withdrawals: their order alone moves nothing, and their operation is in the history.
  const deposits = Object.values(fiatOrders).flatMap((id) => {
    const { kind, fiatAmount, fiatCurrency, wallet } = findEntry(fiatQuotes, id) ?? {};
    const name = `deposit of ${fiatAmount} ${fiatCurrency} to ${wallet}`;
    return kind === "deposit" ? [{ name, sent: "", total: "" }] : [];
  });
  return [...executed, ...deposits];
}

function toEffect({ record, wallet, chainId, bookings }: Operation): Effect {
  const moved = bookings.flatMap((booking) => {
    const { symbol, decimals } = getCatalogue().get(booking.asset) ?? {};
    const isCharge = "type" in booking;
    return decimals === undefined ? [] : [{ ...booking, symbol, decimals, isCharge }];
  });
  const own = moved.filter(({ from }) => from === wallet);
  // Without its amount, which each quote states anew.
  const received = moved
    .filter(({ from, isCharge }) => from !== wallet && !isCharge)
    .map(({ symbol, to }) => `, ${symbol} for ${to}`);
  const totals = new Map<string, bigint>();
  for (const { asset, units } of own) totals.set(asset, (totals.get(asset) ?? 0n) + units);
  const sent = own
    .filter(({ isCharge }) => !isCharge)
    .map(({ units, decimals, symbol, to }) => `, ${fromUnits(units, decimals)} ${symbol} to ${to}`);
  const name = `${record.type} of ${wallet} on ${chainId}${received.join("")}`;
  return { name, sent: sent.join(""), total: [...totals].join() };
}

function compareEffects(expected: readonly Effect[], actual: readonly Effect[]): string[] {
  const isSame = (a: Effect) => (b: Effect) =>
    a.name === b.name && (a.sent === b.sent || a.total === b.total);
  const lost = [...expected];
  const more = actual.filter((effect) => {
    const i = lost.findIndex(isSame(effect));
    return i < 0 || lost.splice(i, 1).length === 0;
  });
  const found = more.map((effect) => {
    const isKnown = expected.some(isSame(effect));
    return `${isKnown ? "twice" : "unexpected"}: ${effect.name}${effect.sent}`;
  });
  return [...lost.map(({ name, sent }) => `lost: ${name}${sent}`), ...found];
}
