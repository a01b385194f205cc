import { ConfigurationError } from "../../errors/data.js";
import { assertNotAborted, nodeTimeout, untilAborted } from "../shared/abort.js";
import { findProblems } from "../shared/problems.js";
import {
  checkControl,
  compareBalances,
  listApprovals,
  reportApprovals,
} from "./compare-changes.js";
import {
  createUnits,
  describeChanges,
  formatChanges,
  listChanges,
  listHoldings,
} from "./holdings.js";
import { listFirstMeasures, listMoreMeasures } from "./list-measures.js";
import {
  createMissingData,
  createMissingSimulation,
  createUnmeasured,
  describeError,
  NotSimulated,
} from "./not-simulated.js";
import { createRules } from "./operation-rules.js";
import { canSimulate, runSimulation } from "./run-simulation.js";
import type {
  KnownOperation,
  OperationSimulation,
  OperationToSimulate,
  SimulationClient,
  SimulationSettings,
} from "./simulation-types.js";
import { planExecution, readUserOperation } from "./user-operation.js";

export type * from "./simulation-types.js";

/** The part of the time after which another call shows whether the node runs any. */
const timeToProbe = 0.75;

/**
 * Without a client, nothing would be simulated.
 *
 * @throws {ConfigurationError} for another value than a viem public client.
 */
export function assertClient(subject: string, client: SimulationClient | null | undefined): void {
  const methods = [client?.simulateBlocks, client?.getChainId, client?.getCode];
  if (!methods.every((method) => typeof method === "function"))
    throw new ConfigurationError(`${subject}: expected a viem public client, got another value.`);
}

/**
 * Simulates an operation and compares what it changes. Rejects only if the caller aborts:
 * everything else is a problem.
 */
export async function simulateOperation(
  client: SimulationClient,
  operation: OperationToSimulate,
  settings: SimulationSettings,
): Promise<OperationSimulation> {
  assertNotAborted("simulation", settings.signal);
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
  const onSend = () => {
    if (!hasEnded) timer = setTimeout(probe, (end - performance.now()) * timeToProbe);
  };
  const onTimeout = () => {
    const received = isAble ? "no result, but one of another call" : "no result";
    // An operation can be made so that a node hangs.
    const code = isAble ? "simulated_revert" : "not_simulated";
    const expected = `a simulation within ${limit} ms`;
    return createMissingSimulation([new NotSimulated(code, "simulate", expected, received)]);
  };
  const work = () =>
    simulate(client, operation, onSend).catch((error: unknown) => {
      if (error instanceof NotSimulated) return createMissingSimulation([error]);
      // Requests to the node have reasons of their own. The rest is data of the operation.
      return createMissingSimulation([createUnmeasured("values", describeError(error))]);
    });
  try {
    return await untilAborted("simulation", signal, work, { timeout: limit, onTimeout });
  } finally {
    hasEnded = true;
    clearTimeout(timer);
  }
}

/** Calls `onSend` before the node gets the operation. */
async function simulate(
  client: SimulationClient,
  operation: KnownOperation,
  onSend: () => void,
): Promise<OperationSimulation> {
  const { typedData, userOperationHash, delegate, chainId } = operation;
  const userOperation = readUserOperation(typedData, userOperationHash);
  const { sender, entryPoint } = userOperation;
  const [actualChain, code] = await Promise.all([
    client.getChainId(),
    client.getCode({ address: sender }),
  ]).catch((error: unknown) => {
    throw new NotSimulated("not_simulated", "simulate", "a simulation", describeError(error));
  });
  if (actualChain !== chainId) {
    const expected = `a client of chain ${chainId}`;
    throw new NotSimulated("not_simulated", "simulate", expected, `chain ${actualChain}`);
  }
  const { calls, setup, walletCode } = planExecution(userOperation, code, delegate);
  const rules = createRules(operation, userOperation, setup);
  const measures = listFirstMeasures(userOperation, rules);
  onSend();
  const run = await runSimulation(client, {
    chainId,
    wallet: sender,
    calls,
    walletCode,
    measures,
    listMore: (result) => listMoreMeasures(result, rules),
  });
  const holdings = listHoldings(run.measured);
  const units = createUnits(run.measured, entryPoint);
  const { approvals, leftForPaymaster } = listApprovals(run, rules, units);
  const changes = holdings.flatMap((holding) => listChanges(holding, units));
  const { problems } = findProblems((report) => {
    compareBalances(holdings, units, rules, leftForPaymaster, report);
    reportApprovals(approvals, run, rules, report);
    checkControl(run, rules, report);
  });
  const first = problems.find(({ severity }) => severity === "fatal");
  if (first) first.message += ` (${formatChanges(changes, chainId)})`;
  const text = describeChanges(changes, approvals, operation);
  return { isSimulated: true, problems, changes, approvals, text };
}
