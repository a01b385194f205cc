import { findProblems } from "../shared/problems.js";
import { checkControl } from "./check-control.js";
import { listApprovals, reportApprovals } from "./compare-approvals.js";
import { compareBalances } from "./compare-balances.js";
import { describeChanges, formatChanges, listChanges } from "./describe-changes.js";
import { createUnits, listHoldings } from "./holdings.js";
import { listFirstMeasures, listMoreMeasures } from "./list-measures.js";
import {
  createMissingSimulation,
  createUnmeasured,
  describeError,
  NotSimulated,
} from "./not-simulated.js";
import { createRules } from "./operation-rules.js";
import { canSimulate, runSimulation } from "./run-simulation.js";
import type { KnownOperation, OperationSimulation, SimulationClient } from "./simulation-types.js";
import { planExecution, readUserOperation } from "./user-operation.js";

export { canSimulate };

/**
 * Simulates an operation on the chain and compares the changes with the expected ones. Every
 * failure is a problem, so that an operation that was not simulated is never taken for a safe one.
 * Calls `onSend` before the node gets the operation.
 */
export async function checkSimulation(
  client: SimulationClient,
  operation: KnownOperation,
  onSend: () => void,
): Promise<OperationSimulation> {
  try {
    return await simulate(client, operation, onSend);
  } catch (error) {
    if (error instanceof NotSimulated) return createMissingSimulation([error]);
    // Requests to the node have reasons of their own. The rest is data of the operation.
    return createMissingSimulation([createUnmeasured("values", describeError(error))]);
  }
}

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
    ...{ chainId, wallet: sender, calls, walletCode, measures },
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
