import { AbortedError } from "../../errors/connection.js";
import { formatChain } from "../shared/format-chain.js";
import { formatLines } from "../shared/format-lines.js";
import type { OperationToSimulate } from "./check-simulation.js";
import type { ComparedChanges } from "./compare-changes.js";
import type { SimulationClient } from "./run-simulation.js";
import {
  createSimulationProblem,
  NotSimulated,
  type SimulationProblem,
} from "./simulation-problems.js";

/** What an operation changes on its source chain. All strings are safe to show. */
export interface OperationSimulation extends ComparedChanges {
  /** Whether the operation was run. If not, a problem says why, and nothing else is known. */
  isSimulated: boolean;
  /** The whole result with one fact per line. */
  text: string;
}

export interface SimulationSettings {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The destination, if it is another chain. */
  chainOut?: number | undefined;
}

const defaultTimeout = 20_000;

/**
 * Loads the simulation, which is a chunk of its own, and runs it within the time limit. Rejects
 * only if the caller aborts.
 */
export async function simulateOperation(
  client: SimulationClient,
  operation: OperationToSimulate,
  settings: SimulationSettings,
): Promise<OperationSimulation> {
  const timeout = settings.timeout ?? defaultTimeout;
  try {
    const run = async () => {
      const { checkSimulation } = await loadSimulation();
      return checkSimulation(client, operation);
    };
    const compared = await withinTime(run(), timeout, settings.signal);
    return describeSimulation(compared, operation.chainId, settings.chainOut);
  } catch (error) {
    if (!(error instanceof NotSimulated)) throw error;
    return describeMissingSimulation(error);
  }
}

/** The result for an operation that cannot be simulated. */
export function describeMissingSimulation(reason: NotSimulated): OperationSimulation {
  const { path, expected, received } = reason;
  const problem = createSimulationProblem("not_simulated", path, expected, received);
  return toSimulation({ problems: [problem], changes: [], approvals: [] }, "");
}

function describeSimulation(
  compared: ComparedChanges,
  chainId: number,
  chainOut: number | undefined,
): OperationSimulation {
  const onlySource =
    chainOut === undefined
      ? ""
      : ` only: what arrives on ${formatChain(chainOut)} is not simulated`;
  return toSimulation(compared, `${formatChain(chainId)}${onlySource}`);
}

function toSimulation(compared: ComparedChanges, scope: string): OperationSimulation {
  const { problems, changes, approvals } = compared;
  const missing = problems.filter(({ code }) => code === "not_simulated");
  const isSimulated = missing.length === 0;
  const messages = (list: readonly SimulationProblem[]) => list.map(({ message }) => message);
  const numbered = (id: string | undefined) => (id === undefined ? "" : ` number ${id}`);
  const text = formatLines([
    ["Not simulated", messages(missing)],
    ["Simulated on", isSimulated ? [scope] : []],
    [
      "Change",
      changes.map(
        ({ account, token, id, amount }) => `${amount} of ${token}${numbered(id)} at ${account}`,
      ),
    ],
    [
      "Approval",
      approvals.map(
        ({ spender, token, id, amount = "all" }) =>
          `${spender} may spend ${amount} of ${token}${numbered(id)}`,
      ),
    ],
    ["Problem", isSimulated ? messages(problems) : []],
  ]);
  return { ...compared, isSimulated, text };
}

async function loadSimulation() {
  try {
    return await import("./check-simulation.js");
  } catch {
    throw new NotSimulated("simulate", "the chunk of the simulation", "a failed download");
  }
}

/** A client of viem cannot abort its requests. It ends them by its own timeout. */
async function withinTime<T>(
  work: Promise<T>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const abort = () => {
      const reason: unknown = signal?.reason;
      reject(new AbortedError("simulateQuote: the caller aborted.", { reason, sent: false }));
    };
    const timer = setTimeout(() => {
      reject(new NotSimulated("simulate", `a simulation within ${timeout} ms`, "no result"));
    }, timeout);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  // If it loses the race, its failure is of no interest.
  work.catch(() => {});
  return Promise.race([work, stopped]).finally(stop);
}
