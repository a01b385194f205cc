import { AbortedError } from "../../errors/connection.js";
import type { OperationSimulation, OperationToSimulate } from "./check-simulation.js";
import type { SimulationClient } from "./measure/run-simulation.js";
import { NotSimulated, toProblem } from "./simulation-problems.js";

/** How long a simulation may take. */
export interface SimulationSettings {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

const defaultTimeout = 20_000;
/** The part of the time after which another call shows whether the node runs any. */
const timeToProbe = 0.75;

/**
 * Loads the simulation, which is a chunk of its own, and runs it within the time limit. Rejects
 * only if the caller aborts.
 */
export async function simulateOperation(
  client: SimulationClient,
  operation: OperationToSimulate,
  { timeout, signal }: SimulationSettings,
): Promise<OperationSimulation> {
  const limit = timeout ?? defaultTimeout;
  const end = performance.now() + limit;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAble = false;
  let hasEnded = false;
  const run = async () => {
    const { canSimulate, checkSimulation } = await loadSimulation();
    const probe = async () => {
      isAble = await canSimulate(client);
    };
    return checkSimulation(client, operation, () => {
      if (!hasEnded) timer = setTimeout(probe, (end - performance.now()) * timeToProbe);
    });
  };
  const createTimeout = () => {
    const received = isAble ? "no result, but one of another call" : "no result";
    // An operation can be made so that a node hangs.
    const code = isAble ? "simulated_revert" : "not_simulated";
    return new NotSimulated("simulate", `a simulation within ${limit} ms`, received, code);
  };
  try {
    return await withinTime(run(), limit, signal, createTimeout);
  } catch (error) {
    if (!(error instanceof NotSimulated)) throw error;
    return createMissingSimulation(error);
  } finally {
    hasEnded = true;
    clearTimeout(timer);
  }
}

/** The result for an operation that cannot be simulated. */
export function createMissingSimulation(reason: NotSimulated): OperationSimulation {
  const problems = [toProblem(reason)];
  return { problems, changes: [], approvals: [], isSimulated: false, text: "" };
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
  createTimeout: () => NotSimulated,
): Promise<T> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const abort = () => {
      const reason: unknown = signal?.reason;
      reject(new AbortedError("simulateQuote: the caller aborted.", { reason, sent: false }));
    };
    const timer = setTimeout(() => reject(createTimeout()), timeout);
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
