import { ConfigurationError } from "../../errors/data.js";
import { assertNotAborted } from "../shared/abort.js";
import { findProblems } from "../shared/problems.js";
import type {
  OperationSimulation,
  OperationToSimulate,
  SimulationClient,
  SimulationSettings,
} from "./simulation-types.js";

export type * from "./simulation-types.js";

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
 * Simulates an operation and compares what it changes. The simulation is a chunk of its own.
 * Rejects only if the caller aborts: everything else is a problem.
 */
export async function simulateOperation(
  client: SimulationClient,
  operation: OperationToSimulate,
  settings: SimulationSettings,
): Promise<OperationSimulation> {
  const chunk = await import("./simulate-in-time.js").catch(() => undefined);
  assertNotAborted("simulation", settings.signal);
  if (chunk) return chunk.simulateInTime(client, operation, settings);
  const { problems } = findProblems((report) =>
    report("not_simulated", "simulate", "the code that simulates", undefined),
  );
  return { isSimulated: false, problems, changes: [], approvals: [], text: "" };
}
