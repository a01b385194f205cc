import { ConfigurationError } from "../../errors/data.js";
import type { SimulationClient } from "./simulation-types.js";

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

export { simulateInTime as simulateOperation } from "./simulate-in-time.js";
