import type { Address } from "../../contract/shared/primitives.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import type { OperationSimulation } from "./check-simulation.js";
import type { OperationChanges } from "./expected-changes.js";
import type { SimulationClient } from "./measure/run-simulation.js";
import { createMissingSimulation, simulateOperation } from "./simulate-operation.js";
import type { SimulateOptions } from "./simulate-options.js";
import { createMissingData } from "./simulation-problems.js";

/** How an operation is simulated, and what it may change. */
export interface SimulateOperationOptions extends SimulateOptions {
  /** What the operation may change, if it is simulated. By default, the wallet may lose nothing. */
  changes?: OperationChanges | undefined;
}

interface CheckedParts {
  userOperationHash: `0x${string}`;
  /** The typed data of the operation. Undefined if it has none. */
  operationData?: NormalTypedData | undefined;
  authorization?: { parts: { address: Address } } | undefined;
}

/** Simulates an operation that was checked, with copied options. */
export async function simulateParsedOperation(
  { userOperationHash, operationData: typedData, authorization }: CheckedParts,
  client: SimulationClient,
  { changes, approvals = [], owner }: SimulateOperationOptions & { owner?: Address | undefined },
): Promise<OperationSimulation> {
  if (!typedData) return createMissingSimulation(createMissingData("typedData", "none"));
  const operation = {
    typedData,
    userOperationHash,
    delegate: authorization?.parts.address,
    owner,
    chainId: Number(typedData.domain.chainId),
    expected: {
      ...changes,
      losses: changes?.losses ?? [],
      gains: changes?.gains ?? [],
      approvals,
    },
  };
  return simulateOperation(client, operation, {});
}
