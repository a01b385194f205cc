import { nodeTimeout, withinTime } from "../shared/within-time.js";
import { canSimulate, checkSimulation } from "./check-simulation.js";
import { createMissingData, createMissingSimulation, NotSimulated } from "./not-simulated.js";
import type {
  KnownOperation,
  OperationSimulation,
  OperationToSimulate,
  SimulationClient,
  SimulationSettings,
} from "./simulation-types.js";

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
  const limit = timeout ?? nodeTimeout;
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
  const onTimeout = () => {
    const received = isAble ? "no result, but one of another call" : "no result";
    // An operation can be made so that a node hangs.
    const code = isAble ? "simulated_revert" : "not_simulated";
    const expected = `a simulation within ${limit} ms`;
    return createMissingSimulation([new NotSimulated(code, "simulate", expected, received)]);
  };
  try {
    return await withinTime("simulation", run(), { timeout: limit, signal, onTimeout });
  } finally {
    hasEnded = true;
    clearTimeout(timer);
  }
}
