import { createAbortedError } from "../shared/abort.js";
import { canSimulate, checkSimulation } from "./check-simulation.js";
import { createMissingData, createMissingSimulation, NotSimulated } from "./not-simulated.js";
import type {
  KnownOperation,
  OperationSimulation,
  OperationToSimulate,
  SimulationClient,
  SimulationSettings,
} from "./simulation-types.js";

const defaultTimeout = 20_000;
/** The part of the time after which another call shows whether the node runs any. */
const timeToProbe = 0.75;

/** Rejects only if the caller aborts: everything else is a problem. */
export async function simulateInTime(
  client: SimulationClient,
  operation: OperationToSimulate,
  settings: SimulationSettings,
): Promise<OperationSimulation> {
  const { typedData, extraMissing } = operation;
  const missing = extraMissing === undefined ? [] : [createMissingData(extraMissing)];
  if (!typedData) return createMissingSimulation([createMissingData("typedData"), ...missing]);
  const simulation = await simulateKnown(client, { ...operation, typedData }, settings);
  const { problems } = createMissingSimulation(missing);
  return { ...simulation, problems: [...simulation.problems, ...problems] };
}

async function simulateKnown(
  client: SimulationClient,
  operation: KnownOperation,
  { timeout, signal }: SimulationSettings,
): Promise<OperationSimulation> {
  const limit = timeout ?? defaultTimeout;
  const end = performance.now() + limit;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAble = false;
  let hasEnded = false;
  const probe = async () => {
    isAble = await canSimulate(client);
  };
  const run = () =>
    checkSimulation(client, operation, () => {
      if (!hasEnded) timer = setTimeout(probe, (end - performance.now()) * timeToProbe);
    });
  const createTimeout = () => {
    const received = isAble ? "no result, but one of another call" : "no result";
    // An operation can be made so that a node hangs.
    const code = isAble ? "simulated_revert" : "not_simulated";
    return new NotSimulated(code, "simulate", `a simulation within ${limit} ms`, received);
  };
  try {
    return await withinTime(run(), limit, signal, createTimeout);
  } catch (error) {
    if (!(error instanceof NotSimulated)) throw error;
    return createMissingSimulation([error]);
  } finally {
    hasEnded = true;
    clearTimeout(timer);
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
    const abort = () => reject(createAbortedError("simulation", signal));
    const timer = setTimeout(() => reject(createTimeout()), timeout);
    signal?.addEventListener("abort", abort);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  // If it loses the race, its failure is of no interest.
  work.catch(() => {});
  return Promise.race([work, stopped]).finally(stop);
}
